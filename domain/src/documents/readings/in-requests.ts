import { payeeKey } from '../../payees/identity.ts'
import { type CalendarDate, formatDate } from '../../values/calendar-date.ts'
import { type Cents, formatDollars } from '../../values/money.ts'
import type { PlaceInDocument, ReadingReply, ReadWord } from './fields.ts'
import type { DocumentFlag } from './kinds.ts'
import type { Box } from './page-layout.ts'
import type { ReadingField } from './understand.ts'
import { amountIn, dateIn, vinOf } from './values.ts'

export type ReadDocument = ReadingReply['documents'][number]

/** The texts of a request that documents can fill. */
export type FilledText =
  | 'payee_name_1'
  | 'amount'
  | 'invoice_number'
  | 'due_date'
  | 'po_purchase_no'
  | 'vin_last_digits'
  | 'mailing_address'
  | 'good_through'
  | 'per_diem'

/** A value for a request's field, and where the document shows it. */
export interface TextOfDocument {
  readonly field: FilledText
  readonly value: string
  readonly page: number
  readonly polygon: number[]
  /** True if the value fills the field; otherwise it is only offered. */
  readonly fills: boolean
}

const lettersOfVin = 6

const sources: readonly (readonly [FilledText, readonly ReadingField[], (value: string) => string])[] = [
  ['payee_name_1', ['payee_name'], (value) => value],
  ['amount', ['amount'], (value) => value],
  ['invoice_number', ['invoice_number'], (value) => value],
  ['due_date', ['due_date'], (value) => value],
  ['po_purchase_no', ['po_number'], (value) => value],
  ['vin_last_digits', ['vin'], (value) => value.slice(-lettersOfVin)],
  ['mailing_address', ['remit_to_address', 'payee_address'], (value) => value],
  ['good_through', ['good_through'], (value) => value],
  ['per_diem', ['per_diem'], (value) => value],
]

/**
 * The values that a document has for the fields of a request (decision 180). A check pays dollars, so an amount in
 * another currency is neither filled nor offered, nor is that of a document that asks for no payment. Dates before
 * `earliestDue` are left out, because a request can't be due then.
 */
export function textsOf({ fields, flags }: ReadDocument, earliestDue: CalendarDate): TextOfDocument[] {
  const isPayable = isInDollars(fields) && !flags.includes('do_not_pay') && !flags.includes('credit')
  return sources.flatMap(([field, names, convert]) => {
    if ((field === 'amount' || field === 'per_diem') && !isPayable) return []
    const best = names.map((name) => fields[name]?.[0]).find((value) => value !== undefined)
    if (!best || (isDate(field) && best.value < earliestDue)) return []
    if (field === 'amount' && !(Number(best.value) > 0)) return []
    return { field, value: convert(best.value), page: best.page, polygon: best.polygon, fills: best.fills }
  })
}

function isDate(field: FilledText): boolean {
  return field === 'due_date' || field === 'good_through'
}

function isInDollars({ currency = [] }: ReadDocument['fields']): boolean {
  const [best] = currency
  return best === undefined || best.value === 'USD'
}

const warnings: readonly (readonly [DocumentFlag, string])[] = [
  ['do_not_pay', 'This document doesn’t ask for a payment.'],
  ['paid', 'This document is marked as paid.'],
  ['copy', 'This document is marked as a copy. Check that the original wasn’t paid.'],
  ['statement', 'This is a statement. Check that its invoices weren’t paid one by one.'],
  ['past_due', 'Part of this amount is past due. Check that it wasn’t paid already.'],
  ['not_an_invoice', 'This doesn’t look like an invoice.'],
]

const warningsOfKind: Partial<Record<ReadDocument['kind'], string>> = {
  quote: 'This is a quote, not an invoice.',
  credit: 'This is a credit: it reduces what you owe.',
}

