import { isHeader, isSection, keyOfName } from './column-names.ts'
import type { ClearingCsvMapping } from './profile.ts'
import { type DelimitedRow, type DelimitedText, linesOf, readDelimited, readWidths } from './records.ts'
import { type ClearingDateForm, readClearingDate } from './values.ts'

/** Part of a line of a fixed-width file: its first position, from 0, and the one after its last. */
type Span = readonly [number, number]

const datesWritten: readonly ClearingDateForm[] = ['MMDDYYYY', 'YYYYMMDD']
const shortDates: readonly ClearingDateForm[] = ['MMDDYY', 'YYMMDD']
const shortestLine = 20
const lastDigits = 4
const charactersLookedAt = 20_000
const title = /^\P{L}*\p{L}{3,}\P{L}+\p{L}{2,}\D*\d/u
const paymentLine = /\d{6}|\d[/-]\d{1,2}[/-]\d/

/** The first lines of a file. A line that is cut short would hide where its columns end. */
export function beginningOf(text: string): string {
  if (text.length <= charactersLookedAt) return text
  const end = Math.max(text.lastIndexOf('\n', charactersLookedAt), text.lastIndexOf('\r', charactersLookedAt))
  return text.slice(0, end > 0 ? end : charactersLookedAt)
}

/**
 * Guesses where the columns of a fixed-width file begin, counted from 1: at blanks that all lines have, at the account
 * number, at a date, and where an amount filled with zeros begins. Undefined for lines of different lengths.
 */
export function guessWidths(text: string, account: string): number[] | undefined {
  const all = linesOf(beginningOf(text)).map((line) => line.trimEnd())
  const long = all.filter((line) => line.length >= shortestLine && paymentLine.test(line))
  const usual = long.map((line) => line.length).sort((one, other) => one - other)[Math.floor(long.length / 2)] ?? 0
  const even = long.filter((line) => line.length >= usual * 0.7)
  // A title can contain a day and the account too.
  const titles = even.filter((line) => title.test(line))
  const body = titles.length * 2 > even.length ? even : even.filter((line) => !titles.includes(line))
  const own = account.length >= 4 ? body.filter((line) => line.includes(account)) : []
  const lines = own.length > 0 ? own : body
  const digits = lines.filter(
    (line) => paymentLine.test(line) && !/[,;|\t]/.test(line.replace(/(?<!\d)\d{1,3}(,\d{3})+(?!\d)/g, '')),
  )
  if (lines.length === 0 || digits.length < lines.length * 0.9) return undefined
  const length = Math.min(...lines.map((line) => line.length))
  const parts = blankFree(lines, length)
    .flatMap((span) => aroundAccount(span, lines, account))
    .flatMap((span) => beforeLetters(span, lines))
  const dated = [8, 6].map((digits) => parts.flatMap((span) => aroundDate(span, lines, digits)))
  const spans = (dated.find((all) => all.some((span) => isDate(span, lines))) ?? parts)
    // In a file without this account, another account’s digits would pass for check numbers.
    .flatMap((span) => (account.length >= 4 && own.length === 0 ? [span] : beforeZeros(span, lines)))
  const hasDate = spans.some((span) => isDate(span, lines))
  return hasDate && spans.length >= 3 ? spans.map((span, at) => startOf(span, spans[at - 1], lines) + 1) : undefined
}

/** Where a column starts: right after the one before it, if its values are aligned right, because others can be longer. */
function startOf([start, end]: Span, before: Span | undefined, lines: readonly string[]): number {
  const free = before?.[1] ?? 0
  const isRight = start - free > 1 && lines.every((line) => /\d[\d.)-]?$/.test(line.slice(start, end)))
  return isRight ? free : start
}

/** The spans between positions that are blank in every line. */
function blankFree(lines: readonly string[], length: number): Span[] {
  const spans: Span[] = []
  let start = -1
  for (let at = 0; at <= length; at += 1) {
    const isBlank = at === length || lines.every((line) => line[at] === ' ')
    if (isBlank && start >= 0) spans.push([start, at])
    if (isBlank) start = -1
    else if (start < 0) start = at
  }
  return spans
}

function aroundAccount([start, end]: Span, lines: readonly string[], account: string): Span[] {
  if (account.length < 4) return [[start, end]]
  const place = lines[0]?.slice(start, end).indexOf(account) ?? -1
  if (place < 0) return [[start, end]]
  const from = start + place
  // A type code or a bank number before it isn't a part of it, but the zeros that fill it are. Where only its last
  // digits are known, so are the digits behind a letter or zeros.
  const before = lines[0]?.slice(start, from) ?? ''
  const known = account.length > lastDigits ? /0*$/.exec(before) : /((?<=\D)\d*|^0\d*)$/.exec(before)
  const more = known?.[0].length ?? 0
  return spansAt([start, from - more, from + account.length, end])
}

/** Cuts a span where letters follow the digits of an amount in all lines, as a payee does. */
function beforeLetters([start, end]: Span, lines: readonly string[]): Span[] {
  for (let at = start + 6; at < end - 2; at += 1)
    if (lines.every((line) => /\d[\d-][A-Z]{3}/.test(line.slice(at - 2, at + 3)))) return spansAt([start, at, end])
  return [[start, end]]
}

