import { addDays } from '../../values/calendar-date.ts'
import { amountLabelIn, bareNumber, type LabeledField, labelIn } from './labels.ts'
import type { AmountOccurrence, Context, DateOccurrence, Occurrence, Occurrences } from './occurrences.ts'
import type { Box, Segment } from './page-layout.ts'
import { vinOf } from './values.ts'

/** A possible value of a field, with its place on the page. */
export interface Candidate {
  readonly value: string
  readonly text: string
  readonly page: number
  readonly box: Box
  /** From 0 to 100. */
  readonly score: number
  /** From 0 to 100: how certain the reader was of the characters. */
  readonly certainty: number
}

const nearness = { inline: 1, left: 1, above: 0.94 } as const

/** The label that names a value: the nearest text that is one. */
function namedBy(contexts: readonly Context[], kind: 'number' | 'date') {
  for (const { where, text, distance } of contexts) {
    const label = labelIn(text, kind)
    if (!label) continue
    const far = where === 'left' && distance > 30 ? 0.95 : 1
    // A label with a colon names what follows on its line.
    const besides = where === 'above' && text.endsWith(':') ? 0.75 : 1
    return { field: label.field, score: label.strength * nearness[where] * far * besides, where }
  }
  return undefined
}

export function candidateOf(occurrence: Occurrence, value: string, score: number): Candidate {
  const { left, top, right, bottom, page, text, certainty } = occurrence
  return { value, text, page, box: { left, top, right, bottom }, score, certainty }
}

/** Candidates of a field: the same value only once, best first. */
export function ranked(candidates: readonly Candidate[]): Candidate[] {
  const best = new Map<string, Candidate>()
  for (const candidate of candidates.toSorted((one, other) => other.score - one.score))
    if (!best.has(candidate.value)) best.set(candidate.value, candidate)
  return [...best.values()]
}

export function datesNamed(
  occurrences: readonly DateOccurrence[],
  field: 'invoice_date' | 'due_date' | 'good_through',
): Candidate[] {
  const found = occurrences.flatMap((occurrence) => {
    const name = namedBy(occurrence.contexts, 'date')
    if (name?.field !== field) return []
    const score = isInColumn(occurrence, occurrences) && name.where === 'above' ? name.score - 45 : name.score
    return [candidateOf(occurrence, occurrence.date, score)]
  })
  return ranked(found)
}

/** True in a column of values of the same kind, as in a table, whose header names all of them. */
function isInColumn(occurrence: Occurrence, others: readonly Occurrence[]): boolean {
  return others.some(
    (other) =>
      other !== occurrence &&
      other.page === occurrence.page &&
      !hasOwnLabel(other, occurrence) &&
      (/\d/.test(other.text) || !/\d/.test(occurrence.text)) &&
      other.top > occurrence.top &&
      other.top - occurrence.bottom < 2.2 * Math.max(occurrence.size, 6) &&
      Math.abs(other.left - occurrence.left) < occurrence.size,
  )
}

/** True if a label stands right over a value, and not over the one above it. */
function hasOwnLabel({ contexts }: Occurrence, over: Occurrence): boolean {
  const nearest = contexts.find(({ where, distance }) => where === 'above' && distance < 1)?.text
  return nearest !== undefined && nearest !== over.segment.text && isLabel(nearest) && !isAmong(nearest, over.contexts)
}

function isLabel(text: string): boolean {
  return (['number', 'date'] as const).some((kind) => labelIn(text, kind) !== undefined)
}

function isAmong(text: string, contexts: readonly Context[]): boolean {
  return contexts.some((context) => context.text === text)
}

/** The only date without a label that stands alone on the first page, not at its end, as in letters. */
export function loneDates(dates: readonly DateOccurrence[], segments: readonly Segment[]): Candidate[] {
  const first = segments.filter(({ page }) => page === segments[0]?.page)
  const lowest = 0.6 * Math.max(...first.map(({ bottom }) => bottom))
  const alone = dates.filter(
    ({ page, bottom, text, segment, contexts }) =>
      page === segments[0]?.page && bottom < lowest && text === segment.text && !namedBy(contexts, 'date'),
  )
  const [only, ...others] = ranked(alone.map((date) => candidateOf(date, date.date, 70)))
  return only && others.length === 0 ? [only] : []
}

type NumberField = Exclude<
  LabeledField,
  'invoice_date' | 'due_date' | 'good_through' | 'other' | 'vin' | 'stock_or_repair_order'
