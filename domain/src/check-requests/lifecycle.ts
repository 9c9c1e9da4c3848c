import type { RoleName } from '../access/roles.ts'
import { type Hand, type RequestAct, refusalByHand, requestBars } from './duties.ts'
import { type CheckStep, missingForTransition, type RequestCheck, refusalByCheck, sentences } from './refusals.ts'

/** The nine statuses, one row each (A3, R129 to R138). */
// biome-ignore format: a table, one row each
export const statuses = [
  { id: 1, name: 'request', badge: 'Request', filter: 'Request', color: 'blue', step: 'Initial check request' },
  { id: 2, name: 'processing', badge: 'Processing', filter: 'Processing', color: 'teal', step: 'Check in processing' },
  { id: 3, name: 'approved', badge: 'Approved', filter: 'Approval', color: 'green', step: 'Check request in approval' },
  { id: 4, name: 'printed', badge: 'Printed', filter: 'Printing', color: 'orange', step: 'Check in printing' },
  { id: 5, name: 'signed', badge: 'Signed', filter: 'Signing', color: 'purple', step: 'Check in signing' },
  { id: 6, name: 'ready', badge: 'Ready', filter: 'Ready', color: 'yellow', step: 'Check is ready for deliver or pickup' },
  { id: 7, name: 'closed', badge: 'Closed', filter: 'Close', color: 'gray', step: 'Request complete' },
  { id: 8, name: 'rejected', badge: 'Rejected', filter: 'Rejected', color: 'red', step: null },
  { id: 9, name: 'sendback', badge: 'SendBack', filter: 'SendBack', color: 'pink', step: null },
] as const

export type Status = (typeof statuses)[number]
export type StatusId = Status['id']
export type StatusName = Status['name']

const statusById = new Map<StatusId, Status>(statuses.map((status) => [status.id, status]))

/**
 * A legal transition (A4). `own`: only the requester can make it. `decides`: true for a decision, which must name the
 * version decided on (E8). `duty`: the act in the table of duties (D1, E9). `stops`: stops an approved request; not
 * offered in filters (E4). `withdraws`: withdraws the user's own request; not offered in filters or status lists
 * (decision 89). `needs`: required input. `offers`: optional input (B4, decision 22). `completes`: sets the cleared
 * date (A15). `byCheck`: the act on the check that makes this transition instead once a bank account is set up (E6).
 */
export interface Transition {
  readonly by: RoleName
  readonly from: StatusName
  readonly to: StatusName
  readonly own?: true
  readonly decides?: true
  readonly duty?: RequestAct
  readonly stops?: true
  readonly withdraws?: true
  readonly needs?: 'note' | 'checkNumber'
  readonly offers?: 'deliveryMethod' | 'receivedBy'
  readonly completes?: true
  readonly byCheck?: CheckStep
}

/** The status of a request withdrawn by its requester (decision 89). */
export const whatIsWithdrawnBecomes: StatusName = 'rejected'

/** The complete transition table (A4, R074, R143 to R147): status changes not listed here are impossible. */
export const transitions: readonly Transition[] = [
  { by: 'requester', from: 'request', to: whatIsWithdrawnBecomes, own: true, withdraws: true, needs: 'note' },
  { by: 'requester', from: 'processing', to: whatIsWithdrawnBecomes, own: true, withdraws: true, needs: 'note' },
  { by: 'requester', from: 'sendback', to: 'request', own: true },
  {
    by: 'requester',
    from: 'ready',
    to: 'closed',
    own: true,
    offers: 'receivedBy',
    completes: true,
    byCheck: 'hand-over',
  },
  { by: 'approver', from: 'request', to: 'processing' },
  { by: 'approver', from: 'request', to: 'approved', decides: true, duty: 'decide' },
  { by: 'approver', from: 'request', to: 'rejected', decides: true, duty: 'decide', needs: 'note' },
  { by: 'approver', from: 'request', to: 'sendback', decides: true, duty: 'decide', needs: 'note' },
  { by: 'approver', from: 'processing', to: 'approved', decides: true, duty: 'decide' },
  { by: 'approver', from: 'processing', to: 'rejected', decides: true, duty: 'decide', needs: 'note' },
  { by: 'approver', from: 'processing', to: 'sendback', decides: true, duty: 'decide', needs: 'note' },
  { by: 'approver', from: 'ready', to: 'closed', offers: 'receivedBy', completes: true, byCheck: 'hand-over' },
  { by: 'processor', from: 'approved', to: 'printed', duty: 'print', byCheck: 'run' },
  { by: 'processor', from: 'approved', to: 'sendback', decides: true, stops: true, needs: 'note' },
  {
    by: 'processor',
    from: 'printed',
    to: 'signed',
    duty: 'sign without account',
    needs: 'checkNumber',
    byCheck: 'signing',
  },
  { by: 'processor', from: 'signed', to: 'ready', offers: 'deliveryMethod' },
  { by: 'processor', from: 'ready', to: 'closed', offers: 'receivedBy', completes: true, byCheck: 'hand-over' },
]

