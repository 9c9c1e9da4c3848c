import { above, type Box, boxAround, cellLabel, leftOf, type Segment, type Word } from './page-layout.ts'
import { amountIn, dateIn, isVin, type PrintedAmount, vinOf } from './values.ts'

/** A value where it stands on a page, with the texts around it that can name it, nearest first. */
export interface Occurrence extends Box {
  readonly text: string
  readonly page: number
  readonly size: number
  readonly certainty: number
  readonly segment: Segment
  readonly contexts: readonly Context[]
  /** The words that follow in the same text. */
  readonly after: string
}

export interface Context {
  readonly where: 'inline' | 'left' | 'above'
  readonly text: string
  /** In letter heights. */
  readonly distance: number
}

export interface AmountOccurrence extends Occurrence {
  readonly amount: PrintedAmount
}

export interface DateOccurrence extends Occurrence {
  readonly date: string
}

export interface Occurrences {
  readonly amounts: readonly AmountOccurrence[]
  readonly dates: readonly DateOccurrence[]
  readonly numbers: readonly Occurrence[]
  readonly vins: readonly Occurrence[]
}

/** Texts of documents from countries that write the day first. */
const european =
  /\b(?:Rechnung|MwSt|Datum|IBAN|Germany|Austria|France|Italy|United Kingdom)\b|\d,\d\d ?€|€ ?[\d.]+,\d\d\b/

/** True for a document from a country that writes the day first, and names with letters that readers don’t know. */
export function isEuropean(segments: readonly Segment[]): boolean {
  return segments.some(({ text }) => european.test(text))
}

const longestDate = 3
const longestAmount = 2

/** Finds amounts, dates, VINs, and other numbers in the segments of all pages. */
export function occurrencesIn(segments: readonly Segment[]): Occurrences {
  const isDayFirst = isEuropean(segments)
  const found = { amounts: [], dates: [], numbers: [], vins: [] } satisfies Record<string, unknown[]> as Found
  const byPage = Map.groupBy(segments, ({ page }) => page)
  for (const segment of segments) findIn(segment, byPage.get(segment.page) ?? [], isDayFirst, found)
  return found
}

interface Found {
  readonly amounts: AmountOccurrence[]
  readonly dates: DateOccurrence[]
  readonly numbers: Occurrence[]
  readonly vins: Occurrence[]
}

function findIn(line: Segment, all: readonly Segment[], isDayFirst: boolean, found: Found): void {
  const segment = withNextLine(line, all)
  for (let at = 0; at < line.words.length; ) at += findAt(segment, at, all, isDayFirst, found)
}

/** A line of prose with the next line's first words, since dates can continue there. */
function withNextLine(segment: Segment, all: readonly Segment[]): Segment {
  if (!isProse(segment.words) || !/[,a-z]$/.test(segment.text)) return segment
  const next = all.find(
    ({ left, top }) =>
      Math.abs(left - segment.left) < segment.size &&
      top > segment.top + segment.size * 0.6 &&
      top - segment.bottom < segment.size,
  )
  return next ? Object.assign({ ...segment }, { words: [...segment.words, ...next.words.slice(0, 2)] }) : segment
}

/** Adds what begins at a word, and returns the number of words it takes. */
function findAt(segment: Segment, at: number, all: readonly Segment[], isDayFirst: boolean, found: Found): number {
  const occurrence = (count: number) => occurrenceOf(segment, at, count, all)
  for (let count = longestDate; count > 0; count -= 1) {
    const date = dateIn(textOf(segment, at, count), isDayFirst)
    if (!date) continue
    found.dates.push(Object.assign(occurrence(count), { date }))
    return count
  }
  for (let count = longestAmount; count > 0; count -= 1) {
    const amount = amountIn(textOf(segment, at, count))
    if (!amount) continue
    found.amounts.push(Object.assign(occurrence(count), { amount }))
    return count
  }
  return findNumberAt(segment, at, occurrence, found)
}

function findNumberAt(segment: Segment, at: number, occurrence: (count: number) => Occurrence, found: Found): number {
  const text = segment.words[at]?.text ?? ''
  const joined = [1, 2, 3, 4].find((count) => isVin(vinOf(textOf(segment, at, count).replace(/^(?:vin|#|:)+/i, ''))))
  if (joined) {
    found.vins.push(occurrence(joined))
    return joined
  }
  if (/\d/.test(text) || isCode(segment, text)) found.numbers.push(occurrence(1))
  return 1
}

/** Account codes and order references without digits stand alone in capitals. */
function isCode({ words }: Segment, text: string): boolean {
  return words.length === 1 && /^[A-Z][A-Z-]{3,}$/.test(text)
}

function textOf({ words }: Segment, at: number, count: number): string {
  if (at + count > words.length) return ''
  return words
    .slice(at, at + count)
    .map(({ text }) => text)
    .join(' ')
}

function occurrenceOf(segment: Segment, at: number, count: number, all: readonly Segment[]): Occurrence {
  const words = segment.words.slice(at, at + count)
  const box = boxAround(words.filter(({ top }) => top < segment.bottom))
  return {
    ...box,
    text: textOf(segment, at, count),
    page: segment.page,
    size: segment.size,
    certainty: Math.min(...words.map(({ certainty }) => certainty)),
    segment,
    contexts: contextsOf(segment, at, { ...segment, ...box, words }, all),
    after: segment.words
      .slice(at + count, at + count + 5)
      .map(({ text }) => text)
      .join(' '),
  }
}

function contextsOf(segment: Segment, at: number, value: Segment, all: readonly Segment[]): Context[] {
  const contexts: Context[] = []
  const size = Math.max(segment.size, 6)
  const inline = wordsBefore(segment, at, all)
  if (inline) contexts.push({ where: 'inline', text: inline, distance: 0 })
  const left = leftOf(segment).find(({ text }) => hasLetters(text))
  if (left) contexts.push({ where: 'left', text: left.text, distance: (value.left - left.right) / size })
  const over = above(value, all)
  if (over) contexts.push({ where: 'above', text: over.text, distance: (value.top - over.bottom) / size })
  const cell = cellLabel(value, all)
  if (cell && cell !== over)
    contexts.push({ where: 'above', text: cell.text, distance: (value.top - cell.bottom) / size })
  return contexts
}

/** The words before a value in its text, with the end of the line above if a sentence continues from there. */
function wordsBefore(segment: Segment, at: number, all: readonly Segment[]): string {
  const own = segment.words.slice(Math.max(0, at - 9), at).map(({ text }) => text)
  const over = at < 6 ? above(segment, all, 1.2) : undefined
  const continues =
    over && isProse(over.words) && Math.abs(over.left - segment.left) < segment.size && !/[.:]$/.test(over.text)
  const before = continues ? over.words.slice(-8).map(({ text }) => text) : []
  return [...before, ...own].join(' ')
}

function isProse(words: readonly Word[]): boolean {
  return words.length >= 5
}

function hasLetters(text: string): boolean {
  const letters = text.replace(/[^a-z#]/gi, '').length
  const isLabel = /[a-z]{2}:$/i.test(text) || letters > text.replace(/\D/g, '').length
  return isLabel && (letters > 2 || /#|^[a-z]\W?[a-z]\W*$/i.test(text))
}