>

/** Words near account numbers that belong to a bank, which no field takes. */
const bank = /\b(?:wire|aba|routing|iban|bic|swift|ach|bank)\b/i

export function numbersNamed({ numbers }: Occurrences, field: NumberField): Candidate[] {
  const found = numbers.flatMap((occurrence) => {
    const value = numberIn(occurrence.text)
    const name = namedBy(occurrence.contexts, 'number')
    if (!name || !value || fieldOf(name.field, value) !== field || isBanking(occurrence)) return []
    const isColumn = name.where === 'above' && isInColumn(occurrence, numbers)
    return [candidateOf(occurrence, value, name.score - (isColumn ? 45 : 0) - oddness(value, field))]
  })
  return ranked(found)
}

/** Where the upper part of a page ends, in points: a third of a letter-size page. */
const upperPart = 264
const taxNumber = /^\d{2}-\d{7}$/

/** The only number labeled only `No.` or `Number` in the upper part of the first page. */
export function numbersOfInvoice(occurrences: Occurrences): Candidate[] {
  const named = numbersNamed(occurrences, 'invoice_number')
  const [best, next] = named
  const first = Math.min(...occurrences.numbers.map(({ page }) => page))
  const isOnly = best?.score === bareNumber && (next?.score ?? 0) <= 40
  const isUpper = best?.page === first && best.box.top < upperPart
  if (!isOnly || !isUpper || !/\d{4}/.test(best.value) || taxNumber.test(best.value)) return named
  return [Object.assign({ ...best }, { score: 72 })]
}

function isBanking({ segment, contexts }: Occurrence): boolean {
  return bank.test(segment.text) || contexts.some(({ where, text }) => where !== 'above' && bank.test(text))
}

/** The number without punctuation around it, or undefined for what is no number, such as a telephone number. */
function numberIn(text: string): string | undefined {
  const value = text.replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
  if (
    /^\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}$|^\d{1,2}:\d{2}/.test(value) ||
    /^\d{1,2}%$/.test(value) ||
    /@|www|http/i.test(value)
  )
    return undefined
  return value.length > 24 ? undefined : value
}

function fieldOf(field: LabeledField, value: string): LabeledField {
  if (field === 'stock_or_repair_order') return /^[A-Z]/i.test(value) ? 'stock_number' : 'repair_order'
  return field
}

/** Words over columns, which are no codes. */
const header =
  /^(?:item|qty|quantity|desc|amount|total|date|terms|price|rate|unit|inv|number|no|net|page|via|ship|code|part|hrs|ext|due|tax|sold|bill|attn|each)/i

function oddness(value: string, field: NumberField): number {
  const isCode =
    (field === 'po_number' || field === 'account_number') && !header.test(value) && !labelIn(value, 'number')
  if (!/\d/.test(value)) return isCode ? 12 : 60
  if (/^\d{1,2}$/.test(value)) return 25
  return value.length < 3 ? 20 : 0
}

