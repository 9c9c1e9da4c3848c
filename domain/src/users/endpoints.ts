import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { approverReply, userReply } from './fields.ts'

/** Reads of users (R197, R201). */
export const userEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    summary: 'Users in the caller’s scope, newest first',
    policy: 'users.read',
    reply: z.array(userReply),
    status: 200,
    failure: 'Failed to get users...',
  }),
  approvers: endpoint({
    method: 'GET',
    path: '/users/approvers',
    summary: 'Active approvers whose scope covers the caller’s',
    policy: 'approvers.read',
    reply: z.array(approverReply),
    status: 200,
    failure: 'Failed to get approver users...',
  }),
}
