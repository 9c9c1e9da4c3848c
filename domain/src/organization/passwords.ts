import { z } from 'zod'
import { versionField } from '../values/fields.ts'

/** Body that switches the passwords of a dealer group off or on. */
export const passwordsBody = z.strictObject({ version: versionField, off: z.boolean() })
export type PasswordsInput = z.output<typeof passwordsBody>

/** Whether the passwords of a dealer group are off, and the email domains to whose people that applies now. */
export const passwordsReply = z
  .object({
    id: z.int().describe('The dealer group'),
    version: z.int().describe('Of the dealer group'),
    off: z.boolean(),
    domains: z.array(z.string()).describe('Those of its identity providers in use: others keep their passwords'),
  })
  .meta({ id: 'PasswordsOfGroup' })
export type PasswordsOfGroup = z.output<typeof passwordsReply>
