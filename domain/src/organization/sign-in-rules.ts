import { z } from 'zod'
import { roles } from '../access/roles.ts'
import { isCalendarDate } from '../values/calendar-date.ts'
import { amountField, versionField } from '../values/fields.ts'

/** The roles for which a dealer group requires a second factor, and the approvals that require a recent sign-in. */
export const secondFactorRulesReply = z
  .object({
    id: z.int().describe('The dealer group'),
    version: z.int().describe('The dealer group’s version'),
    roles: z.array(z.int()).describe('The roles whose users need a second factor; empty if there are none'),
    from: z.iso
      .date()
      .nullable()
      .describe('The first day of the requirement, in the dealer group’s time zone; null if there are no roles'),
    approve_above: z.number().nullable().describe('Approvals above this amount, in dollars, require a recent sign-in'),
    decide_by_email_to: z
      .number()
      .nullable()
      .describe('The largest amount, in dollars, for which the link in an email is enough to decide; null for none'),
    first_page_in_emails: z.boolean().describe('Whether emails to approvers show the first page of the document'),
  })
  .meta({ id: 'SecondFactorRules' })
export type SecondFactorRules = z.output<typeof secondFactorRulesReply>

const roleField = z.literal(
  roles.map(({ id }) => id),
  { error: 'Choose a role.' },
)

/**
 * Body that sets all the rules. `approve_above`: null if no approval requires a recent sign-in. `decide_by_email_to`:
 * null if the link in an email is never enough to decide; unchanged if it is left out, as is `first_page_in_emails`.
 */
export const secondFactorRulesBody = z
  .strictObject({
    version: versionField,
    roles: z.array(roleField).transform((ids) => [...new Set(ids)].sort()),
    from: z.string().refine(isCalendarDate, { error: 'Enter a date as YYYY-MM-DD.' }).nullable(),
    approve_above: amountField.nullable(),
    decide_by_email_to: amountField.nullable().optional(),
    first_page_in_emails: z.boolean().optional(),
  })
  .refine(({ roles: asked, from }) => asked.length > 0 === (from !== null), {
    error: 'Choose both the roles and their start day, or leave both empty.',
    path: ['from'],
  })
export type SecondFactorRulesInput = z.output<typeof secondFactorRulesBody>

/** Body that turns a dealer group's passwords off or on. */
export const passwordsBody = z.strictObject({ version: versionField, off: z.boolean() })
export type PasswordsInput = z.output<typeof passwordsBody>

/** A dealer group's password setting, and the email domains whose users currently can't sign in with a password. */
export const passwordsReply = z
  .object({
    id: z.int().describe('The dealer group'),
    version: z.int().describe('The dealer group’s version'),
    off: z.boolean(),
    domains: z
      .array(z.string())
      .describe('The domains of the group’s active identity providers; users at other domains keep their passwords'),
  })
  .meta({ id: 'PasswordsOfGroup' })
export type PasswordsOfGroup = z.output<typeof passwordsReply>
