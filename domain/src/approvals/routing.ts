import type { Place } from '../access/scope.ts'
import type { PayeeType } from '../check-requests/fields.ts'
import type { Priority } from '../check-requests/priorities.ts'
import type { Cents } from '../values/money.ts'
import type { Conditions, Policy, RoutedStep, Rule } from './policy.ts'

/** What a policy routes a request by. `cents`: the larger of its amount and what its payee gets within seven days. */
export interface RoutedRequest {
  readonly cents: Cents
  readonly place: Place
  readonly purposeId: number
  readonly payeeType: PayeeType
  readonly priority: Priority
  /** Its payee is not verified yet, or it has another name or address than its payee. False without a list of payees. */
  readonly payeeIsNew?: boolean
}

/** The way of a request through a policy. `rule`: null where none fits, and everything else applies. */
export interface Route {
  readonly rule: string | null
  /** Rules about priorities that added steps. */
  readonly added: readonly string[]
  readonly steps: readonly RoutedStep[]
}

/** How far back payments to the same payee count for the amount, in days: splitting a payment does not help. */
export const daysOfSplitPayments = 7

/** What the conditions of a rule can ask for, as a trial names it. */
export const conditionNames = [
  'amount',
  'dealership',
  'department',
  'purpose',
  'payee type',
  'priority',
  'payee',
] as const
export type ConditionName = (typeof conditionNames)[number]

const tests: Readonly<Record<ConditionName, (conditions: Conditions, request: RoutedRequest) => boolean>> = {
  amount: ({ amount_from, amount_to }, { cents }) =>
    (amount_from === null || cents >= amount_from) && (amount_to === null || cents <= amount_to),
  dealership: ({ dealership_ids }, { place }) => isAmong(dealership_ids, place.dealershipId),
  department: ({ department_ids }, { place }) => isAmong(department_ids, place.departmentId),
  purpose: ({ purpose_ids }, { purposeId }) => isAmong(purpose_ids, purposeId),
  'payee type': ({ payee_type }, { payeeType }) => payee_type === null || payee_type === payeeType,
  priority: ({ priority_levels }, { priority }) => isAmong(priority_levels, priority),
  payee: ({ new_payee = false }, { payeeIsNew = false }) => !new_payee || payeeIsNew,
}

/** The conditions that the request does not meet; none when the rule fits. */
export function misfits({ conditions }: Rule, request: RoutedRequest): ConditionName[] {
  return conditionNames.filter((name) => !tests[name](conditions, request))
}

/** True for rules about priorities, which add steps to those of another rule. */
export function onlyAdds({ conditions }: Rule): boolean {
  return conditions.priority_levels.length > 0
}

/** Does a policy ask whether payees are new or changed? */
export function asksForNewPayees({ rules }: Policy): boolean {
  return rules.some(({ conditions }) => conditions.new_payee === true)
}

/** Which steps a request takes under a policy: those of the first rule that fits, and those that its priority adds. */
export function routeOf(policy: Policy, request: RoutedRequest): Route {
  const rule = policy.rules.find((candidate) => !onlyAdds(candidate) && misfits(candidate, request).length === 0)
  const added = policy.rules.filter((candidate) => onlyAdds(candidate) && misfits(candidate, request).length === 0)
  return {
    rule: rule?.name ?? null,
    added: added.map(({ name }) => name),
    steps: [rule ?? policy.otherwise, ...added].flatMap(stepsOf),
  }
}

function stepsOf({ steps, hurry }: Pick<Rule, 'steps' | 'hurry'>): readonly RoutedStep[] {
  return hurry ? steps.map((step) => ({ ...step, hurry })) : steps
}

function isAmong<Value>(listed: readonly Value[], value: Value | null): boolean {
  return listed.length === 0 || (value !== null && listed.includes(value))
}
