import { type RoleId, roleNamed } from '../../access/roles.ts'
import { accessLevels } from '../../access/scope.ts'

/** The states of a right to audit: asked for, in force, asked to end, ended. */
export const auditorStates = ['proposed', 'active', 'ending', 'ended'] as const
export type AuditorState = (typeof auditorStates)[number]

/** Where the right is in force. */
export const auditingStates = ['active', 'ending'] as const satisfies AuditorState[]

const whatConfirming: Partial<Record<AuditorState, AuditorState>> = { proposed: 'active', ending: 'ended' }

/** The state after a second person has confirmed what waits; undefined where nothing does. */
export function stateAfterConfirming(state: AuditorState): AuditorState | undefined {
  return whatConfirming[state]
}

const whatEnding: Partial<Record<AuditorState, AuditorState>> = { proposed: 'ended', active: 'ending' }

/** The state after somebody asks to end it: what was never in force ends at once, all else waits for a second person. */
export function stateAfterEnding(state: AuditorState): AuditorState | undefined {
  return whatEnding[state]
}

const reading: readonly RoleId[] = (['admin', 'approver', 'processor'] as const).map((name) => roleNamed(name).id)

/** Why an account cannot be an auditor's; undefined when it can. */
export function refusalToAudit(account: {
  readonly name: string
  readonly active: boolean
  readonly roleIds: readonly RoleId[]
  readonly level: number
}): string | undefined {
  const { name, active, roleIds, level } = account
  if (!active) return `The account of ${name} is not active.`
  if (level !== accessLevels.group)
    return `${name} does not see the whole dealer group. An auditor has the access level of the dealer group.`
  if (!roleIds.every((id) => reading.includes(id)))
    return `${name} is a requester, who sees own requests only. An auditor is an admin, an approver or a processor.`
  return undefined
}

/** Why this person cannot confirm what waits about a right; undefined when they can. */
export function refusalToConfirm(
  userId: number,
  { auditorId, askedById, askedByName }: { auditorId: number; askedById: number; askedByName: string },
): string | undefined {
  if (userId === auditorId) return 'Someone else has to confirm a right of your own.'
  return userId === askedById ? `${askedByName} asked for it, so another admin has to confirm it.` : undefined
}
