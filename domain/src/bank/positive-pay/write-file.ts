import type { CalendarDate } from '../../values/calendar-date.ts'
import { linesOf } from '../clearing/records.ts'
import {
  type Facts,
  fit,
  frameValue,
  type PositivePayAccount,
  type PositivePayRow,
  recordValue,
  type Value,
} from './column-values.ts'
import { type Column, type FrameColumn, type PositivePayTemplate, voidRuleOf } from './template.ts'

/** The rows of a positive-pay file: all, or only issues or voids, if the bank wants voids in a file of their own. */
export const fileKinds = ['all', 'issues', 'voids'] as const
export type FileKind = (typeof fileKinds)[number]

/** A row that can't be written, and why. It waits until its check, its payee, or the template changes. */
export interface HeldRow<Row extends PositivePayRow = PositivePayRow> {
  readonly row: Row
  readonly problems: readonly string[]
}

/**
 * The whole file, in ASCII so that each character is one byte, with the rows in it, those left out, and the rest for a
 * next file because the totals have no room for them, or the sentences that say why there is no file.
 */
export type PositivePayFile<Row extends PositivePayRow = PositivePayRow> =
  | {
      readonly text: string
      readonly rows: readonly Row[]
      readonly held: readonly HeldRow<Row>[]
      readonly rest: readonly Row[]
      readonly problems?: never
    }
  | {
      readonly text?: never
      readonly rows?: never
      readonly held?: never
      readonly rest?: never
      readonly problems: readonly string[]
    }

/** The rows of each file to create: by default one file, but a file for issues and one for voids if the bank wants that. */
export function rowsByFile<Row extends Pick<PositivePayRow, 'voidDate'>>(
  template: Pick<PositivePayTemplate, 'voids' | 'record'>,
  rows: readonly Row[],
): { readonly kind: FileKind; readonly rows: readonly Row[] }[] {
  const rule = voidRuleOf(template)
  if (rule === 'in the file') return [{ kind: 'all' as const, rows }].filter((file) => file.rows.length > 0)
  const files = [
    { kind: 'issues' as const, rows: rows.filter(({ voidDate }) => voidDate === null) },
    { kind: 'voids' as const, rows: rule === 'own file' ? rows.filter(({ voidDate }) => voidDate !== null) : [] },
  ]
  return files.filter((file) => file.rows.length > 0)
}

/**
 * Writes the file that reports issued and voided checks to the bank, in the order of `rows`. Truncates only payees, and
 * only if the template allows it; a row with any other value that doesn't fit is left out and reported. The sentences
 * contain no account number.
 */
export function writePositivePayFile<Row extends PositivePayRow>(
  template: PositivePayTemplate,
  account: PositivePayAccount,
  rows: readonly Row[],
  fileDate: CalendarDate,
  kind: FileKind = 'all',
): PositivePayFile<Row> {
  if (rows.length === 0) return { problems: ['There are no checks to report, so no file was created.'] }
  const { lines, written, held, rest, ofTheFile } = tryRows(template, account, rows, fileDate, kind)
  if (ofTheFile.length > 0 || written.length === 0)
    return { problems: [...ofTheFile, ...new Set(held.flatMap(({ problems }) => problems))] }
  const end = template.line_end === 'LF' ? '\n' : '\r\n'
  return { text: lines.join(end) + (template.last_line_end ? end : ''), rows: written, held, rest }
}

/** What a file would contain, the rows left out of it, and the problems that prevent the whole file. */
export function tryRows<Row extends PositivePayRow>(
  template: PositivePayTemplate,
  account: PositivePayAccount,
  rows: readonly Row[],
  fileDate: CalendarDate,
  kind: FileKind,
) {
  const { header, record, trailer } = (kind === 'voids' && template.void_file) || template
  const tried = rows.map((row) => {
    const facts = { template, account: row.account ?? account, rows: [row], fileDate }
    const line = writeLine(record, 'each check', facts, (column) => recordValue(column, row, facts))
    // A problem with another account holds back only the checks of that account.
    if (row.account === undefined) return { row, ...line }
    return { row, text: line.text, problems: [...line.ofTheFile, ...line.problems], ofTheFile: [] }
  })
  const good = tried.filter(({ problems, ofTheFile }) => problems.length + ofTheFile.length === 0)
  const frameOf = (some: readonly { readonly row: Row }[]) => {
    const facts = { template, account, rows: some.map(({ row }) => row), fileDate }
    const lines = (all: readonly (readonly FrameColumn[])[], name: string) =>
      all.map((columns) => writeLine(columns, name, facts, (column) => frameValue(column, facts)))
    const [before, after] = [lines(header, 'the header'), lines(trailer, 'the trailer')]
    const problems = [...before, ...after].flatMap((line) => [...line.problems, ...line.ofTheFile])
    return { before, after, rows: facts.rows, problems }
  }
  const ofFrame = frameOf([]).problems
  const { fitting, rest, tooLarge } = withinTotals(good, (some) => (ofFrame.length > 0 ? [] : frameOf(some).problems))
  const { before, after, rows: written } = frameOf(fitting)
  return {
    lines: [...before, ...fitting, ...after].map(({ text }) => text),
    written,
    held: [...tried.filter(({ problems }) => problems.length > 0), ...tooLarge] as readonly HeldRow<Row>[],
    rest: rest.map(({ row }) => row),
    // Removes duplicates, because a problem with the account would repeat on every line.
    ofTheFile: [...new Set([...ofFrame, ...tried.flatMap((line) => line.ofTheFile)])],
  }
}

