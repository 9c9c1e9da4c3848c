import { z } from 'zod'
import { roles } from '../access/roles.ts'
import { isCalendarDate } from '../values/calendar-date.ts'
import { amountField, versionField } from '../values/fields.ts'

/** The roles for which a dealer group requires a second factor, and the fresh proofs required of approvers. */
export const secondFactorRulesReply = z
  .object({
    id: z.int().describe('The dealer group'),
    version: z.int().describe('Of the dealer group'),
    roles: z.array(z.int()).describe('Whoever holds one of these roles needs a second factor; empty for nobody'),
    from: z.iso.date().nullable().describe('From this day on, by the clock of the dealer group; null with no roles'),
    approve_above: z.number().nullable().describe('Approvals above this amount, in dollars, need a fresh proof'),
  })
  .meta({ id: 'SecondFactorRules' })
export type SecondFactorRules = z.output<typeof secondFactorRulesReply>

const roleField = z.literal(
  roles.map(({ id }) => id),
  { error: 'Choose a role' },
)

/** Body that sets all the rules. `approve_above`: null if approvers need no fresh proof. */
export const secondFactorRulesBody = z
  .strictObject({
    version: versionField,
    roles: z.array(roleField).transform((ids) => [...new Set(ids)].sort()),
    from: z.string().refine(isCalendarDate, { error: 'Enter a date as YYYY-MM-DD' }).nullable(),
    approve_above: amountField.nullable(),
  })
  .refine(({ roles: asked, from }) => asked.length > 0 === (from !== null), {
    error: 'Choose roles and the day from which they need a second factor, or neither.',
    path: ['from'],
  })
export type SecondFactorRulesInput = z.output<typeof secondFactorRulesBody>

/** Body that turns a dealer group's passwords off or on. */
export const passwordsBody = z.strictObject({ version: versionField, off: z.boolean() })
export type PasswordsInput = z.output<typeof passwordsBody>

/** Whether the dealer group's passwords are off, and the email domains whose users this currently affects. */
export const passwordsReply = z
  .object({
    id: z.int().describe('The dealer group'),
    version: z.int().describe('Of the dealer group'),
    off: z.boolean(),
    domains: z.array(z.string()).describe('Those of its identity providers in use: others keep their passwords'),
  })
  .meta({ id: 'PasswordsOfGroup' })
export type PasswordsOfGroup = z.output<typeof passwordsReply>