/** What people should know before they pay a document, as sentences, most important first. */
export function warningsOf({ kind, flags, fields }: ReadDocument): string[] {
  const ofKind = warningsOfKind[kind]
  const covered: readonly DocumentFlag[] = ofKind ? ['do_not_pay', 'not_an_invoice', 'credit'] : []
  const ofFlags = warnings.flatMap(([flag, text]) => (flags.includes(flag) && !covered.includes(flag) ? text : []))
  const currency = isInDollars(fields) ? [] : [`The amounts are in ${fields.currency?.[0]?.value}. Enter dollars.`]
  return [...(ofKind ? [ofKind] : []), ...ofFlags, ...currency, ...otherRecipient(fields)]
}

/** Asking to pay another company is normal for factoring, but it is also a common fraud. */
function otherRecipient({ payee_name, remit_to_name }: ReadDocument['fields']): string[] {
  const [payee] = payee_name ?? []
  const [recipient] = remit_to_name ?? []
  if (!payee?.fills || !recipient?.fills || payeeKey(payee.value) === payeeKey(recipient.value)) return []
  return [
    `It asks to pay ${recipient.value} instead of ${payee.value}. Call ${payee.value} at a known number to confirm.`,
  ]
}

/** True if two addresses have ZIP codes that differ. Other differences are often only spelling. */
export function isElsewhere(one: string, other: string): boolean {
  const [first, second] = [zipOf(one), zipOf(other)]
  return first !== undefined && second !== undefined && first !== second
}

function zipOf(address: string): string | undefined {
  return [...address.matchAll(/\b[A-Z]{2},?\s+(\d{5})(?:-\d{4})?\b/g)].at(-1)?.[1]
}

/** The document in one line, so that people can choose one of several in a file: `448-A · $1,174.50 · Nov 3, 2026`. */
export function titleOf({ fields }: ReadDocument, index: number): string {
  const [number] = fields.invoice_number ?? []
  const [amount] = fields.amount ?? []
  const [date] = fields.invoice_date ?? []
  const parts = [
    number?.value ?? `Document ${index + 1}`,
    amount && formatDollars(Number(amount.value)),
    date && formatDate(date.value),
  ]
  return parts.filter(Boolean).join(' · ')
}

type PickedAs = 'amount' | 'date' | 'vin' | 'phrase' | 'code'

const pickedAs: Readonly<Record<string, PickedAs>> = {
  amount: 'amount',
  per_diem: 'amount',
  due_date: 'date',
  good_through: 'date',
  vin_last_digits: 'vin',
  payee_name_1: 'phrase',
  payee_name_2: 'phrase',
  memo_line: 'phrase',
  mailing_address: 'phrase',
  notes: 'phrase',
}

/** The words that a click on a document takes for a field, and their value. */
export interface Picked {
  readonly value: string
  readonly words: readonly ReadWord[]
}

/**
 * What a click on a word takes for a request's field: the amount or date that the word is a part of, the VIN's last
 * digits, the words beside it on its line for a name or text, and otherwise the word. Undefined if the field can't have
 * it.
 */
export function pickedAt(field: string, words: readonly ReadWord[], word: ReadWord): Picked | undefined {
  const line = lineAround(words, word)
  const kind = pickedAs[field] ?? 'code'
  if (kind === 'phrase') return { value: textOf(line), words: line }
  if (kind === 'code') return found([word], word.text.replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, ''))
  const at = line.indexOf(word)
  const parts = [3, 2, 1].flatMap((count) =>
    [at - 2, at - 1, at].filter((from) => from >= 0 && from + count > at).map((from) => line.slice(from, from + count)),
  )
  for (const part of parts) {
    const value = valueIn(kind, textOf(part))
    if (value) return { value, words: part }
  }
  return undefined
}

function found(words: readonly ReadWord[], value: string): Picked | undefined {
  return value === '' ? undefined : { value, words }
}

