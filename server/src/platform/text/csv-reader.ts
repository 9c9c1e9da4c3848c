import { CsvError, parse } from 'csv-parse/sync'

/** A column in a table: its name in the header, and whether it is required. */
export interface CsvColumn<Name extends string> {
  readonly name: Name
  readonly isRequired?: boolean
}

/** A row of trimmed texts by column name. Empty if the file has no such column. */
export interface CsvRow<Name extends string> {
  /** The line where the row begins in the file, starting at 1. */
  readonly line: number
  readonly values: Readonly<Record<Name, string>>
}

/** A problem in a line of a file, as a sentence that says what to do. */
export interface LineProblem {
  readonly line: number
  readonly message: string
}

export interface CsvTable<Name extends string> {
  readonly rows: readonly CsvRow<Name>[]
  readonly problems: readonly LineProblem[]
}

interface Parsed {
  readonly line: number
  readonly cells: readonly string[]
}

/** The longest row, in characters. */
const longestRow = 20_000
const formulaKeptInert = /^'(?=[\s\p{C}]*[=+\-@＝＋－＠]|[\t\r\n])/u
const wideEncoding = /[\0\uFFFD]/

/**
 * Reads a table from CSV text. The header names the columns, in any order and case, separated by commas, semicolons, or
 * tabs. Unknown columns are ignored. Never throws because of the content: unreadable lines are returned as problems.
 * Removes apostrophes that exports put before formulas.
 */
export function readCsv<Name extends string>(
  text: string,
  columns: readonly CsvColumn<Name>[],
  mostRows: number,
): CsvTable<Name> {
  if (wideEncoding.test(text))
    return refused(1, 'This file isn’t UTF-8 text. Save it as “CSV UTF-8 (comma delimited)”, and choose the new file.')
  const parsed = parseLines(text)
  if ('message' in parsed) return { rows: [], problems: [parsed] }
  const [head, ...lines] = parsed.lines
  if (!head) return refused(1, 'This file is empty. Its first line must name the columns.')
  if (lines.length > mostRows)
    return refused(
      1,
      `This file has ${lines.length.toLocaleString('en-US')} rows. Split it into files with at most ${mostRows.toLocaleString('en-US')} rows.`,
    )
  const names = head.cells.map(nameKey)
  const needed =
    1 + Math.max(...columns.map(({ name, isRequired }) => (isRequired ? names.indexOf(nameKey(name)) : -1)))
  const problems = [
    ...headProblems(head, names, columns),
    ...lines.flatMap((row) => lengthProblem(row, names.length, needed)),
  ]
  const rows = lines.map(({ line, cells }) => ({ line, values: valuesOf(cells, names, columns) }))
  return {
    rows: problems.length > 0 ? rows.filter(({ line }) => !problems.some((one) => one.line === line)) : rows,
    problems,
  }
}

function refused(line: number, message: string) {
  return { rows: [], problems: [{ line, message }] }
}

/** Some spreadsheets put a line with the separator first. */
const separatorLine = /^sep=(.)(?=\r\n|\r|\n|$)/i
const breaks = /\r\n|\r|\n/g

function parseLines(file: string): { readonly lines: readonly Parsed[] } | LineProblem {
  const marked = file.replace(/^\uFEFF/, '')
  const separator = separatorLine.exec(marked)?.[1]
  const text = marked.replace(separatorLine, '')
  const place = new Place(text)
  try {
    const lines: Parsed[] = []
    parse(text, {
      delimiter: separator ?? delimiterOf(text),
      max_record_size: longestRow,
      on_record: (cells: string[], { bytes }) => void lines.push({ line: place.advance(bytes), cells }),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
    })
    return { lines: lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { line: place.advance(Number.POSITIVE_INFINITY), message: reasonOf(error) }
  }
}

/** Finds where rows begin in a file, whatever the line endings and however many lines a row has. */
class Place {
  readonly #bytes: Buffer
  #at = 0
  #line = 1

  constructor(text: string) {
    this.#bytes = Buffer.from(text)
  }

  /** Returns the first line of the row that ends at this byte offset. */
  advance(end: number): number {
    const row = this.#bytes.toString('utf8', this.#at, Math.min(end, this.#bytes.length))
    const first = this.#line + breaksIn(/^[\r\n]*/.exec(row)?.[0] ?? '')
    this.#at = end
    this.#line += breaksIn(row)
    return first
  }
}

function breaksIn(text: string): number {
  return text.match(breaks)?.length ?? 0
}

// Spreadsheets write semicolons where commas are part of numbers.
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1)
  const count = (delimiter: string) => first.split(delimiter).length
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

function reasonOf({ code }: CsvError): string {
  if (code === 'CSV_MAX_RECORD_SIZE') return 'This line is too long. Look for a quotation mark that isn’t closed.'
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return 'A quotation mark in this line isn’t closed. Download the file from the bank again.'
  return 'A quotation mark in this line is in the wrong place. To include a quotation mark in a value, write it twice.'
}

function headProblems<Name extends string>(
  { line }: Parsed,
  names: readonly string[],
  columns: readonly CsvColumn<Name>[],
): LineProblem[] {
  return columns.flatMap(({ name, isRequired }) => {
    const found = names.filter((one) => one === nameKey(name)).length
    if (found > 1) return [{ line, message: `The column “${name}” appears ${found} times. Keep one of them.` }]
    if (found === 1 || !isRequired) return []
    return [{ line, message: `The column “${name}” is missing. Add it to the first line.` }]
  })
}

// Spreadsheets leave out empty cells at the end of a row, so missing ones are empty unless the column is required.
function lengthProblem({ line, cells }: Parsed, width: number, needed: number): LineProblem[] {
  if (cells.length >= needed && cells.slice(width).every((cell) => cell.trim() === '')) return []
  const found = cells.length === 1 ? '1 value' : `${cells.length} values`
  return [{ line, message: `This line has ${found}, but the first line names ${width} columns.` }]
}

function valuesOf<Name extends string>(
  cells: readonly string[],
  names: readonly string[],
  columns: readonly CsvColumn<Name>[],
): Record<Name, string> {
  const entries = columns.map(({ name }) => [name, textOf(cells[names.indexOf(nameKey(name))])])
  return Object.fromEntries(entries)
}

function textOf(cell = ''): string {
  return cell.replace(formulaKeptInert, '').trim()
}

function nameKey(name: string): string {
  return name
    .trim()
    .replace(/[\s_]+/g, ' ')
    .toLowerCase()
}
