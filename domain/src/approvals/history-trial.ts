import type { Approver } from './authority.ts'
import type { Policy, Step } from './policy.ts'
import { type RoutedRequest, routeOf } from './routing.ts'
import { approvalsOf, canFill, firstNamed } from './warnings.ts'

/** The route that a past request took: the rule that applied and the number of approvals. */
export interface WentBy {
  /**
   * Null for “everything else”. Undefined for requests routed without a policy, which needed one approval from any
   * approver in scope.
   */
  readonly rule: string | null | undefined
  readonly approvals: number
}

/** A past request, in the form that a policy trial uses. */
export interface TriedRequest extends RoutedRequest {
  readonly went: WentBy
  /** The users who created or edited the request and so can't approve it. */
  readonly barredIds: readonly number[]
}

/** The differences that a trial can report, in display order. */
export const differences = ['other-rule', 'more-approvals', 'fewer-approvals', 'too-few-people'] as const
export type Difference = (typeof differences)[number]

/** The route that a past request would take, and how that route differs from the actual one. */
export interface Tried {
  readonly rule: string | null
  readonly approvals: number
  readonly because: readonly Difference[]
}

/** Returns a function that tries past requests under a policy with the current users. Caches results by location. */
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

/**
 * Up to as many approvers per step as are enough to fill all steps even if the requester and everyone who created or
 * edited the request are excluded.
 */
function candidatesOf(steps: readonly Step[], people: readonly Approver[], { place }: TriedRequest) {
  const most = approvalsOf(steps) + mostBarred
  return steps.map((step) => firstNamed(step, people, place, most))
}

const mostBarred = 50
