import { z } from 'zod'
import { endpoint, idParams, somethingWentWrong } from '../api/endpoint.ts'
import { knownPayee, payeeHistory, payeesQuery } from '../check-requests/payees.ts'

/** Calls that suggest payee and location of a new request from earlier ones (decision 41). */
export const suggestionEndpoints = {
  payees: endpoint({
    id: 'listPayees',
    method: 'GET',
    path: '/check-requests/payees',
    refusals: [404],
    summary: 'Payees of earlier requests that the caller may see, the latest first, with what the latest request says',
    policy: 'check-requests.create',
    query: payeesQuery,
    reply: z.array(knownPayee),
    status: 200,
    failure: 'Failed to get payees...',
  }),
  payeeHistory: endpoint({
    id: 'getPayeeHistory',
    method: 'GET',
    path: '/check-requests/:id/payee-history',
    summary: 'What has been paid to the payee of a check request, as far as the caller may see it',
    policy: 'check-requests.read',
    params: idParams,
    reply: payeeHistory,
    status: 200,
    failure: 'Failed to get check data...',
  }),
  lastPlace: endpoint({
    id: 'getLastPlace',
    method: 'GET',
    path: '/check-requests/last-place',
    summary:
      'The place of the newest request of the caller, or of a requester, where the next one probably belongs; ' +
      'null without one that the caller may see',
    policy: 'check-requests.create',
    query: z.strictObject({
      requester_id: z.coerce
        .number()
        .int()
        .positive()
        .optional()
        .describe('Whose newest request it is; absent: the caller’s own'),
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
