import { z } from 'zod'
import { endpoint, idParams } from '../api/endpoint.ts'
import { approverReply, createUserBody, deleteUserBody, updateUserBody, userReply } from './fields.ts'

/** Calls that concern users (R197 to R201, A17). */
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
  create: endpoint({
    method: 'POST',
    path: '/users',
    summary: 'Add a user',
    policy: 'users.write',
    body: createUserBody,
    reply: userReply,
    status: 201,
    failure: 'Failed to create user...',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/users',
    summary: 'Change a user, named by id or e-mail; ends their sessions when their rights or password change',
    policy: 'users.write',
    body: updateUserBody,
    reply: userReply,
    status: 200,
    failure: 'Failed to update user...',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users',
    summary: 'Delete a user, named by e-mail or id; requests and history keep the name',
    policy: 'users.write',
    body: deleteUserBody,
    reply: z.object({ id: z.int(), email: z.string() }),
    status: 200,
    failure: 'Failed to delete user...',
  }),
  endSessions: endpoint({
    method: 'POST',
    path: '/users/:id/end-sessions',
    summary: 'Log a user out everywhere',
    policy: 'users.write',
    params: idParams,
    reply: z.object({ id: z.int(), ended: z.int() }),
    status: 200,
    failure: 'Failed to update user...',
  }),
}
