import { z } from 'zod'
import { payeeStates } from '../payees/lifecycle.ts'
import type { Cents } from '../values/money.ts'
import { longestName } from '../values/text.ts'
import { payeeSubTypes, payeeTypes } from './fields.ts'
import { isClosed, isOpen, type StatusId, statusOf } from './lifecycle.ts'
import { wordsField } from './list/filters.ts'

/** Maximum number of payees offered at once. */
export const mostPayees = 8

/** How many of the newest requests to a payee are compared to suggest values. */
export const mostCompared = 12

/** Maximum number of recent amounts offered for a payee. */
const mostAmounts = 4

/** The number of days that count as recent in a payee's history. */
const recentDays = 90

const day = 86_400_000

/** Query for payees of a dealer group whose names contain the words. */
export const payeesQuery = z.strictObject({
  dealer_group_id: z.coerce.number().int().positive(),
  search: wordsField.default(''),
})
export type PayeesQuery = z.output<typeof payeesQuery>

/** An entry of the payee list, as far as it helps to choose a payee. */
const listedPayee = z.object({
  id: z.int(),
  state: z.enum(payeeStates),
  address: z.string().nullable(),
  payee_type: z.enum(payeeTypes),
  payee_sub_type: z.enum(payeeSubTypes),
  default_purpose_id: z.int().nullable(),
  has_tax_form_document: z.boolean().describe('True if the payee has a W-9, which meets a requirement for a tax form'),
})

/**
 * A payee of earlier requests with data from the newest one, or of the payee list. Amounts in dollars, newest first.
 * Blocked payees come last.
 */
export const knownPayee = z
  .object({
    name: z.string(),
    listed: listedPayee.optional().describe('The entry of the payee list; absent if there is none'),
    is_close: z
      .literal(true)
      .optional()
      .describe('Set if the name differs from the searched text by only a few letters'),
    last_paid: z
      .object({ at: z.iso.datetime(), amount: z.number() })
      .nullable()
      .describe('The last payment that the caller can see'),
    requests: z.int().describe('The number of requests to this payee that the caller can see'),
    paid: z.int().describe('The number of these requests that are closed'),
    is_lower_bound: z.boolean().describe('True if only the newest requests were counted'),
    amounts: z.array(z.number()),
    last: z
      .object({
        id: z.int(),
        payee_type: z.enum(payeeTypes),
        payee_sub_type: z.enum(payeeSubTypes),
        purpose_id: z.int(),
        purpose_other: z.string().nullable(),
        delivery_method_id: z.int(),
        mailing_method: z.string().nullable(),
        mailing_address: z.string().nullable(),
        delivery_method_other: z.string().nullable(),
      })
      .nullable()
      .describe('The newest request that the caller can see; null if there is none'),
  })
  .meta({ id: 'KnownPayee' })
export type KnownPayee = z.output<typeof knownPayee>

/** The payment history of a request's payee, limited to the requests that the caller can see. */
export const payeeHistory = z
  .object({
    recent: z.int().describe(`Payments of the last ${recentDays} days`),
    earlier: z.int().describe(`Payments before the last ${recentDays} days`),
    usual_amount: z
      .number()
      .nullable()
      .describe('The median of the recent payments in dollars, if there are at least three'),
    last_paid_at: z.iso.datetime().nullable(),
    under_way: z.int().describe('Other requests to this payee that are still open'),
    is_lower_bound: z.boolean().describe('True if only the newest requests were counted'),
  })
  .meta({ id: 'PayeeHistory' })
export type PayeeHistory = z.output<typeof payeeHistory>

/** Fields of a new request for which earlier requests to its payee suggest values. */
export const codedFields = ['purpose_id', 'department_id', 'delivery_method_id', 'priority_level', 'account'] as const
export type CodedField = (typeof codedFields)[number]

/** Query for what most earlier requests to a payee have in common. */
export const usualCodingQuery = z.strictObject({
  dealer_group_id: z.coerce.number().int().positive(),
  payee: z.string().min(1).max(longestName),
})
export type UsualCodingQuery = z.output<typeof usualCodingQuery>

/** What most of the newest requests to a payee have in common. */
export const usualCoding = z
  .object({
    requests: z.int().describe(`The number of requests compared: at most ${mostCompared}`),
    usual: z.array(
      z.object({
        field: z.enum(codedFields),
        value: z.union([z.int(), z.string()]).describe('An id, a priority, or the number of a ledger account'),
        count: z.int().describe('How many of these requests have the value'),
      }),
    ),
  })
  .meta({ id: 'UsualCoding' })
export type UsualCoding = z.output<typeof usualCoding>

/** The coded fields of a request; null where it has no single value. */
export type CodedRequest = Readonly<Record<CodedField, number | string | null>>

/** The values that more than half of the newest requests to a payee share, if there are at least three requests. */
export function usualCodingOf(newest: readonly CodedRequest[]): UsualCoding {
  const compared = newest.slice(0, mostCompared)
  const usual = codedFields.flatMap((field) => {
    const byValue = Map.groupBy(compared, (request) => request[field])
    const [[value, { length: count }] = [null, []]] = [...byValue].toSorted(
      ([, one], [, two]) => two.length - one.length,
    )
    return value === null || count * 2 <= compared.length ? [] : [{ field, value, count }]
  })
  return { requests: compared.length, usual: compared.length < fewestForUsual ? [] : usual }
}

/** A request to a payee, in the form that the payment history uses. */
export interface Payment {
  readonly amount_cents: Cents
  readonly status_id: StatusId
  readonly cleared_at: string | null
}

/** A payee's history in whole cents. */
export interface Payments extends Omit<PayeeHistory, 'usual_amount' | 'is_lower_bound'> {
  readonly usual_cents: Cents | null
}

/** True for a request whose check has been handed over. */
export function isPaid({ status_id }: Pick<Payment, 'status_id'>): boolean {
  return isClosed(statusOf(status_id).name)
}

/** The payments to a payee before `now` (milliseconds), and requests in progress. */
export function summarizePayments(requests: readonly Payment[], now: number): Payments {
  const since = new Date(now - recentDays * day).toISOString()
  const paid = requests.filter(isPaid)
  const recent = paid.filter(({ cleared_at }) => cleared_at !== null && cleared_at >= since)
  const moments = paid.flatMap(({ cleared_at }) => cleared_at ?? [])
  return {
    recent: recent.length,
    earlier: paid.length - recent.length,
    usual_cents: recent.length < fewestForUsual ? null : median(recent.map(({ amount_cents }) => amount_cents)),
    last_paid_at: moments.reduce<string | null>((last, at) => (last !== null && last > at ? last : at), null),
    under_way: requests.filter(({ status_id }) => isOpen(statusOf(status_id).name)).length,
  }
}

/** The minimum number of payments from which a usual amount or value is computed. */
const fewestForUsual = 3

/** The distinct amounts of requests sorted newest first, up to a limit. */
export function recentAmounts(requests: readonly Pick<Payment, 'amount_cents'>[]): Cents[] {
  return [...new Set(requests.map(({ amount_cents }) => amount_cents))].slice(0, mostAmounts)
}

// For an even count, uses the lower of the middle two values, so that the result is an amount that was actually paid.
function median(amounts: readonly Cents[]): Cents | null {
  return amounts.toSorted((one, other) => one - other)[Math.ceil(amounts.length / 2) - 1] ?? null
}