/** Groups of statuses used by lists and dashboards (R139 to R141). */
export const groupings = {
  pending: ['request', 'processing'],
  processing: ['approved', 'printed', 'signed'],
  completed: ['ready', 'closed'],
  sendback: ['sendback'],
  rejected: ['rejected'],
} as const satisfies Record<string, readonly StatusName[]>

export type Grouping = keyof typeof groupings

/** The properties of the user that a transition depends on. */
export interface Actor {
  readonly userId: number
  readonly role: RoleName
  /** True for auditors, who can't change anything, whatever their role (decision 101). */
  readonly audits?: boolean | undefined
}

/** A hold, which keeps a request in its status until another person lifts the hold. */
export interface Hold {
  readonly byId: number
  readonly byName: string
  readonly reason: string
}

/** The facts that a transition depends on. `hands`: who took part in the request, at least the actor's own parts. */
export interface RequestState {
  readonly status: StatusName
  readonly requesterId: number
  readonly hands: readonly Hand[]
  readonly separationOfDuties: boolean
  readonly hold?: Hold | undefined
  readonly check?: RequestCheck | undefined
}

/** Why a transition isn't possible: `forbidden` for this user, or in `conflict` with the current status. */
export interface Refusal {
  readonly kind: 'forbidden' | 'conflict'
  readonly sentence: string
}

/** The status with this id. Ids come from the table, so an unknown id is a programming error. */
export function statusOf(id: StatusId): Status {
  return statusById.get(id) as Status
}

/** The status with this name. */
export function statusNamed(name: StatusName): Status {
  return statuses.find((status) => status.name === name) as Status
}

/** The ids of the statuses in a group, in life cycle order. */
export function statusIdsOf(grouping: Grouping): StatusId[] {
  return groupings[grouping].map((name) => statusNamed(name).id)
}

/** Whether a request in this status awaits a decision (R139). */
export function isPending(status: StatusName): boolean {
  return (groupings.pending as readonly StatusName[]).includes(status)
}

/** The row that allows this role to make this transition, or undefined if there is none. */
function findTransition(role: RoleName, from: StatusName, to: StatusName): Transition | undefined {
  return transitions.find((row) => row.by === role && row.from === from && row.to === to)
}

/** The row that allows this user to make this transition now, or the reason why they can't. */
export type Decision =
  | { readonly row: Transition; readonly refusal?: undefined }
  | { readonly row?: undefined; readonly refusal: Refusal }

/**
 * The row that allows this user to make this transition now, or the refusal (A4, D1). The server returns the refusal's
 * sentence with 403 or 409, and the browser shows the sentence next to the disabled choice.
 */
export function decideTransition(actor: Actor, request: RequestState, to: StatusName): Decision {
  if (actor.audits) return { refusal: forbidden(sentences.auditsOnly) }
  const row = findTransition(actor.role, request.status, to)
  if (!row) return { refusal: refuseMissingRow(actor.role, request.status, to) }
  const reason = refusalByRow(row, actor, request)
  return reason ? { refusal: reason } : { row }
}

/** Why a decision or withdrawal without a version is refused: no one can decide on an unseen version (E8). */
export function refuseWithoutVersion(row: Transition, version: number | undefined): Refusal | undefined {
  return (row.decides || row.withdraws) && version === undefined
    ? { kind: 'conflict', sentence: sentences.versionMissing }
    : undefined
}

/** Why this user can't make this transition now; undefined when they can. */
export function refusal(actor: Actor, request: RequestState, to: StatusName): Refusal | undefined {
  return decideTransition(actor, request, to).refusal
}

/** A transition that a role can make from this status. `refusal`: why this user can't; undefined if the user can. */
export interface Choice {
  readonly to: Status
  readonly row: Transition
  readonly refusal?: Refusal
}

