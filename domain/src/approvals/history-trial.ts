import type { Approver } from './authority.ts'
import type { Policy, Step } from './policy.ts'
import { type RoutedRequest, routeOf } from './routing.ts'
import { approvalsOf, canFill, firstNamed } from './warnings.ts'

/** A request as it went: by which rule and with how many approvals. */
export interface WentBy {
  /** Null for everything else; undefined where it went without a policy, with one approval by any approver in scope. */
  readonly rule: string | null | undefined
  readonly approvals: number
}

/** A real request, as a trial looks at it. */
export interface TriedRequest extends RoutedRequest {
  readonly went: WentBy
  /** Who had a hand in it and approves none of it. */
  readonly barredIds: readonly number[]
}

/** What would be otherwise about a request, in the order in which people read it. */
export const differences = ['other-rule', 'more-approvals', 'fewer-approvals', 'too-few-people'] as const
export type Difference = (typeof differences)[number]

/** How a request would have gone, and what of that differs from how it went. */
export interface Tried {
  readonly rule: string | null
  readonly approvals: number
  readonly because: readonly Difference[]
}

/** Tries real requests under a policy, with people as they are now. What places have in common is worked out once. */
export function historyTrial(policy: Policy, people: readonly Approver[]): (request: TriedRequest) => Tried {
  const known = new Map<string, readonly (readonly number[])[]>()
  return (request) => {
    const { rule, added, steps } = routeOf(policy, request)
    const { dealershipId, departmentId } = request.place
    const key = JSON.stringify([rule, added, dealershipId, departmentId])
    const candidates = known.get(key) ?? candidatesOf(steps, people, request)
    known.set(key, candidates)
    const left = candidates.map((ids) => ids.filter((id) => !request.barredIds.includes(id)))
    const approvals = approvalsOf(steps)
    const { went } = request
    const because: Readonly<Record<Difference, boolean>> = {
      'other-rule': went.rule !== undefined && went.rule !== rule,
      'more-approvals': approvals > went.approvals,
      'fewer-approvals': approvals < went.approvals,
      'too-few-people': !canFill(steps, left),
    }
    return { rule, approvals, because: differences.filter((name) => because[name]) }
  }
}

/** Enough people of each step to fill it whoever had a hand in a request: its requester, and whoever raised or edited it. */
function candidatesOf(steps: readonly Step[], people: readonly Approver[], { place }: TriedRequest) {
  const most = approvalsOf(steps) + mostBarred
  return steps.map((step) => firstNamed(step, people, place, most))
}

const mostBarred = 50