/**
 * The first rows whose totals fit, the rest for a next file, and the rows that don't fit even alone. Totals only grow
 * with each row, so halving finds the last one that fits.
 */
function withinTotals<Tried extends { readonly row: PositivePayRow }>(
  tried: readonly Tried[],
  problemsOf: (some: readonly Tried[]) => readonly string[],
) {
  if (problemsOf(tried).length === 0) return { fitting: tried, rest: [], tooLarge: [] }
  const alone = tried.map((one) => ({ one, problems: problemsOf([one]) }))
  const possible = alone.filter(({ problems }) => problems.length === 0).map(({ one }) => one)
  let [fits, overflows] = [0, possible.length + 1]
  while (overflows - fits > 1) {
    const middle = Math.floor((fits + overflows) / 2)
    if (problemsOf(possible.slice(0, middle)).length === 0) fits = middle
    else overflows = middle
  }
  const tooLarge = alone
    .filter(({ problems }) => problems.length > 0)
    .map(({ one: { row }, problems }) => ({
      row,
      problems: problems.map((problem) => `Check ${row.number}: ${problem.charAt(0).toLowerCase()}${problem.slice(1)}`),
    }))
  return { fitting: possible.slice(0, fits), rest: possible.slice(fits), tooLarge }
}

interface Line {
  readonly text: string
  readonly problems: readonly string[]
  /** Problems that every line would have, because their columns are the same for all checks. */
  readonly ofTheFile: readonly string[]
}

const sameForAll: readonly Column['source'][] = ['account number', 'routing number', 'text', 'blank']

function writeLine<Kind extends Column>(
  columns: readonly Kind[],
  name: string,
  { template }: Facts,
  valueIn: (column: Kind) => Value,
): Line {
  const cells = columns.map((column, index) => fit(valueIn(column), column, `column ${index + 1} of ${name}`))
  const wrong = cells.flatMap((cell, index) => {
    const isOfTheFile = sameForAll.includes(columns[index]?.source ?? 'blank')
    return 'problem' in cell ? [{ isOfTheFile, sentence: cell.problem }] : []
  })
  const problems = wrong.filter(({ isOfTheFile }) => !isOfTheFile).map(({ sentence }) => sentence)
  const ofTheFile = wrong.filter(({ isOfTheFile }) => isOfTheFile).map(({ sentence }) => sentence)
  const texts = cells.map((cell) => ('problem' in cell ? '' : cell.text))
  if (template.kind === 'fixed width') return { text: texts.join(''), problems, ofTheFile }
  const { separator, quotes } = template
  const quoted = texts.map((text) => {
    const isNeeded = quotes === 'when needed' && (text.includes(separator) || text.includes('"'))
    return quotes === 'always' || isNeeded ? `"${text.replaceAll('"', '""')}"` : text
  })
  return { text: quoted.join(separator), problems, ofTheFile }
}

/**
 * True if a text consists of lines of positive-pay files, even if a spreadsheet saved it again, which removes quotation
 * marks, spaces, and leading zeros.
 */
export function repeatsReported(text: string, reported: readonly string[]): boolean {
  const known = new Set(reported.flatMap(bareLines))
  const lines = bareLines(text)
  return lines.length > 0 && lines.every((line) => known.has(line))
}

function bareLines(text: string): string[] {
  return linesOf(text)
    .map((line) =>
      line
        .split(/[,;|\t]/)
        .map(bareValue)
        .join(',')
        .replace(/,+$/, ''),
    )
    .filter((line) => line !== '')
}

function bareValue(written: string): string {
  const plain = written.replace(/["'=\s]/g, '').toUpperCase()
  return plain
    .replace(/^0+(?=\d)/, '')
    .replace(/^(\d+\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
}
