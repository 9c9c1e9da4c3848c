import { type FieldCandidate, type ReadingField, readingFields } from './understand.ts'
import { amountIn, dateIn, vinOf } from './values.ts'

/** What counts for filling a field. `agreed`: what the second reader said, or null if it didn't look. */
export interface CheckedValue {
  readonly value: string
  readonly score: number
  readonly certainty: number
  readonly agreed: boolean | null
}

/** A wrong value is worse than none: the lowest score that fills a field, and the lead over the next candidate. */
const least = { score: 66, lead: 7 } as const

const leastOf: Partial<Record<ReadingField, number>> = {
  payee_name: 50,
  lender: 50,
  invoice_number: 70,
  po_number: 70,
}

/** Fields that the second reader looks at even where a file has text, which can differ from what it shows. */
export const fieldsReadTwice: readonly ReadingField[] = ['amount']

/** Fields of pictures whose value both readers must agree on. */
export const fieldsReadTwiceInPictures: readonly ReadingField[] = [
  'amount',
  'invoice_number',
  'invoice_date',
  'due_date',
  'po_number',
  'vin',
  'stock_number',
  'repair_order',
  'good_through',
  'per_diem',
  'account_number',
]

/** How certain a reader must be of each character of a picture's value. Words such as names forgive more. */
const leastCertainty: Partial<Record<ReadingField, number>> = {
  payee_name: 40,
  payee_address: 0,
  remit_to_name: 40,
  remit_to_address: 0,
  currency: 0,
  lender: 40,
}
const usualCertainty = 60

/** The value that fills a field, or undefined if the candidates are only offered. */
export function filledValue<Value extends CheckedValue>(
  field: ReadingField,
  candidates: readonly Value[],
): Value | undefined {
  const [best, next] = candidates
  if (!best || best.agreed === false) return undefined
  if (best.score < (leastOf[field] ?? least.score)) return undefined
  if (next && best.score - next.score < least.lead && next.agreed !== false) return undefined
  const isSure = best.agreed === true || best.certainty >= (leastCertainty[field] ?? usualCertainty)
  return isSure ? best : undefined
}

/** True if the second reader's text has the value. */
export function isSameReading(field: ReadingField, { value, text }: FieldCandidate, read: string): boolean {
  if (field === 'amount' || field === 'per_diem')
    return amountsIn(read).some((amount) => Number(amount) === Number(value))
  if (dateFields.includes(field)) return [true, false].some((dayFirst) => datesIn(read, dayFirst).includes(value))
  if (field === 'vin') return vinOf(read).includes(value)
  return plain(read).includes(plain(text.length < value.length ? value : text))
}

const dateFields: readonly ReadingField[] = ['invoice_date', 'due_date', 'good_through']

function amountsIn(text: string): string[] {
  const joined = text.replace(/([$€£])\s+/g, '$1').replace(/\s*([.,])\s*/g, '$1')
  return joined.split(/\s+/).flatMap((part) => amountIn(part)?.value ?? [])
}

function datesIn(text: string, isDayFirst: boolean): string[] {
  const words = text.replace(/,(?=\S)/g, ', ').split(/\s+/)
  return words.flatMap((_, at) =>
    [1, 2, 3].flatMap((count) => dateIn(words.slice(at, at + count).join(' '), isDayFirst) ?? []),
  )
}

function plain(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/** The values that fill a form, for all fields of a document. */
export function filledValues(
  fields: Readonly<Partial<Record<ReadingField, readonly CheckedValue[]>>>,
): Partial<Record<ReadingField, string>> {
  const filled: Partial<Record<ReadingField, string>> = {}
  for (const field of readingFields) {
    const value = filledValue(field, fields[field] ?? [])?.value
    if (value !== undefined) filled[field] = value
  }
  return filled
}
