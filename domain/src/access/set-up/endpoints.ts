import { z } from 'zod'
import { endpoint, somethingWentWrong } from '../../api/endpoint.ts'
import { sessionUser } from '../sessions/fields.ts'
import { setUpBody, setUpCodeBody } from './fields.ts'

/** Calls that set up an empty installation (decision 175). */
export const setUpEndpoints = {
  find: endpoint({
    id: 'findSetUp',
    method: 'GET',
    path: '/auth/set-up',
    summary: 'Whether the installation has no users and has to be set up',
    policy: 'public',
    reply: z.object({ needed: z.boolean() }),
    status: 200,
    failure: somethingWentWrong,
  }),
  enterCode: endpoint({
    id: 'enterSetUpCode',
    method: 'POST',
    path: '/auth/set-up/code',
    summary: 'Verify the code from the server’s log; from then on, it works only from the caller’s address',
    policy: 'public',
    refusals: [403, 404, 409, 429],
    body: setUpCodeBody,
    reply: z.null(),
    status: 200,
    failure: 'Couldn’t verify the code. Try again.',
  }),
  setUp: endpoint({
    id: 'setUp',
    method: 'POST',
    path: '/auth/set-up',
    summary: 'Add the first user of an empty installation, a super admin, and log them in',
    policy: 'public',
    refusals: [403, 404, 409, 429],
    body: setUpBody,
    reply: sessionUser,
    status: 200,
    failure: 'Couldn’t set up the installation. Try again.',
  }),
}
