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

/** File formats in which banks report payments. */
export type ClearingFormat = 'CSV' | 'BAI2' | 'OFX'

/** An account's settings for reading bank files. `csv` is null until the columns are mapped. */
export interface ClearingOptions extends BaiOptions {
  readonly csv: ClearingCsvMapping | null
}

/** The format of a text, recognized by how the text begins, not by the file name. */
export function formatOf(text: string): ClearingFormat {
  const start = text
    .slice(0, 4000)
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (/<OFX>/i.test(start) || /^OFXHEADER/i.test(start)) return 'OFX'
  return /^01,[^\r\n]*[\r\n]+(88,[^\r\n]*[\r\n]+){0,9}02,/.test(start) ? 'BAI2' : 'CSV'
}

/** The text of a file: UTF-8, UTF-16 with a byte order mark, or Windows-1252 from older bank systems. */
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
 * Reads a file in any of the formats. Never throws, whatever the file contains. The result never contains the account
 * number, even if the bank's texts or the column mapped to check numbers do.
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
  return refusalOfText(text) ?? refused(1, 'Set up the columns of this bank’s CSV files first.')
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
      'The check-number column contains the account number. Choose another column for check numbers.',
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

/** Maximum number of lines of each kind to show. Counts still include all lines. */
export const mostLines = 500

/** A register check with its id. */
export type Compared = RegisterCheck & { readonly id: number }

/** The parsed content of a bank file: the lines as JSON, and which checks to load from the register. */
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

/** The number of lines and their total in cents, with the first lines to show. */
interface Part<Line> {
  readonly count: number
  readonly cents: number
  readonly shown: readonly Line[]
}

/** The result of a comparison. `checkIds`: the ids of the checks that the lines refer to. */
export interface ClearingLook {
  readonly matched: Part<ClearingMatch<Compared>['matched'][number]>
  readonly repeated: Part<ClearedLine>
  readonly doubtful: Part<ClearingException<Compared>>
  readonly unknown: Part<ClearingException<Compared>>
  readonly checkIds: readonly number[]
}

/** Parses the bytes of a bank file. Reports problems that concern the whole file on line 1. */
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

/** Compares parsed lines, as JSON, with the register. */
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