/** Cuts a span around a date of so many digits. */
function aroundDate(span: Span, lines: readonly string[], digits: number): Span[] {
  const [start, end] = span
  if (end - start <= digits || isDate(span, lines)) return [span]
  // Digits of a number and of a date can look like another date. The right ones are those of the fewest days.
  const found: { readonly at: number; readonly days: number }[] = []
  for (let at = start; at + digits <= end; at += 1)
    for (const form of digits === 6 ? shortDates : datesWritten) {
      const dates = datesOf([at, at + digits], lines, form)
      if (dates) found.push({ at, days: new Set(dates).size })
    }
  const fewest = Math.min(...found.map(({ days }) => days))
  const [best, ...others] = new Set(found.filter(({ days }) => days === fewest).map(({ at }) => at))
  return best === undefined || others.length > 0 ? [span] : spansAt([start, best, best + digits, end])
}

function isDate([start, end]: Span, lines: readonly string[]): boolean {
  const forms = end - start === 6 ? shortDates : datesWritten
  return forms.some((form) => datesOf([start, end], lines, form) !== undefined)
}

/** The dates in a part of all lines; undefined if a line has none there. */
function datesOf([start, end]: Span, lines: readonly string[], form: ClearingDateForm): string[] | undefined {
  const dates = lines.flatMap((line) => {
    const text = line.slice(start, end)
    const date = /^(\d{8}|\d{6}|[\d/-]{8,10}) *$/.test(text) ? readClearingDate(text, form) : undefined
    return date !== undefined && date > '2015' && date < '2050' ? [date] : []
  })
  return dates.length === lines.length ? dates : undefined
}

/** Splits a number and an amount without a gap where all lines have the zeros that fill the amount. */
function beforeZeros(span: Span, lines: readonly string[]): Span[] {
  const [start, end] = span
  if (end - start < 18 || !lines.every((line) => /^\d+$/.test(line.slice(start, end)))) return [span]
  for (let at = start + 4; at < end - 4; at += 1)
    if (lines.every((line) => line.slice(at, at + 3) === '000' && /[1-9]/.test(line.slice(start, at))))
      return spansAt([start, at, end])
  return [span]
}

function spansAt(cuts: readonly number[]): Span[] {
  return cuts.slice(1).flatMap((end, at) => ((cuts[at] ?? 0) < end ? [[cuts[at] ?? 0, end] as const] : []))
}

const numeric = /^(?=.*\d)[\d\s.,/$()+-]+$/

/** Rows of a fixed-width file without its header and trailer lines, which fill few columns or have letters elsewhere. */
export function withoutEnds(rows: readonly DelimitedRow[]): DelimitedRow[] {
  const shapeOf = ({ cells }: DelimitedRow) => cells.map((cell) => (numeric.test(cell) ? '9' : 'x')).join('')
  const isFull = ({ cells }: DelimitedRow) => cells.filter((cell) => cell !== '').length * 2 > cells.length
  const full = rows.filter((row) => isFull(row) && shapeOf(row).includes('9'))
  const [, usual = full] = [...Map.groupBy(full, shapeOf)].reduce(
    (best, one) => (one[1].length > (best[1]?.length ?? 0) ? one : best),
    [] as readonly [string?, DelimitedRow[]?],
  )
  return usual.length > 1 && usual.length * 2 >= full.length ? usual : full
}

/** The rows of a CSV or fixed-width file. */
export function rowsOf(
  text: string,
  { separator, widths = [] }: Pick<ClearingCsvMapping, 'separator' | 'widths'>,
): DelimitedText {
  if (separator === 'widths') return readWidths(text, widths)
  const { rows, openedIn } = readDelimited(text, separator)
  return { rows: unfolded(rows), openedIn }
}

/** Rows with several payments side by side, below a header that repeats its columns: each payment in a row of its own. */
function unfolded(rows: readonly DelimitedRow[]): readonly DelimitedRow[] {
  const widths = new Map(rows.flatMap((row) => (/\d/.test(row.cells[0] ?? '') ? [] : widthOf(row))))
  if ([...widths.values()].every((width) => width === 0)) return rows
  let width = 0
  return rows.flatMap((row) => {
    width = widths.get(row) ?? width
    if (width === 0) return [row]
    const { line, cells } = row
    const parts = Array.from({ length: Math.ceil(cells.length / width) }, (_, part) => ({
      line,
      cells: cells.slice(part * width, (part + 1) * width),
    }))
    return parts.filter((part, at) => at === 0 || (!widths.has(row) && part.cells.some((cell) => cell !== '')))
  })
}

/** A header with the width of the columns that it repeats; none for other rows. */
function widthOf(row: DelimitedRow): [DelimitedRow, number][] {
  return isSection(row) ? [[row, repeatedWidth(row.cells)]] : []
}

function repeatedWidth(cells: readonly string[]): number {
  const keys = cells.map(keyOfName)
  for (let width = 3; width <= (keys.length + 1) / 2; width += 1)
    if (isHeader(keys.slice(0, width)) && keys.every((key, at) => key === keys[at % width])) return width
  return 0
}

const rowsLookedAt = 100

/** The first rows of a file, to guess from. */
export function firstRows(
  text: string,
  shape: { readonly separator: ClearingCsvMapping['separator']; readonly widths?: readonly number[] | undefined },
): DelimitedRow[] {
  const { separator, widths = [] } = shape
  const { rows } = rowsOf(beginningOf(text), { separator, widths: [...widths] })
  return rows.slice(0, rowsLookedAt)
}

/** The number of cells that most rows have. */
export function usualWidth(rows: readonly DelimitedRow[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0]
}
