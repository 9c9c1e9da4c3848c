import { payeeKey } from '../../payees/identity.ts'
import type { PayeeState } from '../../payees/lifecycle.ts'
import { addDays, type CalendarDate, formatDate } from '../../values/calendar-date.ts'
import { listWithAnd } from '../../values/lists.ts'
import { type Cents, centsToDollars, formatDollars } from '../../values/money.ts'
import type { Interval } from './schedule.ts'

/** The maximum number of recurring requests per requester that haven't ended. */
export const mostRecurring = 50

/** The number of days after its day within which a draft must be submitted. After that, it is marked as missed. */
const daysToSubmit = 3

/** True if a draft for this day, raised on that day or later, hasn't been submitted in time. */
export function isMissed(dueOn: CalendarDate, raisedOn: CalendarDate, today: CalendarDate): boolean {
  return today > addDays(raisedOn > dueOn ? raisedOn : dueOn, daysToSubmit)
}

/** The parts of a payment that are compared with the former one, and so can't change unseen. */
export interface RepeatedPayment {
  readonly cents: Cents
  readonly payee: string
  /** The second payee with the word that joins it, such as `or Bay Bank`; null if there is none. */
  readonly second: string | null
  readonly address: string | null
  readonly delivery_method_id: number | null
  readonly purpose_id: number | null
  readonly dealership_id: number | null
  readonly department_id: number | null
}

/** What can differ from the former payment. */
export const differences = ['amount', 'payee', 'second payee', 'address', 'delivery', 'purpose', 'location'] as const
export type Difference = (typeof differences)[number]

/** How a payment differs from the former one. Payees are compared by their key (F9). */
export function differencesFrom(former: RepeatedPayment, payment: RepeatedPayment): Difference[] {
  const isOther = (field: keyof RepeatedPayment) => payment[field] !== former[field]
  const differs: Readonly<Record<Difference, boolean>> = {
    amount: isOther('cents'),
    payee: payeeKey(payment.payee) !== payeeKey(former.payee),
    'second payee': payeeKey(payment.second ?? '') !== payeeKey(former.second ?? ''),
    address: plain(payment.address) !== plain(former.address),
    delivery: isOther('delivery_method_id'),
    purpose: isOther('purpose_id'),
    location: isOther('dealership_id') || isOther('department_id'),
  }
  return differences.filter((name) => differs[name])
}

function plain(address: string | null): string {
  return (address ?? '').replace(/\s+/gu, ' ').trim().toLowerCase()
}

/** The differences of a payment as a sentence, such as `Changed: amount (was $4,500.00).`; empty if there are none. */
export function differencesInWords(found: readonly Difference[], former: FormerInWords): string {
  const was: Partial<Readonly<Record<Difference, string>>> = {
    amount: formatDollars(former.amount),
    payee: former.payee,
    'second payee': former.second ?? 'none',
    address: former.address ?? 'none',
  }
  if (found.length === 0) return ''
  return `Changed: ${listWithAnd(found.map((name) => (was[name] ? `${name} (was ${was[name]})` : name)))}.`
}

/** The former payment as far as sentences name it, with its amount in dollars. */
interface FormerInWords {
  readonly amount: number
  readonly payee: string
  readonly second: string | null
  readonly address: string | null
}

/** The facts that decide whether a recurring request is submitted without its requester. */
export interface Automatic {
  /** The dealer group's limit; null if nothing is submitted automatically. */
  readonly limit: Cents | null
  readonly payment: RepeatedPayment
  /** The last approved payment of the same recurring request; undefined if there is none. */
  readonly former: RepeatedPayment | undefined
  /** True if the requester has changed the draft. */
  readonly isEdited: boolean
  /** The payee on the payee list; undefined if the group has no payee list. */
  readonly payee:
    | { readonly state: PayeeState | null; readonly isChanged: boolean; readonly refusal: string | null }
    | undefined
  /** The labels of required items that are missing, including those that only cause a warning. */
  readonly missing: readonly string[]
}

/** Why a recurring request isn't submitted automatically; undefined if it is. */
export function refusalToSubmitAlone(facts: Automatic): string | undefined {
  const { limit, payment, former, isEdited, payee, missing } = facts
  if (limit === null) return 'The dealer group doesn’t submit recurring requests automatically.'
  if (payment.cents > limit)
    return `The amount is above ${formatDollars(centsToDollars(limit))}, the limit for automatic submission.`
  if (isEdited) return 'The draft was changed by hand.'
  if (!former) return 'No request of this series has been approved yet.'
  const changed = differencesInWords(differencesFrom(former, payment), {
    amount: centsToDollars(former.cents),
    payee: former.payee,
    second: former.second,
    address: former.address,
  })
  if (changed !== '') return changed
  if (payment.second !== null) return 'A check to two payees is never submitted automatically.'
  if (payee?.refusal) return payee.refusal
  if (payee?.state !== 'verified') return 'The payee isn’t verified.'
  if (payee.isChanged) return 'The payee’s name or address on the payee list has changed.'
  return missing.length > 0 ? `Missing: ${listWithAnd([...missing])}.` : undefined
}

/** How a request came from a recurring request, as far as its sentences need it. */
interface Marked {
  readonly every: Interval
  readonly due_on: CalendarDate
  readonly was_automatic: boolean
  readonly is_late: boolean
  readonly missed_on: CalendarDate | null
  readonly differences: readonly Difference[]
  readonly former: (FormerInWords & { readonly request_number: string }) | null
}

/** What approvers should know about a request of a series, as sentences; the first says where it comes from. */
export function marksInWords({ every, due_on, was_automatic, is_late, missed_on, differences: found, former }: Marked) {
  const repeats = { week: 'weekly', month: 'monthly', quarter: 'quarterly', year: 'yearly' }[every]
  const how = was_automatic ? ', submitted automatically' : ''
  const warnings = [
    ...(former && found.length > 0 ? [differencesInWords(found, former)] : []),
    ...(is_late ? [`Submitted more than ${daysToSubmit} days late.`] : []),
    ...(missed_on === null ? [] : [`The one for ${formatDate(missed_on)} was never submitted.`]),
  ]
  const same = former
    ? `The same payment as ${former.request_number}.`
    : 'No request of this series has been approved yet.'
  return {
    origin: `Recurring request, ${repeats}, for ${formatDate(due_on)}${how}.`,
    warnings,
    same: found.length === 0 ? same : null,
  }
}
