import { shown } from './lines.ts'
import { isSerial, readCents, readCheckNumber } from './values.ts'

/**
 * The lines of a fixed-width file as rows, cut where each column begins. Every line is a row, whatever its length.
 */
export function readWidths(text: string, starts: readonly number[]): DelimitedText {
  const cuts = [...new Set(starts)].sort((one, other) => one - other)
  const rows = linesOf(text).flatMap((written, index) =>
    written.trim() === ''
      ? []
      : [
          {
            line: index + 1,
            cells: cuts.map((cut, at) => written.slice(cut - 1, (cuts[at + 1] ?? Infinity) - 1).trim()),
          },
        ],
  )
  return { rows, openedIn: undefined }
}

/** The lines of a text without the line ends. */
export function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
}

/** A record of a BAI2 file, including its continuation records. */
export interface BaiRecord {
  /** Usually 01, 02, 03, 16, 49, 98, or 99. Any other text at the beginning of the record is kept. */
  readonly code: string
  /** The fields after the record code. The text that ends a record 16 spans several fields if it contains commas. */
  readonly fields: readonly string[]
  /** The positions in `fields` after which `,/` or `,` ended a physical record, so that the field before can be none. */
  readonly ends: readonly number[]
  /** The first line of the record, counted from 1. */
  readonly line: number
  /** The number of physical records that make up the record, as counted by control records. */
  readonly physical: number
}

/**
 * The records of a BAI2 file: fields are separated by commas, and a slash ends the record, or after a text, the end of
 * the line. A record 88 continues the previous record. Blank lines, trailing blanks, and the lines that a transmission
 * adds before the first record 01 are ignored.
 */
export function* readBaiRecords(text: string): Generator<BaiRecord> {
  const lines = linesOf(text).map(bareRecord)
  const first = lines.findIndex((line) => /^\s*01\s*,/.test(line))
  let open: OpenRecord | undefined
  for (let at = Math.max(0, first); at < lines.length; at += 1) {
    const trimmed = lines[at]?.trim() ?? ''
    if (isBetweenRecords(trimmed)) continue
    if (!open || !/^88\s*(,|\/?$)/.test(trimmed)) {
      if (open) yield open
      open = { code: '', fields: [], ends: [], line: at + 1, physical: 0 }
    }
    takeLine(open, trimmed)
  }
  if (open) yield open
}

/** A BAI2 record without the quotation marks around fields and the commas that spreadsheets add after its end. */
export function bareRecord(line: string): string {
  const bare = line.includes('"') ? line.replace(/(?<=^\s*|,\s*)"((?:[^"]|"")*)"(?=\s*(?:[,/]|$))/g, '$1') : line
  return bare.replace(/\/[,\s]*$/, '/')
}

interface OpenRecord extends BaiRecord {
  code: string
  readonly fields: string[]
  readonly ends: number[]
  physical: number
}

function takeLine(record: OpenRecord, trimmed: string): void {
  const [code = '', ...cells] = (trimmed.endsWith('/') ? trimmed.slice(0, -1) : trimmed).split(',')
  if (record.physical === 0) record.code = code.trim()
  for (const cell of cells) record.fields.push(cell.trim())
  if (/,\/?$/.test(trimmed)) record.ends.push(record.fields.length - 1)
  record.physical += 1
}

/** True for blank lines and the lines of a transmission. */
function isBetweenRecords(trimmed: string): boolean {
  return trimmed === '' || trimmed.startsWith('$$')
}

/** A row of delimited text: its cells without enclosing quotation marks. */
export interface DelimitedRow {
  /** The first line of the row, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** All nonblank rows. `openedIn`: the line with a quotation mark that is never closed. */
export interface DelimitedText {
  readonly rows: readonly DelimitedRow[]
  readonly openedIn: number | undefined
}

const outside = 'outside'
const inside = 'inside'

/**
 * Reads delimited text in one pass: RFC 4180 with any separator and any line end. A quotation mark inside an unquoted
 * cell is an ordinary character, as in `3" PIPE`, and so is text after a closing quotation mark.
 */
export function readDelimited(text: string, separator: string): DelimitedText {
  const reader = new Reader(separator)
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    const next = text.charAt(at + 1)
    // Skips the first of two quotation marks in a quoted cell, and the CR of CR LF.
    if (letter === '"' && next === '"' && reader.place === inside) at += 1
    else if (letter === '"' && reader.changesPlace()) continue
    else if (letter === '\r' && next === '\n') continue
    reader.take(letter === '\r' ? '\n' : letter)
  }
  return reader.finish()
}

class Reader {
  readonly #separator: string
  readonly #rows: DelimitedRow[] = []
  #cells: string[] = []
  #cell = ''
  #line = 1
  #rowLine = 1
  #openedIn = 1
  place: typeof inside | typeof outside = outside

  constructor(separator: string) {
    this.#separator = separator
  }

