import { z } from 'zod'
import { endpoint, idParams } from '../api/endpoint.ts'
import { createBody, deleteBody, deliveryBody, editBody, priorityBody, statusBody } from './fields.ts'
import { listQuery } from './list-query.ts'
import { detailedRequest, historyEntry, listedRequest, wholeRequest } from './replies.ts'

const createdReply = z.object({ id: z.int(), request_number: z.string(), version: z.int() })
const removedReply = z.object({ id: z.int(), request_number: z.string() })

/** All calls that concern check requests (R210 to R217, A5 to A7, B6). */
export const checkRequestEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/check-requests',
    summary: 'One page of the check requests that the caller may see',
    policy: 'check-requests.read',
    query: listQuery,
    reply: z.object({
      items: z.array(listedRequest),
      total: z.int(),
      total_is_lower_bound: z.boolean(),
      newest_only: z.boolean(),
      next_cursor: z.string().nullable(),
    }),
    status: 200,
    failure: 'Failed to get checks...',
  }),
  summary: endpoint({
    method: 'GET',
    path: '/check-requests/summary',
    summary: 'How many of the caller’s check requests stand at each status, for the dashboards',
    policy: 'check-requests.read',
    reply: z.object({ counts: z.record(z.string(), z.int()), total: z.int(), handled: z.int() }),
    status: 200,
    failure: 'Failed to get checks...',
  }),
  byUser: endpoint({
    method: 'GET',
    path: '/check-requests/by-user',
    summary: 'The whole list that the caller may see, for API clients',
    policy: 'check-requests.read',
    reply: z.array(wholeRequest),
    status: 200,
    failure: 'Failed to get checks...',
  }),
  nextNumber: endpoint({
    method: 'GET',
    path: '/check-requests/next-number',
    summary: 'A preview of the number that a new request would get',
    policy: 'check-requests.create',
    query: z.strictObject({
      dealer_group_id: z.coerce.number().int().positive(),
      dealership_id: z.coerce.number().int().positive().optional(),
      department_id: z.coerce.number().int().positive().optional(),
    }),
    reply: z.object({ request_number: z.string() }),
    status: 200,
    failure: 'Something went wrong..',
  }),
  requesters: endpoint({
    method: 'GET',
    path: '/check-requests/requesters',
    summary: 'The people for whom an admin can raise a request',
    policy: 'users.read',
    reply: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        access_level: z.int(),
        dealer_group_id: z.int().nullable(),
        dealership_ids: z.array(z.int()),
        department_ids: z.array(z.int()),
      }),
    ),
    status: 200,
    failure: 'Failed to get users...',
  }),
  create: endpoint({
    method: 'POST',
    path: '/check-requests/create-check-req',
    summary: 'Raise a check request',
    policy: 'check-requests.create',
    body: createBody,
    reply: createdReply,
    status: 201,
    failure: 'Failed to create check req...',
  }),
  detail: endpoint({
    method: 'GET',
    path: '/check-requests/:id',
    summary: 'One check request with its history',
    policy: 'check-requests.read',
    params: idParams,
    reply: detailedRequest,
    status: 200,
    failure: 'Failed to get check data...',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/check-requests/:id',
    summary: 'Edit a sent-back request and send it in again; or, as a processor at Ready, change its delivery details',
    policy: 'session.use',
    params: idParams,
    body: z.union([editBody, deliveryBody]),
    reply: createdReply,
    status: 200,
    failure: 'Failed to update check...',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/check-requests/:id',
    summary: 'Delete one of the caller’s own requests that nobody has worked on',
    policy: 'check-requests.delete',
    params: idParams,
    body: deleteBody,
    reply: removedReply,
    status: 200,
    failure: 'Failed to delete check...',
  }),
  changePriority: endpoint({
    method: 'PATCH',
    path: '/check-requests/:id/change-priority',
    summary: 'Change the priority of one of the caller’s own requests',
    policy: 'check-requests.change-priority',
    params: idParams,
    body: priorityBody,
    reply: createdReply,
    status: 200,
    failure: 'Failed to update check priority...',
  }),
  changeStatus: endpoint({
    method: 'POST',
    path: '/status/check-request-history/:id',
    summary: 'Move a check request along its life cycle',
    policy: 'check-requests.change-status',
    params: idParams,
    body: statusBody,
    reply: historyEntry,
    status: 201,
    failure: 'Failed to update check status...',
  }),
  history: endpoint({
    method: 'GET',
    path: '/status/check-request-history/:id/history',
    summary: 'What happened to a check request, oldest first',
    policy: 'check-requests.read',
    params: idParams,
    reply: z.array(historyEntry),
    status: 200,
    failure: 'Failed to get check data...',
  }),
}

/** Default for a failed change of delivery details, which shares its call with the edit (R229). */
export const deliveryFailure = 'Failed to update check delivery method...'
