import {
  type Actor,
  choices,
  type RequestState,
  type Status,
  type StatusName,
  statusNamed,
  type Transition,
  transitions,
} from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import type { Person } from '#sessions/session-state.ts'

/** One transition that the person's role has from here, with the reason when they cannot make it. */
export interface StatusChoice {
  readonly to: Status
  readonly needs: Transition['needs'] | undefined
  readonly offers: Transition['offers'] | undefined
  readonly refusal: string | undefined
  /** A transition of one's own request, rather than work on the requests of others. */
  readonly own: boolean
  /** Stops what has been approved, rather than taking it further. */
  readonly stops: boolean
}

interface Label {
  readonly name: string
  /** The single key that chooses it, so that approvers can decide without a mouse. */
  readonly key?: string
  readonly danger?: true
  /** The specification names its button, without the amount (R075). */
  readonly bare?: true
}

const labels: Partial<Record<StatusName, Label>> = {
  request: { name: 'Send In Again' },
  processing: { name: 'Start Processing' },
  approved: { name: 'Approve', key: 'a' },
  closed: { name: 'Complete Check Request', bare: true },
  rejected: { name: 'Reject', key: 'r', danger: true },
  sendback: { name: 'Send Back', key: 's' },
}

/** The label and style of a transition to this status. */
export function labelOf(to: StatusName): Label {
  return labels[to] ?? { name: `Mark as ${statusNamed(to).badge}` }
}

/** The label of its button, with the amount. */
export function labelWithAmount(to: StatusName, amount: number): string {
  const { name, bare } = labelOf(to)
  return bare ? name : `${name} ${formatDollars(amount)}`
}

/** The transitions that the form offers this person (A4, D1). */
export function choicesFor(person: Person, request: ListedRequest): StatusChoice[] {
  return choices(actorOf(person), stateOf(request)).map(({ to, row, refusal }) => ({
    to,
    needs: row.needs,
    offers: row.offers,
    refusal: refusal?.sentence,
    own: row.own ?? false,
    stops: row.stops ?? false,
  }))
}

export function actorOf({ id, role }: Person): Actor {
  return { userId: id, role }
}

export function stateOf(request: ListedRequest): RequestState {
  return {
    status: request.status_name,
    requesterId: request.requester_id,
    hands: request.hands.map(({ user_id, part }) => ({ userId: user_id, part })),
    separationOfDuties: request.separation_of_duties,
    hold: request.hold
      ? { byId: request.hold.by_id, byName: request.hold.by_name, reason: request.hold.reason }
      : undefined,
  }
}

/** True for the roles that decide on the requests of others or process them. */
export function worksForOthers(role: Person['role']): boolean {
  return transitions.some(({ by, own }) => by === role && !own)
}
