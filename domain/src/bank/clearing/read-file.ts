import type { CalendarDate } from '../../values/calendar-date.ts'
import { type BaiOptions, readBai2 } from './bai2.ts'
import { type ClearingCsvMapping, readClearingCsv } from './csv.ts'
import { type ClearedLine, type ClearingFile, type LineNote, lastFour, refusalOfText, refuseFuture } from './lines.ts'
import {
  type ClearingException,
  type ClearingMatch,
  type MatchedWith,
  matchClearedLines,
  type RegisterCheck,
} from './match.ts'
import { readOfx } from './ofx.ts'

/** Forms of files in which banks say what they paid. */
export type ClearingFormat = 'CSV' | 'BAI2' | 'OFX'

/** What an account keeps about the files of its bank; `csv` is null until its columns are known. */
export interface ClearingOptions extends BaiOptions {
  readonly csv: ClearingCsvMapping | null
}

/** Which form a text has, by what it begins with, whatever its file is called. */
export function formatOf(text: string): ClearingFormat {
  const start = text
    .slice(0, 4000)
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (/<OFX>/i.test(start) || /^OFXHEADER/i.test(start)) return 'OFX'
  return /^01,[^\r\n]*[\r\n]+(88,[^\r\n]*[\r\n]+){0,9}02,/.test(start) ? 'BAI2' : 'CSV'
}

/** The text of a file: UTF-8 or UTF-16 with its mark, else Windows-1252, which older systems of banks write. */
export function decodeClearingFile(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Reads a file in whichever form it is. Never throws for what a file says. The number of the account is nowhere in what
 * comes back, even if it stands in texts of the bank, or in the column that was taken for the numbers of checks.
 */
export function readClearingFile(
  text: string,
  options: ClearingOptions,
): ClearingFile & { readonly format: ClearingFormat } {
  const format = formatOf(text)
  return { format, ...withoutAccount(readAs(format, text, options), options.accountNumber) }
}

function readAs(format: ClearingFormat, text: string, options: ClearingOptions): ClearingFile {
  if (format === 'BAI2') return readBai2(text, options)
  if (format === 'OFX') return readOfx(text, options.accountNumber)
  if (options.csv) return readClearingCsv(text, options.csv)
  return refusalOfText(text) ?? refused(1, 'Say first which columns the CSV files of this bank have.')
}

function refused(line: number, message: string): ClearingFile {
  return { lines: [], problems: [{ line, message }], notes: [], skipped: 0 }
}

function withoutAccount(file: ClearingFile, accountNumber: string): ClearingFile {
  const bare = accountNumber.replace(/[ -]/g, '').replace(/^0+/, '')
  if (bare === '') return file
  const taken = file.lines.find(({ number }) => String(number) === bare)
  if (taken)
    return refused(
      taken.line,
      'The number of a check is that of the account here. Choose another column for the numbers of checks.',
    )
  const masked = (written: string) => written.replaceAll(bare, `…${lastFour(bare)}`)
  const maskNote = (note: LineNote) => ({ ...note, message: masked(note.message) })
  return {
    lines: file.lines.map((one) => ({
      ...one,
      payee: one.payee && masked(one.payee),
      reference: one.reference && masked(one.reference),
      fingerprint: masked(one.fingerprint),
    })),
    problems: file.problems.map(maskNote),
    notes: file.notes.map(maskNote),
    skipped: file.skipped,
  }
}

/** Of the lines of a file at most so many of each kind are shown; all of them count. */
export const mostLines = 500

/** A check of the register, with its id. */
export type Compared = RegisterCheck & { readonly id: number }

/** What is in a file; its lines as JSON, and what of them the register is asked for. */
export interface ReadClearing {
  readonly format: ClearingFormat
  readonly problems: readonly LineNote[]
  readonly notes: readonly LineNote[]
  readonly skipped: number
  readonly count: number
  readonly content: string
  readonly numbers: readonly number[]
  readonly fingerprints: readonly string[]
}

/** So many lines that come to so much, in cents, of which the first ones are shown. */
interface Part<Line> {
  readonly count: number
  readonly cents: number
  readonly shown: readonly Line[]
}

/** What a comparison found. `checkIds`: the checks that the lines are about. */
export interface ClearingLook {
  readonly matched: Part<ClearingMatch<Compared>['matched'][number]>
  readonly repeated: Part<ClearedLine>
  readonly doubtful: Part<ClearingException<Compared>>
  readonly unknown: Part<ClearingException<Compared>>
  readonly checkIds: readonly number[]
}

/** Reads the bytes of a file. Problems of the file as a whole are at its first line. */
export function readBytes(bytes: Uint8Array, options: ClearingOptions, today: CalendarDate): ReadClearing {
  const { lines, ...file } = refuseFuture(readClearingFile(decodeClearingFile(bytes), options), today)
  return {
    ...file,
    count: lines.length,
    content: JSON.stringify(lines),
    numbers: [...new Set(lines.flatMap(({ number }) => (number === null ? [] : [number])))],
    fingerprints: lines.map(({ fingerprint }) => fingerprint),
  }
}

/** Compares lines that were read, as JSON, with the register. */
export function lookAtLines(content: string, register: MatchedWith<Compared>): ClearingLook {
  const { matched, exceptions, repeated } = matchClearedLines<Compared>(JSON.parse(content), register)
  const { unknown = [], doubtful = [] } = Object.groupBy(exceptions, ({ check }) => (check ? 'doubtful' : 'unknown'))
  return {
    matched: partOf(matched, ({ line }) => line),
    repeated: partOf(repeated, (line) => line),
    doubtful: partOf(doubtful, ({ line }) => line),
    unknown: partOf(unknown, ({ line }) => line),
    checkIds: [...matched, ...doubtful].flatMap(({ check }) => (check ? [check.id] : [])),
  }
}

function partOf<Found>(all: readonly Found[], lineOf: (found: Found) => ClearedLine): Part<Found> {
  const cents = all.reduce((sum, found) => sum + lineOf(found).amountCents, 0)
  return { count: all.length, cents, shown: all.slice(0, mostLines) }
}
