import { covers, type Place } from '../access/scope.ts'
import { listWithAnd } from '../values/lists.ts'
import { type Approver, isNamed } from './authority.ts'
import type { Conditions, Policy, Rule, Step } from './policy.ts'
import { isUnreachable, onlyAdds, overlap } from './routing.ts'

/** A location and its display name. */
export interface NamedPlace extends Place {
  readonly name: string
}

const mostNamed = 5

/**
 * Warnings about rules that can never apply, and rules that preempt stricter ones. Yields portions so that the server
 * can handle other calls in between. One rule takes up to about ten milliseconds.
 */
export function* warningsOfRules(policy: Policy): Generator<string[]> {
  const unreachable = new Set<Rule>()
  for (const rule of policy.rules) {
    if (isUnreachable(policy, rule)) unreachable.add(rule)
    yield unreachable.has(rule) ? [neverDecides(rule)] : []
  }
  for (const [index, rule] of policy.rules.entries()) {
    const later = policy.rules.slice(index + 1)
    const stricter = later.filter((one) => !unreachable.has(one) && shadows(rule, one))
    yield stricter.map((one) => takesFrom(rule, one))
  }
  yield [...policy.rules, { name: 'Everything else', ...policy.otherwise }].flatMap(offersInVain)
}

/** Steps with an escalation title that everyone must approve, so escalation doesn't reduce the number of approvals. */
function offersInVain({ name, steps, hurry }: Pick<Rule, 'name' | 'steps' | 'hurry'>): string[] {
  if (!hurry?.escalate_to) return []
  return steps
    .filter(({ needed }) => needed === 'all')
    .map(
      (step) =>
        `Escalating the step “${step.name}” of “${name}” has no effect: all of its own approvers are still needed.`,
    )
}

function neverDecides({ name }: Rule): string {
  return `The rule “${name}” never applies: rules above it match all of its requests.`
}

function takesFrom(rule: Rule, stricter: Rule): string {
  return `“${rule.name}” applies to some requests that match “${stricter.name}” below it, with fewer approvals.`
}

function shadows(rule: Rule, later: Rule): boolean {
  if (onlyAdds(rule) || onlyAdds(later)) return false
  return approvalsOf(rule.steps) < approvalsOf(later.steps) && overlap(rule.conditions, later.conditions)
}

/** The minimum number of approvals for these steps. */
export function approvalsOf(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + approvalsOfStep(step), 0)
}

/**
 * The available approvers. `handIds`: those who can also create or edit requests, and so can't approve their own. Empty
 * if separation of duties is off.
 */
export interface Staff {
  readonly people: readonly Approver[]
  readonly handIds: ReadonlySet<number>
}

/** Yields the warnings about too few approvers for each rule and for “everything else”, one rule at a time. */
export function* warningsOfPeople(
  { rules, otherwise }: Policy,
  staff: Staff,
  places: readonly NamedPlace[],
): Generator<string[]> {
  for (const rule of [...rules, { name: 'Everything else', steps: otherwise.steps, conditions: undefined }])
    yield shortagesOf(rule, staff, places)
}

/**
 * One sentence for each location where a step has too few approvers for a rule's requests, or for requests created or
 * edited by one of the approvers. Empty if there are no shortages.
 */
export function shortagesOf(
  { name, steps, conditions }: { name: string; steps: readonly Step[]; conditions: Conditions | undefined },
  { people, handIds }: Staff,
  places: readonly NamedPlace[],
): string[] {
  const named = steps.map((step) => people.filter((person) => isOnList(step, person)))
  const found = Map.groupBy(places, (place) =>
    fits(conditions, place) ? supplyAt(steps, named, handIds, place) : 'enough',
  )
  const sentences: string[] = []
  const short = found.get('short')
  const justEnough = found.get('just enough')
  if (short)
    sentences.push(
      `“${name}” doesn’t have enough different approvers for its steps at ${inWords(short)}. Requests from there go to the fallback approvers.`,
    )
  if (justEnough)
    sentences.push(
      `“${name}” has just enough different approvers for its steps at ${inWords(justEnough)}. If one of them creates or edits a request from there, it goes to the fallback approvers.`,
    )
  return sentences
}

function inWords(places: readonly NamedPlace[]): string {
  const shown = places.slice(0, mostNamed).map((place) => place.name)
  const others = places.length - shown.length
  return listWithAnd(others > 0 ? [...shown, `${others} other ${others === 1 ? 'location' : 'locations'}`] : shown)
}

function isOnList({ approvers }: Step, { userId, titles }: Approver): boolean {
  if (approvers.anyone_in_scope || approvers.user_ids.includes(userId)) return true
  return titles.some(({ titleId }) => approvers.approval_title_ids.includes(titleId))
}

function fits(conditions: Conditions | undefined, { dealershipId, departmentId }: Place): boolean {
  if (!conditions) return true
  const { dealership_ids, department_ids } = conditions
  const isAmong = (ids: readonly number[], id: number | null) => ids.length === 0 || (id !== null && ids.includes(id))
  return isAmong(dealership_ids, dealershipId) && isAmong(department_ids, departmentId)
}

/** The minimum number of approvals for a step. */
function approvalsOfStep({ needed }: Step): number {
  return needed === 'all' ? 1 : needed
}

function supplyAt(
  steps: readonly Step[],
  named: readonly (readonly Approver[])[],
  handIds: ReadonlySet<number>,
  place: Place,
): 'enough' | 'just enough' | 'short' {
  // With one more candidate than required approvals, a step can still be completed no matter which candidate is
  // excluded.
  const most = approvalsOf(steps) + 1
  const candidates = steps.map((step, index) => firstNamed(step, named[index] ?? [], place, most))
  if (!canFill(steps, candidates)) return 'short'
  if (candidates.every(({ length }) => length === most)) return 'enough'
  const hands = [...new Set(candidates.flat())].filter((id) => handIds.has(id))
  const without = (left: number) => candidates.map((ids) => ids.filter((id) => id !== left))
  return hands.every((id) => canFill(steps, without(id))) ? 'enough' : 'just enough'
}

/**
 * Whether a different person can give each approval, found by matching approvals with people (augmenting paths).
 * `candidates`: the ids of the people for each step.
 */
export function canFill(steps: readonly Step[], candidates: readonly (readonly number[])[]): boolean {
  const seats = steps.flatMap((step, index) => Array.from({ length: approvalsOfStep(step) }, () => index))
  const seatOf = new Map<number, number>()
  const seat = (index: number, tried: Set<number>): boolean =>
    (candidates[seats[index] as number] ?? []).some((userId) => {
      if (tried.has(userId)) return false
      tried.add(userId)
      const taken = seatOf.get(userId)
      if (taken !== undefined && !seat(taken, tried)) return false
      seatOf.set(userId, index)
      return true
    })
  return seats.every((_, index) => seat(index, new Set()))
}

/** The first approvers for a step at a location, up to a limit. */
export function firstNamed({ approvers }: Step, people: readonly Approver[], place: Place, most: number): number[] {
  const found: number[] = []
  for (const person of people) {
    if (found.length === most) break
    if (covers(person.scope, place) && isNamed(approvers, person, place)) found.push(person.userId)
  }
  return found
}
