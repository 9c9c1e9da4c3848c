import {
  choices,
  groupings,
  type Status,
  type StatusName,
  statusNamed,
  type Transition,
} from '@check-requests/domain/check-requests/lifecycle.ts'
import type { HistoryEntry, ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { actInto } from '@check-requests/domain/payees/rules.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import type { Person } from '#access/sessions/session-state.ts'
import { actorOf, stateOf } from '#check-requests/status/request-state.ts'

/** A transition that the user's role can make from the current status, with the reason if this user can't make it. */
export interface StatusChoice {
  readonly to: Status
  readonly needs: Transition['needs'] | undefined
  readonly offers: Transition['offers'] | undefined
  readonly refusal: string | undefined
  /** True if a finding that is shown with the request gives the reason. */
  readonly isStopped: boolean
  /** True if the dealer group's policy has another user decide now. */
  readonly waitsForOthers: boolean
  /** True for a transition on the user's own request. */
  readonly own: boolean
  /** True if the transition stops an approved request instead of moving it forward. */
  readonly stops: boolean
}

interface Label {
  readonly name: string
  /** The completed action at the beginning of a sentence. */
  readonly past: string
  /** The shortcut key, which lets approvers decide without a mouse. */
  readonly key?: string
  readonly danger?: true
  /** Set if a policy can require this transition step by step. */
  readonly byStep?: true
  /** Set if the specification defines the button text, without the amount (R075). */
  readonly bare?: true
}

const labels: Partial<Record<StatusName, Label>> = {
  request: { name: 'Resubmit', past: 'Resubmitted' },
  processing: { name: 'Start Processing', past: 'Started processing' },
  approved: { name: 'Approve', past: 'Approved', key: 'a', byStep: true },
  closed: { name: 'Complete Check Request', past: 'Completed', bare: true },
  rejected: { name: 'Reject', past: 'Rejected', key: 'r', danger: true },
  sendback: { name: 'Send Back', past: 'Sent back', key: 's' },
}

/** The label and style of the transition to this status. */
export function labelOf(to: StatusName): Label {
  const { badge } = statusNamed(to)
  return labels[to] ?? { name: `Mark as ${badge}`, past: `Marked as ${badge}:` }
}

/** The label of a transition's button, with the amount. */
export function labelWithAmount(to: StatusName, amount: number): string {
  const { name, bare } = labelOf(to)
  return bare ? name : `${name} ${formatDollars(amount)}`
}

type Check = Pick<ListedRequest, 'amount' | 'payee_name_1' | 'request_number'>

/** A completed action with the check that it concerns: `Approved $1,796.24 to Renée Dubois, LAG-TOY-SAL-000104`. */
export function doneInWords(to: StatusName, request: Check): string {
  return `${labelOf(to).past} ${checkInWords(request)}`
}

/** The completed approval of one step, with the check that it concerns. */
export function stepDoneInWords(step: string, request: Check): string {
  return `Approved step “${markHidden(step)}” for ${checkInWords(request)}`
}

function checkInWords({ amount, payee_name_1, request_number }: Check): string {
  return `${formatDollars(amount)} to ${markHidden(payee_name_1)}, ${request_number}`
}

/**
 * The transitions that the form offers this user (A4, D1). `waiting`: why the policy has another user decide now.
 * `stop`: the finding that rules out the next payment step.
 */
export function choicesFor(
  person: Person,
  request: ListedRequest,
  waiting?: string | null,
  stop?: string,
): StatusChoice[] {
  const offered = choices(actorOf(person), stateOf(request)).filter(({ row }) => !row.withdraws)
  return offered.map(({ to, row, refusal }) => {
    const isDecision = row.decides === true && !row.stops
    const stopped = actInto(to.name) && !row.own ? stop : undefined
    return {
      to,
      needs: row.needs,
      offers: row.offers,
      refusal: refusal?.sentence ?? ((isDecision && waiting) || stopped),
      isStopped: !refusal && !(isDecision && waiting) && stopped !== undefined,
      waitsForOthers: isDecision && !refusal && Boolean(waiting),
      own: row.own ?? false,
      stops: row.stops ?? false,
    }
  })
}

/** The id of the only next status; null if there are several or the only one is refused. */
export function onlyChoice(choices: readonly StatusChoice[]): number | null {
  const [first, ...others] = choices.filter(({ stops }) => !stops)
  return first && !first.refusal && others.length === 0 ? first.to.id : null
}

/** The step that an entry approved if other steps remain; undefined if the status alone describes the entry. */
export function approvedStep({
  status_name,
  changes,
}: Pick<HistoryEntry, 'status_name' | 'changes'>): string | undefined {
  const isPending = groupings.pending.some((pending) => pending === status_name)
  if (!isPending) return undefined
  return changes.find(({ field }) => field === 'approval_step')?.to ?? undefined
}
