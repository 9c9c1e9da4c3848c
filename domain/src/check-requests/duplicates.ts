import { payeeKey } from '../payees/identity.ts'
import { addMonths } from '../values/calendar-date.ts'
import { withoutHidden } from '../values/hidden-characters.ts'
import { listWithAnd } from '../values/lists.ts'
import { longestName } from '../values/text.ts'
import { hasCheck, isApproved, type Status, statuses, willNeverBePaid } from './lifecycle.ts'

/** The matches that make two requests possible duplicates, with display names. */
export const matchKinds = ['payment', 'vin', 'po', 'invoice'] as const
export type MatchKind = (typeof matchKinds)[number]

/** A match between requests: a match key, or a document with the same content. */
export const similarities = [...matchKinds, 'document'] as const
export type Similarity = (typeof similarities)[number]

/** The maximum number of days between compared requests. */
const comparedWithinDays = 90

/** The maximum number of listed matches; further matches are only counted. */
export const namedDuplicates = 5

/** The values of a request that a duplicate would repeat. */
export interface Payment {
  readonly payee_name_1?: string | null | undefined
  readonly amount_cents?: number | null | undefined
  readonly vin_last_digits?: string | null | undefined
  readonly po_purchase_no?: string | null | undefined
  readonly invoice_number?: string | null | undefined
}

/** The match key of each kind, equal for matching requests; null if the request has nothing to compare. */
export type MatchKeys = Readonly<Record<MatchKind, string | null>>

/**
 * A request for comparison: its keys, payees, and amount. Equal invoice numbers count as a match only if a payee or the
 * amount also matches.
 */
export interface Compared extends MatchKeys {
  readonly payee: string | null
  readonly amount_cents: number | null
}

const day = 86_400_000
const spaces = /\s+/gu
const dashes = /[\p{Pd}\u2212]/gu
const punctuationAtEnds = /^\p{P}+|\p{P}+$/gu

/** Placeholders that people enter in a required field when there is no number. */
const noNumber = /^(\p{P}*|0+|x+|n\/?a|none|tbd|tba|pending|unknown)$/u

/**
 * The match keys of a request: payee (F9) and amount together, the VIN, the PO number, and the invoice number. Numbers
 * are compared without letter case, spaces, invisible characters, hyphens, and surrounding punctuation. Placeholders
 * for a missing number aren't compared.
 */
export function matchKeys({ payee_name_1, amount_cents = null, vin_last_digits, ...numbers }: Payment): Compared {
  const payee = payeeKey(payee_name_1 ?? '') || null
  return {
    payee,
    amount_cents,
    payment: payee !== null && amount_cents ? `${payee} ${amount_cents}` : null,
    vin: numberKey(vin_last_digits),
    po: numberKey(numbers.po_purchase_no),
    invoice: payee === null && amount_cents === null ? null : numberKey(numbers.invoice_number),
  }
}

/**
 * The matches between two requests. Different payees use the same invoice numbers, so a payee or the amount must match
 * as well.
 */
export function matchesOf(one: Compared, other: Compared): MatchKind[] {
  const agrees = isSame(one.payee, other.payee) || isSame(one.amount_cents, other.amount_cents)
  return matchKinds.filter((kind) => isSame(one[kind], other[kind]) && (kind !== 'invoice' || agrees))
}

function isSame(one: string | number | null, other: string | number | null): boolean {
  return one !== null && one === other
}

/** The time range (ISO 8601) of requests to compare with a request created at this time (milliseconds, UTC). */
export function comparedSpan(at: number): { from: string; to: string } {
  const reach = comparedWithinDays * day
  return { from: new Date(at - reach).toISOString(), to: new Date(at + reach).toISOString() }
}

/**
 * Statuses at which a request counts as a possible duplicate: those in which the request was paid or can still be paid.
 */
export function comparedStatuses(): Status[] {
  return statuses.filter(({ name }) => !willNeverBePaid(name))
}

/** True for a blank text or a placeholder for a missing number. */
export function namesNothing(text: string | null | undefined): boolean {
  return numberKey(text) === null
}

/** A VIN, PO number, or invoice number, or part of one, for comparison; empty if nothing is left. */
export function comparedNumber(text: string | null | undefined): string {
  return folded((text ?? '').replace(dashes, ''))
}

function numberKey(text: string | null | undefined): string | null {
  const key = comparedNumber(text)
  return noNumber.test(key) ? null : [...key].slice(0, longestName).join('')
}

// Converts to uppercase first, because several lowercase letters can share an uppercase letter, such as both forms of
// sigma.
function folded(text: string): string {
  const bare = withoutHidden(text).normalize('NFC').replace(spaces, '')
  return (bare.replace(punctuationAtEnds, '') || bare).toUpperCase().toLowerCase()
}

