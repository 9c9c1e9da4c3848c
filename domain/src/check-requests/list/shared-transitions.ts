import type { RoleName } from '../../access/roles.ts'
import {
  type Actor,
  type Refusal,
  type RequestState,
  refusal,
  type Status,
  type StatusName,
  statusNamed,
  type Transition,
  transitions,
} from '../lifecycle.ts'
import { sentences } from '../refusals.ts'

/** The maximum number of requests that one call can change. */
export const mostChangedAtOnce = 100

/** One transition of several requests at once. */
export interface SharedTransition {
  readonly to: Status
  readonly needs: Transition['needs']
  readonly offers: Transition['offers']
  /** For each request in the given order: why the request can't make the transition, or undefined when it can. */
  readonly refusals: readonly (Refusal | undefined)[]
  /**
   * Why the transition can't be chosen: too many requests, a status that doesn't have the transition, or no request on
   * which the user can make it. Undefined if it can be chosen.
   */
  readonly blocked: string | undefined
}

/** The transitions that can be offered for all these requests together, by the transition table and `refusal`. */
export function sharedTransitions(
  actor: Actor,
  requests: readonly RequestState[],
  targets: readonly StatusName[],
): readonly SharedTransition[] {
  return targets.map((to) => {
    const refusals = requests.map((request) => refusal(actor, request, to))
    const { needs, offers } = rowsTo(actor.role, to)[0] ?? {}
    return { to: statusNamed(to), needs, offers, refusals, blocked: blocked() }

    function blocked(): string | undefined {
      if (requests.length > mostChangedAtOnce) return sentences.tooMany(requests.length, mostChangedAtOnce)
      const rows = rowsTo(actor.role, to)
      const misplaced = requests.filter(({ status }) => !rows.some(({ from }) => from === status))
      if (rows.length > 0 && misplaced.length > 0) return wrongStatus(actor.role, misplaced, requests.length, to)
      return refusals.every((reason) => reason !== undefined) ? refusals[0]?.sentence : undefined
    }
  })
}

/**
 * The only status to which this role can move requests forward from this status; undefined if there is none or more
 * than one.
 */
export function nextTarget(role: RoleName, from: StatusName): StatusName | undefined {
  const [next, ...others] = transitions.filter((row) => row.by === role && row.from === from && !row.stops && !row.own)
  return others.length === 0 ? next?.to : undefined
}

/** Whether this role can make any of these transitions on several requests from one of these statuses. */
export function hasTransitionTo(
  role: RoleName,
  targets: readonly StatusName[],
  statuses: readonly StatusName[],
): boolean {
  return targets.some((to) => rowsTo(role, to).some(({ from, withdraws }) => !withdraws && statuses.includes(from)))
}

/** Whether this user can make any of these transitions on this request now. */
export function canChangeTo(actor: Actor, request: RequestState, targets: readonly StatusName[]): boolean {
  return targets.some((to) => refusal(actor, request, to) === undefined)
}

function wrongStatus(role: RoleName, misplaced: readonly RequestState[], total: number, to: StatusName): string {
  const from = misplaced.map(({ status }) => statusNamed(status).badge)
  const starts = rowsTo(role, to).map((row) => statusNamed(row.from).badge)
  return sentences.wrongStatusOfSome(total, from, statusNamed(to).badge, starts)
}

function rowsTo(role: RoleName, to: StatusName): readonly Transition[] {
  return transitions.filter((row) => row.by === role && row.to === to)
}
