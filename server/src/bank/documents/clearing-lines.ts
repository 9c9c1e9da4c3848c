import { deflateSync, inflateSync } from 'node:zlib'
import type { ClearedLine } from '@check-requests/domain/bank/clearing/lines.ts'
import type { ClearingException, ClearingMatch, MatchedWith } from '@check-requests/domain/bank/clearing/match.ts'
import type { ClearingGuess, Compared, ReadClearing } from '@check-requests/domain/bank/clearing/read-file.ts'

/**
 * Packs the JSON of a file's lines to a tenth of its size. Passing 14 MB between threads and storing it would block all
 * calls (L1).
 */
export function packLines(json: string): string {
  return deflateSync(json, { level: 1 }).toString('base64')
}

/** Unpacks the JSON of a file's lines. Files read by an earlier version are stored as plain JSON. */
export function unpackLines(packed: string): string {
  return packed.startsWith('[') ? packed : inflateSync(Buffer.from(packed, 'base64')).toString('utf8')
}

/** Packed lines with how they were read, which the account keeps when the file is confirmed. */
export function withGuess(packed: string, guess: ClearingGuess | null): string {
  return guess === null ? packed : `${JSON.stringify(guess)}\n${packed}`
}

/** The packed lines of a stored file, and how they were read. */
export function splitGuess(stored: string): { readonly packed: string; readonly guess: ClearingGuess } {
  const end = stored.startsWith('{') ? stored.indexOf('\n') : -1
  return { packed: stored.slice(end + 1), guess: end < 0 ? {} : JSON.parse(stored.slice(0, end)) }
}

/** JSON of a part of a list. Copying the objects of a large file between threads would block all calls. */
export type Portion<Content> = string & { readonly of?: Content }

// Parsing a portion, and a statement with its rows, take a few milliseconds.
const linesAtOnce = 200

function portions<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / linesAtOnce)
  return Array.from({ length: count }, (_, at) => items.slice(at * linesAtOnce, (at + 1) * linesAtOnce))
}

/** Returns the content of a portion. */
export function contentOf<Content>(portion: Portion<Content>): Content {
  return JSON.parse(portion)
}

/** The check numbers and fingerprints of some lines, by which the register is searched. */
export type Keys = Pick<ReadClearing, 'numbers' | 'fingerprints'>

/** Splits keys into portions. Each number occurs in one of them. */
export function portionsOfKeys(keys: Keys): Portion<Keys>[] {
  const [numbers, fingerprints] = [portions(keys.numbers), portions(keys.fingerprints)]
  return Array.from({ length: Math.max(numbers.length, fingerprints.length) }, (_, at) =>
    JSON.stringify({ numbers: numbers[at] ?? [], fingerprints: fingerprints[at] ?? [] } satisfies Keys),
  )
}

/** What the register has for some keys. */
export interface Known {
  readonly checks: readonly Compared[]
  readonly seen: readonly string[]
  readonly elsewhere: readonly (readonly [key: string, count: number])[]
}

/** The data that lines are compared with, in portions. */
export interface PackedRegister extends Pick<MatchedWith<Compared>, 'firstNumber' | 'today'> {
  readonly known: readonly Portion<Known>[]
}

/** Unpacks a register for a comparison. */
export function unpackRegister({ known, ...rest }: PackedRegister): MatchedWith<Compared> {
  const parts = known.map(contentOf)
  return {
    ...rest,
    checks: parts.flatMap(({ checks }) => checks),
    seen: new Set(parts.flatMap(({ seen }) => seen)),
    elsewhere: new Map(parts.flatMap(({ elsewhere }) => elsewhere)),
  }
}

/** A line to save: with the check that it clears, or as an exception, or neither if the file takes it back later. */
export interface JudgedLine {
  readonly line: ClearedLine
  readonly clears?: Pick<Compared, 'id' | 'number'>
  readonly exception?: Pick<ClearingException, 'kind' | 'sentence'> & { readonly checkId: number | null }
}

/** A comparison to save. `checkIds`: the checks that the lines refer to. */
export interface Judgment {
  readonly lines: readonly Portion<JudgedLine[]>[]
  readonly checkIds: readonly number[]
  readonly cleared: number
  readonly excepted: number
  readonly repeated: number
  /** The repeated lines, packed; null if there are none. */
  readonly repeatedLines: string | null
}

export function judgmentOf({ matched, exceptions, takenBack, repeated }: ClearingMatch<Compared>): Judgment {
  const judged: JudgedLine[] = [
    ...matched.map(({ line, check: { id, number } }) => ({ line, clears: { id, number } })),
    ...exceptions.map(({ line, check, kind, sentence }) => ({
      line,
      exception: { kind, sentence, checkId: check?.id ?? null },
    })),
    ...takenBack.map((line) => ({ line })),
  ]
  const checkIds = [...matched, ...exceptions].flatMap(({ check }) => (check ? [check.id] : []))
  const repeatedLines = repeated.length > 0 ? packLines(JSON.stringify(repeated)) : null
  const lines = portions(judged).map((some) => JSON.stringify(some))
  const counts = { cleared: matched.length, excepted: exceptions.length, repeated: repeated.length }
  return { lines, checkIds, ...counts, repeatedLines }
}
