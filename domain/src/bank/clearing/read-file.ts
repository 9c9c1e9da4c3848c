import { datesIn } from '../../values/calendar-date.ts'
import { readBai2 } from './bai2.ts'
import { guessColumns, mappingOfColumns } from './columns.ts'
import { readClearingCsv } from './csv.ts'
import { refusalOfText, refusedFile, withoutAccount } from './file-kinds.ts'
import type { RegisterCheck } from './findings.ts'
import { formatOf, layoutFor, resembles } from './layouts.ts'
import {
  type ClearedLine,
  type ClearingFile,
  type FileReader,
  isLeftOut,
  type LineNote,
  type NamedAccount,
  signedCents,
  textOf,
} from './lines.ts'
import { type ClearingException, type ClearingMatch, type MatchedWith, matchClearedLines } from './match.ts'
import { readOfx } from './ofx.ts'
import {
  type ClearingCsvMapping,
  type ClearingFormat,
  type ClearingProfile,
  clearingCsvMapping,
  plainProfile,
} from './profile.ts'
import { linesOf } from './records.ts'
import { amountWords } from './values.ts'

/** An account's settings for reading bank files. */
export interface ClearingOptions extends NamedAccount {
  readonly profile?: ClearingProfile
  /** The format to read the file in, with this profile, whatever its content; left out to recognize it. */
  readonly format?: ClearingFormat
  /** The other accounts of the dealer group, to name them if the file contains them. */
  readonly others?: FileReader['others']
  readonly timeZone?: string
  /** True to read whole amounts as cents where dollars would be guessed, and the other way around. */
  readonly otherAmounts?: boolean
}

const charactersLookedAt = 20_000

/** The text of a file: UTF-8, UTF-16, or Windows-1252 from older bank systems, without the padding at its end. */
export function decodeClearingFile(bytes: Uint8Array): string {
  const text = textIn(bytes)
  // Zeros and the end-of-file mark of older systems.
  let end = text.length
  while (end > 0 && [0, 26].includes(text.charCodeAt(end - 1))) end -= 1
  return text.slice(0, end)
}

function textIn(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes
  // Without a byte order mark, every second byte of Latin letters is 0.
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0 && third !== 0 && fourth === 0)
  if (isLittle && bytes.length > 3) return new TextDecoder('utf-16le').decode(bytes)
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && third === 0 && fourth !== 0))
    return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

type ReadText = ClearingFile & Pick<ReadClearing, 'format' | 'isMisfit' | 'guess'>

/**
 * Reads a file in any of the formats. Never throws, whatever the file contains. The result never contains the account
 * number, even if the bank's texts or the column mapped to check numbers do.
 */
export function readClearingFile(text: string, options: ClearingOptions): ReadText {
  const { profile = plainProfile, timeZone } = options
  const isChosen = options.format !== undefined
  const layout = isChosen ? (profile.csv ?? undefined) : layoutFor(text, profile)
  const format = options.format ?? formatBy(text, options)
  const account = { ...options, dayOf: timeZone === undefined ? undefined : datesIn(timeZone) }
  const { otherAmounts = false } = options
  const { file, isMisfit, guess = null } = readAs(format, text, profile, account, { layout, isChosen, otherAmounts })
  const notes = isMisfit ? [{ line: 1, message: misfit }, ...file.notes] : file.notes
  return { format, isMisfit, guess, ...withoutAccount(withSample({ ...file, notes }, text), options) }
}

/** The note on a file that doesn’t look like the saved profile. */
export const misfit =
  'This file doesn’t look like the saved profile, so its format was detected. Compare the first lines with the checks.'

/**
 * The format in which a file is read: what its content says, or a saved layout of columns that it fits, or else the
 * saved format of unrecognized files. Null if it can't be read.
 */
export function formatBy(
  text: string,
  { profile = plainProfile, accountNumber }: ClearingOptions,
): ClearingFormat | null {
  if (refusalOfText(text) !== undefined) return null
  const found = formatOf(text, accountNumber)
  if (found === 'BAI2' || found === 'OFX') return found
  const layout = layoutFor(text, profile)
  if (layout) return layout.separator === 'widths' ? 'fixed width' : 'CSV'
  const isChanged = profile.csv !== null && resembles(text, profile.csv)
  return found ?? (isChanged ? 'CSV' : profile.format)
}

