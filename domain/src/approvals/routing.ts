import type { Place } from '../access/scope.ts'
import { type PayeeType, payeeTypes } from '../check-requests/fields.ts'
import type { Priority } from '../check-requests/priorities.ts'
import { type Cents, smallestAmount } from '../values/money.ts'
import {
  type ConditionName,
  conditionNames,
  type ListedColumn,
  type ListedIds,
  type ListedName,
  listedColumns,
  listedConditions,
  listedFields,
  listedName,
} from './conditions.ts'
import type { Conditions, Policy, RoutedStep, Rule } from './policy.ts'

/**
 * The facts by which a policy routes a request. `cents`: the request's amount or, if larger, the total paid to the
 * payee within seven days.
 */
export interface RoutedRequest {
  readonly cents: Cents
  readonly place: Place
  readonly ids: ListedIds
  readonly payeeType: PayeeType
  readonly priority: Priority
  /**
   * True if the payee isn't verified yet, or if the request differs from the payee's name or address. False without a
   * payee list.
   */
  readonly payeeIsNew?: boolean
  /** True if a document surely has the request’s amount and payee. */
  readonly documentAgrees?: boolean
}

/** The route of a request through a policy. `rule`: null if no rule matches and “everything else” applies. */
export interface Route {
  readonly rule: string | null
  /** The rules about priorities that added steps. */
  readonly added: readonly string[]
  readonly steps: readonly RoutedStep[]
}

/**
 * The number of days for which payments to the same payee count toward the amount, so splitting a payment doesn't avoid
 * approvals.
 */
export const daysOfSplitPayments = 7

type ConditionTest = (conditions: Conditions, request: RoutedRequest) => boolean

const testListed = (column: ListedColumn): ConditionTest => {
  const { field } = listedConditions[column]
  return (conditions, { ids }) => isAmong(conditions[field], ids[column])
}

const tests: Readonly<Record<ConditionName, ConditionTest>> = {
  amount: ({ amount_from, amount_to }, { cents }) =>
    (amount_from === null || cents >= amount_from) && (amount_to === null || cents <= amount_to),
  'payee type': ({ payee_type }, { payeeType }) => payee_type === null || payee_type === payeeType,
  priority: ({ priority_levels }, { priority }) => isAmong(priority_levels, priority),
  payee: ({ new_payee = false }, { payeeIsNew = false }) => !new_payee || payeeIsNew,
  document: ({ document_agrees }, { documentAgrees = false }) =>
    document_agrees === undefined || document_agrees === documentAgrees,
  ...(Object.fromEntries(listedColumns.map((column) => [listedName(column), testListed(column)])) as Record<
    ListedName,
    ConditionTest
  >),
}

/** The conditions that the request doesn't meet; empty when the rule matches. */
export function misfits({ conditions }: Rule, request: RoutedRequest): ConditionName[] {
  return conditionNames.filter((name) => !tests[name](conditions, request))
}

/** True for rules about priorities, which only add steps to the route of another rule. */
export function onlyAdds({ conditions }: Rule): boolean {
  return conditions.priority_levels.length > 0
}

/** Whether a policy has conditions about new or changed payees. */
export function asksForNewPayees({ rules }: Policy): boolean {
  return rules.some(({ conditions }) => conditions.new_payee === true)
}

/** Whether a policy has conditions about what documents say. */
export function asksForDocuments({ rules }: Policy): boolean {
  return rules.some(({ conditions }) => conditions.document_agrees !== undefined)
}

/** The steps of a request under a policy: those of the first matching rule, and those added for its priority. */
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

/**
 * A set of requests: a range of amounts and, for each other property, either a list of values or all values except a
 * list.
 */
interface Box {
  readonly from: number
  readonly to: number
  readonly parts: readonly Values[]
}

/** Some values or, with `isAllBut`, all values except these. */
interface Values {
  readonly isAllBut: boolean
  readonly listed: readonly unknown[]
}

/** Checking more boxes would delay other calls. Rules in realistic policies need at most a few hundred. */
const mostBoxes = 5000

/**
 * Whether a rule can never apply because earlier rules match all its requests. Always false for rules about priorities,
 * which add steps wherever they match, and when the check would take too long.
 */
export function isUnreachable({ rules }: Pick<Policy, 'rules'>, rule: Rule): boolean {
  if (onlyAdds(rule)) return false
  const earlier = rules.slice(0, rules.indexOf(rule)).filter((one) => !onlyAdds(one))
  let left: readonly Box[] = [boxOf(rule.conditions)]
  let seen = 0
  for (const { conditions } of earlier) {
    seen += left.length
    if (seen > mostBoxes) return false
    left = left.flatMap((box) => without(box, boxOf(conditions)))
  }
  return left.length === 0
}

/** Whether some request can meet both sets of conditions. */
export function overlap(one: Conditions, other: Conditions): boolean {
  return shared(boxOf(one), boxOf(other)) !== undefined
}

function boxOf(conditions: Conditions): Box {
  const { amount_from, amount_to, payee_type, new_payee = false, document_agrees } = conditions
  return {
    from: amount_from ?? smallestAmount,
    to: amount_to ?? Number.MAX_SAFE_INTEGER,
    parts: [
      ...listedFields.map((field) => some(conditions[field])),
      { isAllBut: false, listed: payee_type === null ? payeeTypes : [payee_type] },
      { isAllBut: false, listed: new_payee ? [true] : [true, false] },
      { isAllBut: false, listed: document_agrees === undefined ? [true, false] : [document_agrees] },
    ],
  }
}

function some(listed: readonly unknown[]): Values {
  return { isAllBut: listed.length === 0, listed }
}

/** The part of `box` outside the other box: at most two boxes by amount, and one for each other property. */
function without(box: Box, other: Box): Box[] {
  const common = shared(box, other)
  if (!common) return [box]
  const { from, to } = common
  const middle = { ...box, from, to }
  const byAmount = [
    ...(box.from < from ? [{ ...box, to: from - 1 }] : []),
    ...(box.to > to ? [{ ...box, from: to + 1 }] : []),
  ]
  const byPart = box.parts.flatMap((values, index) => {
    const rest = except(values, other.parts[index] as Values)
    const parts = [...common.parts.slice(0, index), rest, ...box.parts.slice(index + 1)]
    return isEmpty(rest) ? [] : [{ ...middle, parts }]
  })
  return [...byAmount, ...byPart]
}

function shared(one: Box, other: Box): Box | undefined {
  const from = Math.max(one.from, other.from)
  const to = Math.min(one.to, other.to)
  const parts = one.parts.map((values, index) => both(values, other.parts[index] as Values))
  return from > to || parts.some(isEmpty) ? undefined : { from, to, parts }
}

// A list of exceptions never exhausts the possible purposes and locations, because more can always be added.
function isEmpty({ isAllBut, listed }: Values): boolean {
  return !isAllBut && listed.length === 0
}

function both(one: Values, other: Values): Values {
  const isIn = (listed: Values['listed']) => (value: unknown) => listed.includes(value)
  const isNotIn = (listed: Values['listed']) => (value: unknown) => !listed.includes(value)
  if (one.isAllBut && other.isAllBut) return { isAllBut: true, listed: [...one.listed, ...other.listed] }
  if (one.isAllBut) return { isAllBut: false, listed: other.listed.filter(isNotIn(one.listed)) }
  return { isAllBut: false, listed: one.listed.filter((other.isAllBut ? isNotIn : isIn)(other.listed)) }
}

function except(values: Values, other: Values): Values {
  return both(values, { isAllBut: !other.isAllBut, listed: other.listed })
}
