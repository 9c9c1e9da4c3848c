import { z } from 'zod'
import { endpoint, idParams, somethingWentWrong } from '../api/endpoint.ts'
import { knownPayee, payeeHistory, payeesQuery, usualCoding, usualCodingQuery } from '../check-requests/payees.ts'

/** Calls that suggest the payee and location of a new request from earlier requests (decision 41). */
export const suggestionEndpoints = {
  payees: endpoint({
    id: 'listPayees',
    method: 'GET',
    path: '/check-requests/payees',
    refusals: [404],
    summary:
      'Payees of earlier requests that the caller can see, latest first, with the latest request’s values, and of the payee list',
    policy: 'check-requests.create',
    query: payeesQuery,
    reply: z.array(knownPayee),
    status: 200,
    failure: 'Couldn’t load the payees. Try again.',
  }),
  payeeHistory: endpoint({
    id: 'getPayeeHistory',
    method: 'GET',
    path: '/check-requests/:id/payee-history',
    summary: 'Payments to a check request’s payee that the caller can see',
    policy: 'check-requests.read',
    params: idParams,
    reply: payeeHistory,
    status: 200,
    failure: 'Failed to get check data...',
  }),
  usualCoding: endpoint({
    id: 'getUsualCoding',
    method: 'GET',
    path: '/check-requests/usual-coding',
    refusals: [404],
    summary: 'What most of the newest requests to a payee have in common, among those that the caller can see',
    policy: 'check-requests.create',
    query: usualCodingQuery,
    reply: usualCoding,
    status: 200,
    failure: somethingWentWrong,
  }),
  lastPlace: endpoint({
    id: 'getLastPlace',
    method: 'GET',
    path: '/check-requests/last-place',
    summary:
      'The location of the newest request by the caller or a requester, to suggest for the next request; ' +
      'null if the caller can see no such request',
    policy: 'check-requests.create',
    query: z.strictObject({
      requester_id: z.coerce.number().int().positive().optional().describe('The requester; the caller if absent'),
    }),
    reply: z
      .object({
        dealer_group_id: z.int(),
        dealership_id: z.int().nullable(),
        department_id: z.int().nullable(),
      })
      .nullable(),
    status: 200,
    failure: somethingWentWrong,
  }),
}