interface ReadAs {
  readonly file: ClearingFile
  /** True if there is a saved profile for this format, but this file doesn't look like it. */
  readonly isMisfit: boolean
  readonly guess?: ClearingGuess | null
}

/** How the checks of a file were read, where the profile leaves it open: a part of the profile for later files. */
export type ClearingGuess = Partial<Pick<ClearingProfile, 'bai2' | 'ofx'>>

interface ReadHow {
  readonly layout: ClearingCsvMapping | undefined
  readonly isChosen: boolean
  readonly otherAmounts: boolean
}

function readAs(
  format: ClearingFormat | null,
  text: string,
  { csv, bai2, ofx }: ClearingProfile,
  account: FileReader,
  { layout, isChosen, otherAmounts }: ReadHow,
): ReadAs {
  const refusal = refusalOfText(text)
  if (refusal) return { file: refusal, isMisfit: false }
  if (format === 'BAI2') {
    const { file, isMisfit } = readWith(bai2, isChosen, (part) => readBai2(text, account, part))
    return { file, isMisfit, guess: file.guess && { bai2: file.guess } }
  }
  if (format === 'OFX') {
    const { file, isMisfit } = readWith(ofx, isChosen, (part) => readOfx(text, account, part))
    return { file, isMisfit, guess: file.guess && { ofx: file.guess } }
  }
  if (layout) return { file: readClearingCsv(text, layout, account), isMisfit: false }
  const isMisfit = csv !== null
  const unread = (message: string) => ({ file: refusedFile(1, message), isMisfit })
  if (format === null)
    return unread(
      'This file’s format can’t be recognized. Choose its format: CSV, BAI2, OFX, or fixed width. Or download another file from the bank.',
    )
  const { amountForm, ...columns } = guessColumns(text, account.accountNumber)
  const usedForm = otherAmounts ? otherForms[amountForm] : amountForm
  const guess = clearingCsvMapping.safeParse(mappingOfColumns({ ...columns, amountForm: usedForm }, text))
  if (!guess.success)
    return csv
      ? { file: readClearingCsv(text, csv, account), isMisfit }
      : unread('The columns of this file can’t be recognized. Choose the columns of this bank’s files.')
  const file = readClearingCsv(text, guess.data, account)
  const { [usedForm]: unit } = amountWords
  const why = otherAmounts ? ` Amounts were read as ${unit}, because they then match the register.` : ''
  const message = `The columns were guessed from this file. Compare the first lines with the checks.${why}`
  const note = { line: 1, message }
  return { file: isMisfit ? file : { ...file, notes: [note, ...file.notes] }, isMisfit }
}

const otherForms = { dollars: 'cents', cents: 'dollars', 'decimal comma': 'decimal comma' } as const

/**
 * Reads a file with the saved part of the profile, or without it where only that finds check numbers, though not in the
 * reference of the bank.
 */
function readWith<Part, File extends ClearingFile & { readonly guess: { readonly number_in: string | null } | null }>(
  saved: Part | null,
  isChosen: boolean,
  read: (part: Part | null) => File,
): { readonly file: File; readonly isMisfit: boolean } {
  const hasNumbers = ({ lines }: ClearingFile) => lines.some(({ number }) => number !== null)
  const file = read(saved)
  if (saved === null || isChosen || file.problems.length > 0 || hasNumbers(file)) return { file, isMisfit: false }
  const plain = read(null)
  const isEvident = hasNumbers(plain) && plain.guess?.number_in !== 'bank reference'
  return isEvident ? { file: plain, isMisfit: true } : { file, isMisfit: false }
}

const linesOfUnread = 5

/** Shows the first lines of a file without checks. */
function withSample(file: ClearingFile, text: string): ClearingFile {
  if (file.sample.length > 0) return file
  const first = linesOf(text.slice(0, charactersLookedAt)).map((written, index) => ({ line: index + 1, written }))
  const said = first.filter(({ written }) => written.trim() !== '' && !written.includes('\0')).slice(0, linesOfUnread)
  return { ...file, sample: said.map(({ line, written }) => ({ line, text: textOf(written), check: null })) }
}