/** All transitions that this user's role can make from the request's status; empty for auditors. */
export function choices(actor: Actor, request: RequestState): Choice[] {
  if (actor.audits) return []
  return transitions
    .filter((row) => row.by === actor.role && row.from === request.status)
    .map((row) => {
      const reason = refusalByRow(row, actor, request)
      return { to: statusNamed(row.to), row, ...(reason && { refusal: reason }) }
    })
}

/** The input that a user enters for a transition, without the target status. */
export interface TransitionInput {
  readonly note?: string | null | undefined
  readonly check_number?: string | null | undefined
}

/** The transition by which this user can withdraw the request now; undefined if they can't. */
export function withdrawalOf(actor: Actor, request: RequestState): Choice | undefined {
  return choices(actor, request).find(({ row, refusal }) => row.withdraws && !refusal)
}

/** A sentence for each required input that is missing, by field (A4, R075, R178). */
export function missingFor(
  { needs, withdraws }: { needs?: Transition['needs'] | undefined; withdraws?: true | undefined },
  input: TransitionInput,
): Record<string, string> {
  if (needs === 'note' && !input.note?.trim())
    return { note: withdraws ? missingForTransition.reason : missingForTransition.note }
  if (needs === 'checkNumber' && !input.check_number?.trim()) return { check_number: missingForTransition.checkNumber }
  return {}
}

/** A role's filter choices: its transitions' targets except stops and withdrawals, in table order (R152, A4, E4). */
export function filterChoices(role: RoleName): Status[] {
  const rows = transitions.filter((row) => row.by === role && !row.stops && !row.withdraws)
  const targets = new Set(rows.map((row) => row.to))
  return [...targets].map(statusNamed)
}

/** The tracker's steps in order (R138). */
export function trackerSteps(): Status[] {
  return statuses.filter((status) => status.step !== null)
}

/** The tracker step of a status, from 1. A sent-back request is at step 1; a rejected request has no step (R073). */
export function trackerStep(name: StatusName): number | undefined {
  if (name === 'sendback') return 1
  const position = trackerSteps().indexOf(statusNamed(name))
  return position < 0 ? undefined : position + 1
}

/** True for the status of an approved request whose check can be printed. */
export function isApproved(name: StatusName): boolean {
  return name === 'approved'
}

/** True for the status of a request whose check has been printed but not yet signed. */
export function isPrinted(name: StatusName): boolean {
  return name === 'printed'
}

/** True for a status from Printed on. The check exists and counts as outstanding once it has a number. */
export function hasCheck(name: StatusName): boolean {
  const step = trackerStep(name)
  return step !== undefined && step >= (trackerStep('printed') as number)
}

/** The status of a request with some approvals given and some still missing (approval control). */
export const whileApprovalsAreMissing: StatusName = 'processing'

/** True for decisions reserved for the approvers named by an approval policy, if a policy is in force. */
export function decidesUnderPolicy({ duty }: Transition): boolean {
  return duty === 'decide'
}

/** True if the check has been handed over, which sets the completed date (A15). */
export function isClosed(name: StatusName): boolean {
  return name === 'closed'
}

/** True while the request is in progress and can still become overdue (B2). */
export function isOpen(name: StatusName): boolean {
  return name !== 'closed' && name !== 'rejected'
}

/** True when the request ended without a check. */
export function willNeverBePaid(name: StatusName): boolean {
  return name === 'rejected'
}

function refusalByRow(row: Transition, actor: Actor, request: RequestState): Refusal | undefined {
  if (row.own && request.requesterId !== actor.userId) return forbidden(sentences.notOwn)
  if (request.hold) return { kind: 'conflict', sentence: sentences.onHold(request.hold) }
  const byCheck = refusalByCheck(row.byCheck, request.check)
  if (byCheck) return { kind: 'conflict', sentence: byCheck }
  const byHand = row.duty && refusalByHand(requestBars[row.duty], actor.userId, request)
  return byHand === undefined ? undefined : forbidden(byHand)
}

function refuseMissingRow(role: RoleName, from: StatusName, to: StatusName): Refusal {
  const rowsToTarget = transitions.filter((row) => row.by === role && row.to === to)
  if (rowsToTarget.length === 0) return forbidden(sentences.roleNever(role, statusNamed(to).badge))
  const starts = rowsToTarget.map((row) => statusNamed(row.from).badge)
  return { kind: 'conflict', sentence: sentences.wrongStatus(statusNamed(from).badge, statusNamed(to).badge, starts) }
}

function forbidden(sentence: string): Refusal {
  return { kind: 'forbidden', sentence }
}
