import { z } from 'zod'
import { listWithOr } from '../../values/lists.ts'
import { type Cents, largestAmount } from '../../values/money.ts'
import { comparedNumber } from '../duplicates.ts'
import { longestVin } from '../fields.ts'
import { statuses } from '../lifecycle.ts'
import { listFilters, refuseEmptyRanges, wordsField } from './filters.ts'
import { clearedWithinDays, listSorts, listViews } from './views.ts'

const numberFrom = (allowed: readonly number[]) =>
  z.coerce.number().refine((value) => allowed.includes(value), { error: `Choose ${listWithOr(allowed.map(String))}.` })

const questionShape = {
  view: z.enum(listViews).default('all'),
  status: numberFrom([0, ...statuses.map((status) => status.id)]).default(0),
  search: wordsField.default(''),
  within: numberFrom(clearedWithinDays).default(0),
  sort: z.enum(listSorts).default('newest'),
  ...listFilters,
}

/**
 * Query for a list. `status`: 0 means all statuses (R055). `cursor` comes from the previous response to the same query.
 */
export const listQuery = z
  .strictObject({
    ...questionShape,
    cursor: z.string().max(300).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  })
  .superRefine(refuseEmptyRanges)
export type ListQuery = z.output<typeof listQuery>

/**
 * Query for an export, which contains all pages of a list. Times are converted to days in `time_zone`, an IANA name
 * like `America/Chicago`.
 */
export const exportQuery = z.strictObject(questionShape).superRefine(refuseEmptyRanges)
export type ExportQuery = z.output<typeof exportQuery>

/** What search words can mean in addition to text to find. */
export interface SearchMeaning {
  /** The matching amounts, both ends inclusive: `1796` means all from $1,796.00 to $1,796.99. */
  readonly amounts: { readonly from: Cents; readonly to: Cents } | null
  /** A VIN or PO number, or part of one, for comparison: ignoring spaces, hyphens, and letter case. */
  readonly number: string | null
  /** The stored last digits of a VIN, if the words are a whole VIN or a VIN's last eight characters. */
  readonly vin: string | null
}

// A VIN contains no I, O, or Q and ends with a serial number.
const vinText = /^(?:[a-hj-npr-z\d]{9})?[a-hj-npr-z\d]{4}\d{4}$/

const amountText = /^\$?(0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{0,2}))?$/

// Shorter words would scan every text and match too much.
const shortest = 3

/** Reads search words as an amount and as a number (E5). Words of one or two letters mean neither. */
export function meaningOf(words: string): SearchMeaning {
  if ([...words].length < shortest) return { amounts: null, number: null, vin: null }
  const number = comparedNumber(words)
  return {
    amounts: amountsLike(words),
    number: [...number].length < shortest ? null : number,
    vin: vinText.test(number) ? number.slice(-longestVin) : null,
  }
}

function amountsLike(words: string): SearchMeaning['amounts'] {
  const [, dollars = '', cents = ''] = amountText.exec(words.trim()) ?? []
  if (dollars === '') return null
  const from = Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
  const to = from + 10 ** (2 - cents.length) - 1
  return from > largestAmount ? null : { from, to }
}
