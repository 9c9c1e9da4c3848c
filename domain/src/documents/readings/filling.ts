import type { Box, Word } from './page-layout.ts'
import { type FieldCandidate, type ReadingField, readingFields } from './understand.ts'
import { amountIn, dateIn, isVin, vinOf } from './values.ts'

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
  po_number: 70,
}

/** Fields that the second reader looks at even where a file has text, which can differ from what it shows. */
export const fieldsReadTwice: readonly ReadingField[] = ['amount']

/** Fields of pictures whose value both readers must agree on. */
export const fieldsReadTwiceInPictures: readonly ReadingField[] = [
  'payee_name',
  'remit_to_name',
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

/** Fields of pictures that need the second reader's word. */
const mustAgree: readonly ReadingField[] = ['amount', 'vin', 'invoice_number']

/** How certain a reader must be of each character of a picture's value. Words such as names forgive more. */
const leastCertainty: Partial<Record<ReadingField, number>> = {
  payee_name: 60,
  payee_address: 60,
  remit_to_name: 60,
  remit_to_address: 60,
  currency: 0,
  lender: 60,
}
const usualCertainty = 80

/** The value that fills a field, or undefined if the candidates are only offered. */
export function filledValue<Value extends CheckedValue>(
  field: ReadingField,
  candidates: readonly Value[],
): Value | undefined {
  const [best, next] = candidates
  if (!best || best.agreed === false) return undefined
  if (best.score < (leastOf[field] ?? least.score)) return undefined
  if (next && best.score - next.score < least.lead && isRival(next)) return undefined
  if (best.agreed === true) return best
  if (best.certainty < 100 && mustAgree.includes(field)) return undefined
  return best.certainty >= (leastCertainty[field] ?? usualCertainty) ? best : undefined
}

/** A value that nobody could read well is no reason to doubt another. */
function isRival({ agreed, certainty }: CheckedValue): boolean {
  return agreed !== false && (agreed === true || certainty >= 50)
}

/**
 * True if the second reader's text has the value, false if it has another one, and null if it has none that can be
 * compared.
 */
export function isSameReading(
  field: ReadingField,
  { value, text, certainty, isUnmistakable = false }: FieldCandidate,
  read: string,
): boolean | null {
  if (field === 'amount' || field === 'per_diem') {
    const amounts = amountsIn(read)
    if (amounts.length === 0) return null
    return amounts.some((amount) => Number(amount) === Math.abs(Number(value)))
  }
  if (dateFields.includes(field)) {
    const found = [true, false].flatMap((isDayFirst) => datesIn(read, isDayFirst))
    return found.length === 0 ? null : found.includes(value)
  }
  if (field === 'vin') return vinOf(read).includes(value)
  const printed = text.length < value.length ? value : text
  if (!nameFields.includes(field)) return isSameNumber(printed, read)
  const isSame = isSameName(printed, read, certainty)
  return isSame === false && isUnmistakable ? null : isSame
}

function amountsIn(text: string): string[] {
  const found = text.replace(/\s*([.,])\s*/g, '$1').match(/\d[\d.,']*[.,]\d{2,4}(?!\d)/g) ?? []
  // Readers take a comma for a point.
  return found.flatMap((part) => amountIn(part.replace(/\.(?=\d{3}\.\d{2}$)/, ','))?.value ?? [])
}

function isSameName(name: string, read: string, certainty: number): boolean | null {
  const [first, second] = [plain(name), plain(withoutLabel(read))]
  // A name in a sentence, such as `payable to`.
  if (second.length > 2 * first.length) return second.includes(first)
  const at = second.indexOf(first)
  if (at >= 0) {
    // Specks beside a name look like a few letters; a lost word has more.
    const [before, after] = [second.slice(0, at), second.slice(at + first.length)]
    return after.length <= mostSpecks && (before.length <= mostSpecks || /(?:TO|OF)$/.test(before))
  }
  if (first.length > 8 && hasSameWords(name, read)) return true
  if (first.length >= longName && certainty >= clear && isOneOff(first, second)) return true
  return second === '' ? null : first === second
}

const longName = 12
/** How certain a reader is of every word of a name that the other one may misread. */
const clear = 93

/** True if one character more, less, or different makes the texts the same. */
function isOneOff(one: string, other: string): boolean {
  const at = [...one].findIndex((character, place) => character !== other[place])
  const [rest, otherRest] = [one.slice(at), other.slice(at)]
  return [
    [rest.slice(1), otherRest.slice(1)],
    [rest.slice(1), otherRest],
    [rest, otherRest.slice(1)],
  ].some(([left, right]) => left === right)
}

/** What a reader saw without a label before it, and without the number of a store. */
function withoutLabel(read: string): string {
  return read.replace(/^.*:/, '').replace(/\s*#\d+\W*$/, '')
}

/** Compares up to the first sign that no number contains, since readers also see specks. */
function isSameNumber(number: string, read: string): boolean | null {
  const seen = read.split(/[,;|]/)[0]?.trim() ?? ''
  const second = plain(seen)
  if (second === '') return null
  // A line at the end can be a character that neither reader made out.
  return plain(number) === second && !/[-_]$/.test(seen)
}

/** True if two names differ only in words of up to two letters, such as `N.A.`. */
function hasSameWords(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => name.split(/\s+/).map(plain).filter(isLong).join(' '))
  return first === second
}

function isLong({ length }: string): boolean {
  return length > 2
}

const dateFields: readonly ReadingField[] = ['invoice_date', 'due_date', 'good_through']

function datesIn(text: string, isDayFirst: boolean): string[] {
  const spaced = text.replace(/[,.](?=\S)/g, (sign) => (sign === ',' ? ', ' : sign)).replace(/([a-z])(?=\d)/gi, '$1 ')
  const words = spaced.split(/\s+/).map((word) => word.replace(/^[^a-z0-9]+/i, ''))
  return words.flatMap((_, at) =>
    [1, 2, 3].flatMap((count) => dateIn(words.slice(at, at + count).join(' '), isDayFirst) ?? []),
  )
}

/** Letters and digits that readers take for each other. */
const confused = ['O0QD', 'I1L', 'S5', 'B8', 'Z2', 'G6', 'T7', 'A4', 'UV', 'MN', 'E3F']

/**
 * The VIN that both readers saw, if they differ only in similar characters or in one character too many, and the
 * check digit decides.
 */
export function vinOfBoth(first: string, second: string): string | undefined {
  const [one, other] = [plain(first).replace(/^VIN/, ''), vinOf(second).replace(/^V1N/, '')]
  if (!isVin(other)) return undefined
  const shorter =
    one.length === other.length + 1 ? [...one].map((_, at) => one.slice(0, at) + one.slice(at + 1)) : [one]
  return shorter.some((each) => isSimilar(each, other)) ? other : undefined
}

function isSimilar(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  return [...one].every((character, at) => {
    const seen = other[at] ?? ''
    return character === seen || confused.some((group) => group.includes(character) && group.includes(seen))
  })
}

/**
 * Where the second reader looks for a value: also to its left and right, since a word or character that the first
 * reader lost there makes another value.
 */
export function placeToReadAgain(field: ReadingField, box: Box, words: readonly Word[]): Box {
  const { left, right, top, bottom } = box
  const height = bottom - top
  if (nameFields.includes(field))
    return { top, bottom, left: Math.max(0, left - 2.5 * height), right: right + 2.5 * height }
  const isNumber = ['invoice_number', 'po_number', 'stock_number', 'repair_order', 'account_number'].includes(field)
  return isNumber ? { top, bottom, left: startOfNumber(box, words), right: right + 0.7 * height } : box
}

/** The place before a number, but not in the word before it. */
function startOfNumber({ left, top, bottom }: Box, words: readonly Word[]): number {
  const height = bottom - top
  const line = words.filter((word) => word.bottom > top + height / 3 && word.top < bottom - height / 3)
  const ends = line.map((word) => word.right + 0.3 * height).filter((end) => end <= left + 0.6 * height)
  return Math.max(0, left - 0.7 * height, Math.min(left, Math.max(...ends)))
}

const mostSpecks = 3
const nameFields: readonly ReadingField[] = ['payee_name', 'remit_to_name']

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
