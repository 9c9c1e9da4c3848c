import type { CalendarDate } from '../../values/calendar-date.ts'
import { type ClearedLine, type LineNote, refuseFuture } from './lines.ts'
import {
  type ClearingException,
  type ClearingMatch,
  type MatchedWith,
  matchClearedLines,
  type RegisterCheck,
} from './match.ts'
import { type ClearingFormat, type ClearingOptions, decodeClearingFile, readClearingFile } from './read-file.ts'

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
