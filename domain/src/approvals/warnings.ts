import { covers, type Place } from '../access/scope.ts'
import { type Approver, isNamed } from './authority.ts'
import type { Conditions, Policy, Rule, Step } from './policy.ts'
import { isUnreachable, onlyAdds, overlap } from './routing.ts'

/** A place with the name that people know. */
export interface NamedPlace extends Place {
  readonly name: string
}

const listFormat = new Intl.ListFormat('en-US')
const mostNamed = 5

/**
 * What is doubtful about the rules themselves: those that never decide, and those that take stricter ones' place. Some
 * at a time, so that a server can serve others in between: a rule takes up to some ten milliseconds.
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

/** Steps that all have to approve, and that are offered to others: nobody is spared by it. */
function offersInVain({ name, steps, hurry }: Pick<Rule, 'name' | 'steps' | 'hurry'>): string[] {
  if (!hurry?.escalate_to) return []
  return steps
    .filter(({ needed }) => needed === 'all')
    .map((step) => `“${name}” offers its step “${step.name}” to others in time, but still needs all of its own people.`)
}

function neverDecides({ name }: Rule): string {
  return `The rule “${name}” never decides: rules above it take every request that it fits.`
}

function takesFrom(rule: Rule, stricter: Rule): string {
  return `Some requests that fit “${stricter.name}” are decided by “${rule.name}” above it, with fewer approvals.`
}

function shadows(rule: Rule, later: Rule): boolean {
  if (onlyAdds(rule) || onlyAdds(later)) return false
  return approvalsOf(rule.steps) < approvalsOf(later.steps) && overlap(rule.conditions, later.conditions)
}

/** How many approvals these steps take at least. */
export function approvalsOf(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + approvalsOfStep(step), 0)
}

/**
 * Who there is to approve. `handIds`: those of them who can raise or edit requests as well and then approve none of
 * them; nobody where separation of duties is lifted.
 */
export interface Staff {
  readonly people: readonly Approver[]
  readonly handIds: ReadonlySet<number>
}

/** The same for the people of each rule and of everything else, a rule at a time. */
export function* warningsOfPeople(
  { rules, otherwise }: Policy,
  staff: Staff,
  places: readonly NamedPlace[],
): Generator<string[]> {
  for (const rule of [...rules, { name: 'Everything else', steps: otherwise.steps, conditions: undefined }])
    yield shortagesOf(rule, staff, places)
}

/**
 * The places of a rule at which a step has too few people for its requests, or for those that one of its people raised
 * or edited, in a sentence each; empty if there are none.
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
      `“${name}” has not enough different people for its steps at ${inWords(short)}. Its requests go to the fallback there.`,
    )
  if (justEnough)
    sentences.push(
      `“${name}” has just enough different people for its steps at ${inWords(justEnough)}. A request there that one of them raised or edited goes to the fallback.`,
    )
  return sentences
}

function inWords(places: readonly NamedPlace[]): string {
  const shown = places.slice(0, mostNamed).map((place) => place.name)
  const others = places.length - shown.length
  return listFormat.format(others > 0 ? [...shown, `${others} other places`] : shown)
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

/** How many approvals a step takes at least. */
function approvalsOfStep({ needed }: Step): number {
  return needed === 'all' ? 1 : needed
}

function supplyAt(
  steps: readonly Step[],
  named: readonly (readonly Approver[])[],
  handIds: ReadonlySet<number>,
  place: Place,
): 'enough' | 'just enough' | 'short' {
  // With one candidate more than there are seats, a step finds somebody whoever is left out.
  const most = approvalsOf(steps) + 1
  const candidates = steps.map((step, index) => firstNamed(step, named[index] ?? [], place, most))
  if (!canFill(steps, candidates)) return 'short'
  if (candidates.every(({ length }) => length === most)) return 'enough'
  const hands = [...new Set(candidates.flat())].filter((id) => handIds.has(id))
  const without = (left: number) => candidates.map((ids) => ids.filter((id) => id !== left))
  return hands.every((id) => canFill(steps, without(id))) ? 'enough' : 'just enough'
}

/**
 * Could every approval be given by somebody else? Each one is matched with a person (augmenting paths). `candidates`:
 * the ids of the people of each step.
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

/** The first people of a step at a place, at most so many. */
export function firstNamed({ approvers }: Step, people: readonly Approver[], place: Place, most: number): number[] {
  const found: number[] = []
  for (const person of people) {
    if (found.length === most) break
    if (covers(person.scope, place) && isNamed(approvers, person, place)) found.push(person.userId)
  }
  return found
}
