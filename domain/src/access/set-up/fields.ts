import { z } from 'zod'
import { emailField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'
import { loginBody } from '../sessions/fields.ts'

const setUpCode = z
  .string({ error: 'Set-up code is required' })
  .trim()
  .min(1, { error: 'Set-up code is required' })
  .max(30, { error: 'Enter the code’s 10 letters and digits.' })

/** Body of a call that verifies the code with which an empty installation is set up. */
export const setUpCodeBody = z.strictObject({ code: setUpCode })

/** Body of the call that sets up an empty installation: the code and its first user. */
export const setUpBody = z.strictObject({
  code: setUpCode,
  first_name: nameField('First Name is required'),
  last_name: nameField('Last Name is required'),
  email: emailField.transform((email) => email.toLowerCase()),
  password: loginBody.shape.password,
})