  /** True for a quotation mark that opens or closes a cell. */
  changesPlace(): boolean {
    if (this.place === inside) {
      this.place = outside
      return true
    }
    if (this.#cell.trim() !== '') return false
    this.#cell = ''
    this.#openedIn = this.#line
    this.place = inside
    return true
  }

  take(letter: string): void {
    if (letter === '\n') this.#line += 1
    if (this.place === inside) this.#cell += letter
    else if (letter === '\n') this.#endRow()
    else if (letter === this.#separator) this.#endCell()
    else this.#cell += letter
  }

  finish(): DelimitedText {
    this.#endRow()
    return { rows: this.#rows, openedIn: this.place === inside ? this.#openedIn : undefined }
  }

  #endCell(): void {
    this.#cells.push(this.#cell.trim())
    this.#cell = ''
  }

  #endRow(): void {
    this.#endCell()
    if (this.#cells.some((cell) => cell !== '')) this.#rows.push({ line: this.#rowLine, cells: this.#cells })
    this.#cells = []
    this.#rowLine = this.#line
  }
}

/** The running totals and counts of a part of the file, to compare with its control record. */
export interface Part {
  readonly line: number
  /** The sums that its records can mean: a blank before the slash can be a field or none. */
  totals: readonly number[]
  /** With and without continuation records, which some banks don't count. */
  records: readonly [number, number]
  parts: number
  /** The number of parts of the account that is read, and whether their own totals prove them. */
  own: number
  isProven: boolean
  /** The dates on which this account is reported, to notice a repeated part. */
  readonly dates: Set<string>
  hasTwice: boolean
}

export function newPart(line: number): Part {
  return { line, totals: [0], records: [0, 0], parts: 0, own: 0, isProven: true, dates: new Set(), hasTwice: false }
}

export const missing = 'Part of the file might be missing. Download it from the bank again.'

/**
 * Where a control record differs from the part of the file that it controls. What it doesn't state isn't compared.
 * `inner`: the parts that it counts; empty for none.
 */
export function differencesOf({ code, fields }: BaiRecord, part: Part, inner: string): string[] {
  const [totalText = '', ...counts] = fields
  const [parts, records] = inner === '' ? ['', counts[0]] : [counts[0], counts[1]]
  const since = `since line ${part.line}`
  const differ = (counted: string, stated = '') =>
    `${counted}, but this record ${code} has ${shown(stated)}. ${missing}`
  const stated = statedTotal(totalText)
  const sum = part.totals.find((total) => Number.isFinite(total))
  const isRight = stated === undefined || sum === undefined || part.totals.includes(stated)
  return [
    ...(isRight ? [] : [differ(`The amounts ${since} add up to ${sum} cents`, totalText)]),
    ...(inner === '' || isCount(parts, [part.parts])
      ? []
      : [differ(`There are ${part.parts} ${inner} ${since}`, parts)]),
    ...(isCount(records, part.records) ? [] : [differ(`There are ${part.records[0]} records ${since}`, records)]),
  ]
}

/** The total that a control record states; undefined if it states none. NaN for a text that is no amount. */
export function statedTotal(text = ''): number | undefined {
  if (text === '') return undefined
  const total = readCents(text)
  return total ? total.cents * (total.isNegative ? -1 : 1) : Number.NaN
}

/** True if the record states one of these counts, or none. */
function isCount(text: string | undefined, counts: readonly number[]): boolean {
  return text === undefined || text === '' || (/^\d{1,15}$/.test(text) && counts.includes(Number(text)))
}

/**
 * The sums of the amounts in a record 03: type code, amount, count, and funds type, any number of times. A blank before
 * a slash can be a field or none, so there can be two sums.
 */
export function sumsOf(fields: readonly string[], ends: readonly number[], refuse: (text: string) => void): number[] {
  const blank = new Set(ends.filter((at) => fields[at] === ''))
  const short = blank.size === 0 ? fields : fields.filter((_, at) => !blank.has(at))
  const [sum, wrong] = sumOf(fields)
  if (short === fields) {
    if (wrong !== undefined) refuse(wrong)
    return [sum]
  }
  const [other, alsoWrong] = sumOf(short)
  if (wrong !== undefined && alsoWrong !== undefined) refuse(wrong)
  return [...(wrong === undefined ? [sum] : []), ...(alsoWrong === undefined ? [other] : [])]
}

function sumOf(fields: readonly string[]): [number, string | undefined] {
  let sum = 0
  for (let at = 2; at < fields.length; ) {
    // A type code has three digits; anything else in its place is left from the record before.
    if (!/^\d{3}$/.test(fields[at] ?? '')) {
      at += 1
      continue
    }
    const text = fields[at + 1] ?? ''
    const amount = text === '' ? { cents: 0, isNegative: false } : readCents(text)
    if (!amount) return [sum, text]
    sum += amount.cents * (amount.isNegative ? -1 : 1)
    at = afterFunds(fields, at + 3)
  }
  return [sum, undefined]
}

/** The index of the first field after a funds type and its data (V: date and time, S: three amounts, D: pairs). */
function afterFunds(fields: readonly string[], at: number): number {
  const type = fields[at] ?? ''
  if (type === 'V') return at + 3
  if (type === 'S') return at + 4
  if (type !== 'D') return at + 1
  const pairs = Number(/^\d{1,3}$/.exec(fields[at + 1] ?? '')?.[0] ?? 0)
  return at + 2 + pairs * 2
}

/** What is behind the funds type of a record 16. A blank before the end of a physical record can be a field or none. */
export function referencesOf(fields: readonly string[], ends: readonly number[]) {
  const read = (from: readonly string[]) => {
    const [bankReference = '', customerReference = '', ...rest] = from.slice(afterFunds(from, 2))
    return { bankReference, customerReference, text: rest.join(',').trim() }
  }
  const funds = fields.findIndex((field, at) => at >= 2 && field !== '')
  if (ends.includes(funds - 1) && /^[012ZSVD]$/.test(fields[funds] ?? ''))
    return read([...fields.slice(0, 2), ...fields.slice(funds)])
  const whole = read(fields)
  const blank = new Set(ends.filter((at) => fields[at] === '' && at < fields.length - 1))
  if (blank.size === 0 || hasSerial(whole)) return whole
  const short = read(fields.filter((_, at) => !blank.has(at)))
  return hasSerial(short) ? short : whole
}

function hasSerial({ customerReference }: { readonly customerReference: string }): boolean {
  return isSerial(readCheckNumber(customerReference))
}
