import { z } from 'zod'
import { type RoleId, roleNamed } from '../../access/roles.ts'
import { accessLevels } from '../../access/scope.ts'
import { calendarDateField, idField, versionField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'

/** The states of an auditor right: requested, in force, end requested, ended. */
const auditorStates = ['proposed', 'active', 'ending', 'ended'] as const
export type AuditorState = (typeof auditorStates)[number]

/** The states in which the right is in force. */
export const auditingStates = ['active', 'ending'] as const satisfies AuditorState[]

const whatConfirming: Partial<Record<AuditorState, AuditorState>> = { proposed: 'active', ending: 'ended' }

/** The state after a second person confirmed the pending step; undefined if nothing is pending. */
export function stateAfterConfirming(state: AuditorState): AuditorState | undefined {
  return whatConfirming[state]
}

const whatEnding: Partial<Record<AuditorState, AuditorState>> = { proposed: 'ended', active: 'ending' }

/**
 * The state after a request to end an auditor's access. Access that was never in force ends immediately; otherwise, a
 * second person must confirm the end.
 */
export function stateAfterEnding(state: AuditorState): AuditorState | undefined {
  return whatEnding[state]
}

const reading: readonly RoleId[] = (['admin', 'approver', 'processor'] as const).map((name) => roleNamed(name).id)

/** Why an account can't have the auditor right; undefined when it can. */
export function refusalToAudit(account: {
  readonly name: string
  readonly active: boolean
  readonly roleIds: readonly RoleId[]
  readonly level: number
}): string | undefined {
  const { name, active, roleIds, level } = account
  if (!active) return `${name}’s account is inactive. Choose another user.`
  if (level !== accessLevels.group)
    return `${name} can’t see the whole dealer group. Change the user’s access level to the dealer group first.`
  if (!roleIds.every((id) => reading.includes(id)))
    return `${name} is a requester and can see only their own requests. Choose an admin, approver, or processor.`
  return undefined
}

/** Why this user can't confirm the pending step of a right; undefined when they can. */
export function refusalToConfirm(
  userId: number,
  { auditorId, askedById }: { auditorId: number; askedById: number },
): string | undefined {
  if (userId === auditorId) return 'Someone else has to confirm your own auditor access.'
  return userId === askedById ? 'You requested this change, so another admin has to confirm it.' : undefined
}

/** Maximum number of checks in a sample, because the case file of each check is included. */
export const mostInSample = 25
/** Maximum number of checks from which a sample is drawn. */
export const mostSampled = 100_000

/** Body of a call that requests the auditor right for a user in their dealer group. */
export const createAuditorBody = z.strictObject({ user_id: idField('Choose a user.') })

/** Body of a call that confirms a pending grant or end of auditor access, or requests the end. */
export const auditorBody = z.strictObject({ version: versionField })

/** Body of a call that draws a sample. The same seed, count, and period give the same checks. */
export const sampleBody = z
  .strictObject({
    seed: nameField('Enter any words or digits as the seed.', 100),
    count: z
      .int({ error: 'Enter the number of checks.' })
      .min(1, { error: 'Enter the number of checks.' })
      .max(mostInSample, { error: `Enter at most ${mostInSample} checks.` }),
    from: calendarDateField,
    to: calendarDateField,
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'The end date must be on or after the start date.' })
export type SampleInput = z.output<typeof sampleBody>

const moment = z.iso.datetime()

/** A user's right to audit their dealer group. */
export const auditorReply = z
  .object({
    id: z.int(),
    version: z.int(),
    dealer_group_id: z.int(),
    user: z.object({ id: z.int(), name: z.string() }),
    state: z.enum(auditorStates),
    asked_by: z
      .object({ id: z.int(), name: z.string() })
      .describe('The user who requested the auditor access, or its end'),
    asked_at: moment,
    confirmed_by: z.object({ id: z.int(), name: z.string() }).nullable(),
    confirmed_at: moment.nullable(),
  })
  .meta({ id: 'Auditor' })
export type AuditorReply = z.output<typeof auditorReply>

/** The dealer group's auditor rights that haven't ended, and the users eligible for one. */
export const auditorList = z.object({
  auditors: z.array(auditorReply),
  candidates: z.array(z.object({ id: z.int(), name: z.string(), dealer_group_id: z.int() })),
})