const words: Record<Similarity, string> = {
  payment: 'payee and amount',
  vin: 'VIN',
  po: 'PO number',
  invoice: 'invoice number',
  document: 'document',
}

/** The matches between two requests as text: `same payee and amount, same VIN`. */
export function sameIn(alike: readonly Similarity[]): string {
  return alike.map((kind) => `same ${words[kind]}`).join(', ')
}

/** The number of months back for which invoice numbers are compared before a check is printed (checks.md, Printing). */
const invoiceWithinMonths = 24

/** An approver's reason for paying a request despite matching requests, with the matches when the reason was given. */
export interface PaidBoth {
  readonly by: { readonly id: number; readonly name: string }
  readonly reason: string
  readonly at: string
  readonly others: readonly { readonly id: number; readonly alike: readonly MatchKind[] }[]
}

/** A request for comparison before a check is printed. `created_at`: ISO 8601, UTC. */
export interface ComparedRequest extends Compared {
  readonly id: number
  readonly created_at: string
  readonly reasons: readonly PaidBoth[]
}

/** The time range (ISO 8601) of requests to compare with requests created between `first` and `last`. */
export function printSpan(first: string, last: string): { from: string; to: string } {
  const months = (at: string, count: number) => addMonths(at.slice(0, 10), count)
  return { from: months(first, -invoiceWithinMonths), to: `${months(last, invoiceWithinMonths)}T23:59:59.999Z` }
}

/**
 * The matches between two requests that have no reason from an approver. A reason given for either request applies to
 * both.
 */
export function unexplainedMatches(one: ComparedRequest, other: ComparedRequest): MatchKind[] {
  if (one.id === other.id) return []
  const explained = new Set([...explainedIn(one, other.id), ...explainedIn(other, one.id)])
  return matchesOf(one, other).filter((kind) => isNear(kind, one, other) && !explained.has(kind))
}

function explainedIn({ reasons }: ComparedRequest, id: number): MatchKind[] {
  return reasons.flatMap(({ others }) => others.flatMap((other) => (other.id === id ? [...other.alike] : [])))
}

function isNear(kind: MatchKind, one: ComparedRequest, other: ComparedRequest): boolean {
  const { from, to } =
    kind === 'invoice' ? printSpan(one.created_at, one.created_at) : comparedSpan(Date.parse(one.created_at))
  return other.created_at >= from && other.created_at <= to
}

/**
 * Statuses at which a request blocks a matching request's check from being printed, because the first request was or
 * will be paid.
 */
export function statusesPaid(): Status[] {
  return statuses.filter(({ name }) => isApproved(name) || hasCheck(name))
}

/**
 * Why a request can't be printed yet. `others`: the matching requests. The sentence doesn't include the request numbers
 * that the reader can't see.
 */
export function waitsForReason(
  others: readonly { readonly number: string | undefined; readonly alike: readonly MatchKind[] }[],
): string {
  const named = others.flatMap(({ number, alike }) => (number === undefined ? [] : [`${number} (${sameIn(alike)})`]))
  const hidden = others.length - named.length
  const unnamed = hidden === 1 ? 'a request that you can’t open' : `${hidden} requests that you can’t open`
  const list = [...named.slice(0, namedInSentence), ...more(named.length), ...(hidden > 0 ? [unnamed] : [])]
  return `This request looks like ${listWithAnd(list)}. An approver must explain on its page why both are paid.`
}

const namedInSentence = 3

function more(count: number): string[] {
  return count > namedInSentence ? [`${count - namedInSentence} more`] : []
}

/** Possible duplicates: the listed requests, and how many more can or can't be opened. */
interface FoundDuplicates {
  readonly requests: readonly unknown[]
  readonly more: number
  readonly hidden: number
  readonly is_lower_bound: boolean
}

/** True if there is something to warn about. */
export function isWarning<Found extends FoundDuplicates>(found: Found | undefined): found is Found {
  return found !== undefined && found.requests.length + found.hidden > 0
}

/** The texts of a warning about possible duplicates, apart from the named requests. */
export function warningTexts({ requests, more, hidden, is_lower_bound }: FoundDuplicates) {
  const total = requests.length + more + hidden
  const atLeast = is_lower_bound ? 'At least ' : ''
  return {
    title: total === 1 ? 'Possible duplicate' : `${atLeast}${total} possible duplicates`,
    more: more > 0 && `${atLeast}${more} more ${more === 1 ? 'isn’t' : 'aren’t'} listed here.`,
    hidden: hidden > 0 && hiddenText(hidden, atLeast),
  }
}

/** Shows only the number of requests that the reader can't open. */
function hiddenText(hidden: number, atLeast: string): string {
  return hidden === 1
    ? 'Another request in your dealer group looks the same, but you can’t open it.'
    : `${atLeast}${hidden} other requests in your dealer group look the same, but you can’t open them.`
}
