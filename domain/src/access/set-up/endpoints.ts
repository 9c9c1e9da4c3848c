import { z } from 'zod'
import { endpoint, somethingWentWrong } from '../../api/endpoint.ts'
import { emailField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'
import { loginBody, sessionUser } from '../sessions/fields.ts'

const setUpCode = z
  .string({ error: 'Set-up code is required' })
  .trim()
  .min(1, { error: 'Set-up code is required' })
  .max(30, { error: 'Enter the code’s 10 letters and digits.' })

/** Body of a call that verifies the code with which an empty installation is set up. */
const setUpCodeBody = z.strictObject({ code: setUpCode })

/** Body of the call that sets up an empty installation: the code and its first user. */
export const setUpBody = z.strictObject({
  code: setUpCode,
  first_name: nameField('First Name is required'),
  last_name: nameField('Last Name is required'),
  email: emailField.transform((email) => email.toLowerCase()),
  password: loginBody.shape.password,
})

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