/** VINs, and numbers of a similar length after their label, which the second reader might read as one. */
export function vinsIn({ vins, numbers }: Occurrences): Candidate[] {
  const exact = vins.map((occurrence) => {
    const name = namedBy(occurrence.contexts, 'number')
    const text = vinOf(occurrence.text.replace(/^(?:vin|#|:)+/i, ''))
    return candidateOf(occurrence, text, name?.field === 'vin' ? 100 : 88)
  })
  const similar = numbers.flatMap((occurrence) => {
    const text = occurrence.text.replace(/[^A-Za-z0-9]/g, '')
    const isNamed = namedBy(occurrence.contexts, 'number')?.field === 'vin'
    return isNamed && text.length >= 16 && text.length <= 18 ? [candidateOf(occurrence, text, 50)] : []
  })
  return ranked([...exact, ...similar])
}

const terms =
  /\bnet\s*(?:in\s*)?(\d{1,3})(?:\s*days)?\b|\b(?:within|in)\s+(\d{1,3})\s+days\b|\b(?:due|payable) in (\d{1,3}) days/i

/** The due date that terms such as `Net 45` give. */
export function dueByTerms(segments: readonly Segment[], invoiceDate: string): Candidate | undefined {
  for (const segment of segments) {
    const found = terms.exec(segment.text)
    const days = Number(found?.slice(1).find((part) => part !== undefined))
    if (!found || !(days > 0 && days <= 120) || !isTerms(segment)) continue
    const { left, top, right, bottom, page } = segment
    const value = addDays(invoiceDate, days)
    return { value, text: found[0], page, box: { left, top, right, bottom }, score: 78, certainty: 100 }
  }
  return undefined
}

/** Excludes prose about disputes and interest. */
function isTerms({ text }: Segment): boolean {
  return text.length < 60 && !/disput|interest|finance|return|warrant|past due|over \d+|\beom\b|\bprox/i.test(text)
}

interface Labeled {
  readonly occurrence: AmountOccurrence
  readonly score: number
  readonly kind: 'due' | 'total' | 'part' | 'per_diem' | 'none'
}

const thresholds = { repeated: 3, sum: 6, lastPage: 3 } as const

/** Amounts that the document asks to pay, best first. A known part of the sum is no candidate. */
export function amountsAsked(occurrences: readonly AmountOccurrence[], pages: number): Candidate[] {
  const labeled = occurrences.map((one) => labeledOf(one, occurrences))
  const parts = labeled.filter(({ kind }) => kind !== 'per_diem')
  return ranked(
    parts.flatMap(({ occurrence, score, kind }) => {
      if (kind === 'part' || score === 0) return []
      const { amount, page } = occurrence
      const twins = labeled.filter((other) => other.occurrence.amount.value === amount.value && other.score > 0).length
      const bonus =
        (twins > 1 ? thresholds.repeated : 0) +
        (isSum(occurrence, occurrences) ? thresholds.sum : 0) +
        (page === pages && pages > 1 ? thresholds.lastPage : 0)
      return [candidateOf(occurrence, amount.value, Math.min(100, score * 0.9 + bonus))]
    }),
  )
}

export function perDiems(occurrences: readonly AmountOccurrence[]): Candidate[] {
  return ranked(
    occurrences.flatMap((occurrence) => {
      const { kind, score } = labeledOf(occurrence, occurrences)
      return kind === 'per_diem' ? [candidateOf(occurrence, occurrence.amount.value, score)] : []
    }),
  )
}

function labeledOf(occurrence: AmountOccurrence, all: readonly AmountOccurrence[]): Labeled {
  if (/^(?:per day|\/ ?day|a day|for each (?:additional )?day|each day|per diem|daily)/i.test(occurrence.after))
    return { occurrence, score: 100, kind: 'per_diem' }
  if (/^(?:per|each|\/)/i.test(occurrence.after)) return { occurrence, score: 0, kind: 'part' }
  if (/^(?:is )?(?:now )?(?:due|payable)\b/i.test(occurrence.after)) return { occurrence, score: 90, kind: 'due' }
  for (const context of occurrence.contexts) {
    const label = amountLabelIn(shortened(context))
    if (!label) continue
    return { occurrence, score: label.score * factorOf(context, occurrence, all), kind: label.kind }
  }
  return { occurrence, score: 0, kind: 'none' }
}

/** A label above counts less, and little if it is the header of a column. */
function factorOf({ where }: Context, occurrence: AmountOccurrence, all: readonly AmountOccurrence[]): number {
  if (where !== 'above') return 1
  return isInColumn(occurrence, all) ? 0.5 : 0.95
}

/** The last words before an amount, since prose names several things. */
function shortened({ where, text }: Context): string {
  if (where !== 'inline') return text.split(' ').slice(-7).join(' ')
  // On a line with several amounts, each label follows the amount before it.
  const own = text.replace(/^.*\d[.,]\d{2}[).,;]?\s+(?=\S)/, '')
  const last = own.split(/(?<=[,;.])\s+/).at(-1) ?? own
  return last.split(' ').length > 1 ? last : own.split(' ').slice(-8).join(' ')
}

/** True if the amounts above it in its column, from the subtotal on or all of them, add up to it. */
function isSum(total: AmountOccurrence, all: readonly AmountOccurrence[]): boolean {
  const cents = (one: AmountOccurrence) => Math.round(Number(one.amount.value) * 100)
  const column = all
    .filter((one) => one.page === total.page && one.bottom <= total.top + total.size && one !== total)
    .filter((one) => Math.abs(one.right - total.right) < total.size * 3)
    .toSorted((one, other) => other.top - one.top)
  let sum = 0
  for (const [at, one] of column.entries()) {
    sum += cents(one)
    if (at > 0 && sum === cents(total)) return true
  }
  return false
}
