import { payeeTypes } from '../check-requests/fields.ts'
import { smallestAmount } from '../values/money.ts'
import type { Conditions, Policy, Rule } from './policy.ts'
import { onlyAdds } from './routing.ts'

/** What some requests have in common: an amount between two, and for each other part some values or all but some. */
interface Box {
  readonly from: number
  readonly to: number
  readonly parts: readonly Values[]
}

/** Some values, or with `isAllBut` all others. */
interface Values {
  readonly isAllBut: boolean
  readonly listed: readonly unknown[]
}

/** More would hold up others: of policies as people write them, a rule takes some hundreds. */
const mostBoxes = 5000

/**
 * Does a rule never decide, because those before it take every request that it fits? Of a rule about priorities it is
 * never said, since it adds steps wherever it fits; nor where it would take too long to find out.
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

/** Can a request meet both conditions? */
export function overlap(one: Conditions, other: Conditions): boolean {
  return shared(boxOf(one), boxOf(other)) !== undefined
}

function boxOf(conditions: Conditions): Box {
  const {
    amount_from,
    amount_to,
    dealership_ids,
    department_ids,
    purpose_ids,
    payee_type,
    new_payee = false,
  } = conditions
  return {
    from: amount_from ?? smallestAmount,
    to: amount_to ?? Number.MAX_SAFE_INTEGER,
    parts: [
      some(dealership_ids),
      some(department_ids),
      some(purpose_ids),
      { isAllBut: false, listed: payee_type === null ? payeeTypes : [payee_type] },
      { isAllBut: false, listed: new_payee ? [true] : [true, false] },
    ],
  }
}

function some(listed: readonly unknown[]): Values {
  return { isAllBut: listed.length === 0, listed }
}

/** What is in a box and not in another: at most two boxes by amount, and one for each other part. */
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

// Whoever names all but some never runs out of others: there is no end of purposes and places.
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