/** Maximum number of lines of each kind to show. Counts still include all lines. */
export const mostLines = 500

/** A register check with its id. */
export type Compared = RegisterCheck & { readonly id: number }

/** The parsed content of a bank file: the lines as JSON, and which checks to load from the register. */
export interface ReadClearing extends Omit<ClearingFile, 'lines'> {
  readonly format: ClearingFormat | null
  /** True if the file doesn't look like the saved profile and was read as detected. */
  readonly isMisfit: boolean
  readonly guess: ClearingGuess | null
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
  readonly notOurs: Part<ClearedLine>
  readonly doubtful: Part<ClearingException<Compared>>
  readonly unknown: Part<ClearingException<Compared>>
  /** The lines that the file counts as left out, but that concern checks of the register. */
  readonly found: readonly ClearedLine[]
  readonly checkIds: readonly number[]
}

/** Parses the bytes of a bank file. Reports problems that concern the whole file on line 1. */
export function readBytes(bytes: Uint8Array, options: ClearingOptions): ReadClearing {
  const { lines, ...file } = readClearingFile(decodeClearingFile(bytes), options)
  return {
    ...file,
    count: lines.filter(({ is }) => !isLeftOut(is)).length,
    content: JSON.stringify(lines),
    ...keysOf(lines),
  }
}

/** The check numbers and fingerprints of lines, by which the register is searched. Each number occurs once. */
export function keysOf(lines: readonly ClearedLine[]): Pick<ReadClearing, 'numbers' | 'fingerprints'> {
  return {
    numbers: [...new Set(lines.flatMap(({ number }) => (number === null ? [] : [number])))],
    fingerprints: lines.map(({ fingerprint }) => fingerprint),
  }
}

/** Compares parsed lines, as JSON, with the register. */
export function lookAtLines(content: string, register: MatchedWith<Compared>): ClearingLook {
  const { matched, exceptions, repeated, notOurs } = matchClearedLines<Compared>(JSON.parse(content), register)
  const { unknown = [], doubtful = [] } = Object.groupBy(exceptions, ({ check }) => (check ? 'doubtful' : 'unknown'))
  return {
    matched: partOf(matched, ({ line }) => line),
    repeated: partOf(repeated, (line) => line),
    notOurs: partOf(notOurs, (line) => line),
    doubtful: partOf(doubtful, ({ line }) => line),
    unknown: partOf(unknown, ({ line }) => line),
    found: [...repeated, ...[...matched, ...exceptions].map(({ line }) => line)].filter(({ is }) => isLeftOut(is)),
    checkIds: [...matched, ...doubtful].flatMap(({ check }) => (check ? [check.id] : [])),
  }
}

/** The lines that stay left out. A whole OFX file can be one line, so its payments are told apart by their numbers. */
export function stillLeftOut(leftOut: readonly LineNote[], found: readonly ClearedLine[]): LineNote[] {
  const left = new Set(found)
  return leftOut.filter((note) => {
    const one = [...left].find(({ line, number }) => line === note.line && note.message.includes(`${number}`))
    if (one) left.delete(one)
    return one === undefined
  })
}

/**
 * True if no payment matches because each amount is a hundred times that of its check, or a hundredth. A single amount
 * could have been raised by two zeros.
 */
export function isHundredfold({ matched, doubtful }: ClearingLook): boolean {
  const ratios = new Set(
    doubtful.shown.map(({ line, check, kind }) =>
      kind === 'amount differs' && check ? line.amountCents / check.amountCents : 1,
    ),
  )
  const isRaised = ratios.has(100) && doubtful.count > 1
  return matched.count === 0 && ratios.size === 1 && (isRaised || ratios.has(0.01))
}

function partOf<Found>(all: readonly Found[], lineOf: (found: Found) => ClearedLine): Part<Found> {
  const cents = all.reduce((sum, found) => sum + signedCents(lineOf(found)), 0)
  return { count: all.length, cents, shown: all.slice(0, mostLines) }
}