function valueIn(kind: Exclude<PickedAs, 'phrase' | 'code'>, text: string): string | undefined {
  if (kind === 'date') return dateIn(text)
  if (kind === 'vin') return /^[A-Z0-9]{2,13}\d{4}$/.test(vinOf(text)) ? vinOf(text).slice(-lettersOfVin) : undefined
  const amount = amountIn(text)?.value
  return amount === undefined ? undefined : Math.abs(Number(amount)).toFixed(2)
}

function textOf(words: readonly ReadWord[]): string {
  return words.map(({ text }) => text).join(' ')
}

/** A word with the words before and after it on its line, up to the first wide gap. */
export function lineAround(words: readonly ReadWord[], word: ReadWord): ReadWord[] {
  const own = boundsOf(word.polygon)
  const height = own.bottom - own.top
  const beside = words
    .filter(({ page, polygon }) => {
      const { top, bottom } = boundsOf(polygon)
      return page === word.page && Math.abs(top + bottom - own.top - own.bottom) < height
    })
    .toSorted((one, other) => boundsOf(one.polygon).left - boundsOf(other.polygon).left)
  const isClose = (one: ReadWord | undefined, other: ReadWord | undefined) =>
    one && other && boundsOf(other.polygon).left - boundsOf(one.polygon).right < widestGap * height
  let [first, last] = [beside.indexOf(word), beside.indexOf(word)]
  while (isClose(beside[first - 1], beside[first])) first -= 1
  while (isClose(beside[last], beside[last + 1])) last += 1
  return beside.slice(first, last + 1)
}

/** The widest gap between words of a phrase: a share of the page's width for a letter height of 1 of its height. */
const widestGap = 1.2

/** The upright rectangle around a polygon, in shares of the page. */
export function boundsOf(polygon: readonly number[]): Box {
  const [across, down] = [0, 1].map((axis) => polygon.filter((_, at) => at % 2 === axis))
  const [xs, ys] = [across ?? [], down ?? []]
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

/** How a request compares with its documents. */
export interface Comparison {
  /** The amount in the document. */
  readonly shown: PlaceInDocument
  readonly agrees: boolean
  /** A sentence, such as `Invoice says $1,174.50, Midwest Auto Parts`. */
  readonly text: string
}

/**
 * Compares a request's amount in cents and its payee with what its documents surely say (decision 180). A document whose
 * amount isn't certain says nothing. The request agrees if any document has its amount and payee.
 */
export function compareWithDocuments(
  request: { readonly cents: Cents; readonly payees: readonly string[] },
  readings: readonly ReadingReply[],
): Comparison | undefined {
  const compared = readings.flatMap(({ attachment_id, documents }) =>
    documents.flatMap((document) => compareOne(request, attachment_id, document) ?? []),
  )
  return compared.find(({ agrees }) => agrees) ?? compared[0]
}

const namesOfKinds: Partial<Record<ReadDocument['kind'], string>> = { payoff: 'payoff letter', statement: 'statement' }

function compareOne(
  { cents, payees }: { readonly cents: Cents; readonly payees: readonly string[] },
  attachment_id: number,
  { kind, fields }: ReadDocument,
): Comparison | undefined {
  const [amount] = fields.amount ?? []
  if (!amount?.fills || !isInDollars(fields)) return undefined
  const [payee] = fields.payee_name ?? []
  const named = payee?.fills ? payee.value : undefined
  const isPayee = named === undefined || payees.some((name) => payeeKey(name) === payeeKey(named))
  const agrees = isPayee && Math.round(Number(amount.value) * 100) === cents
  const says = [formatDollars(Number(amount.value)), ...(named ? [named] : [])].join(', ')
  const what = namesOfKinds[kind] ?? 'invoice'
  const text = agrees ? `Matches the ${what}` : `The ${what} says ${says}`
  return { shown: { attachment_id, page: amount.page, polygon: amount.polygon }, agrees, text }
}
