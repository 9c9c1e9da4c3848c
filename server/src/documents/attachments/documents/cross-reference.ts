import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from '@cantoo/pdf-lib'
import type { NotingParser } from './noting-parser.ts'

/** Where viewers look for an object: at a byte offset, in the object stream with this number, or nowhere. */
export interface Entry {
  readonly kind: 'free' | 'plain' | 'compressed'
  readonly offset: number
  readonly generation: number
}

export interface CrossReference {
  readonly entries: Map<number, Entry>
  /** All trailers found. Viewers differ in which trailer they use. */
  readonly trailers: PDFDict[]
}

interface Section {
  readonly trailer: PDFDict
  readonly isTable: boolean
}

const kinds = ['free', 'plain', 'compressed'] as const

/** Returns the entry by which viewers find an object, or undefined if they find none. */
export function entryOf({ entries }: CrossReference, { objectNumber }: PDFRef): Entry | undefined {
  const entry = entries.get(objectNumber)
  return entry && entry.kind !== 'free' && entry.offset !== 0 ? entry : undefined
}

/**
 * Follows the chain of cross-references, newest first, as pdf.js does. Adds only entries that no newer section has, and
 * skips what pdf.js skips. Throws where other viewers might read something different.
 */
export function follow(parser: NotingParser, start: number, { entries, trailers }: CrossReference): void {
  const offsets = new Set([start])
  // Iterating over a set includes values added during the loop and visits each value only once, so circular chains end.
  for (const at of offsets) {
    const section = readSection(parser, at, entries)
    if (!section) continue
    trailers.push(section.trailer)
    for (const key of section.isTable ? ['XRefStm', 'Prev'] : ['Prev']) {
      const next = section.trailer.get(PDFName.of(key))
      if (next) offsets.add(wholeNumber(next))
    }
  }
}

function readSection(parser: NotingParser, at: number, entries: CrossReference['entries']): Section | undefined {
  parser.goTo(at)
  if (parser.word() === 'xref') {
    if (!readTable(parser, entries)) return undefined
    return { trailer: parser.dictAt(parser.offset), isTable: true }
  }
  const header = parser.headerAt(at)
  const stream = header && parser.valueAt(header.at)
  if (!(stream instanceof PDFRawStream && stream.dict.has(PDFName.of('W')))) return undefined
  if (!parser.hasSameData(stream, stream.dict.get(PDFName.of('Length'))))
    throw new Error('stream data has a different length')
  return readStream(stream, entries) ? { trailer: stream.dict, isTable: false } : undefined
}

/** Returns true if the table is complete up to its trailer. */
function readTable(parser: NotingParser, entries: CrossReference['entries']): boolean {
  for (let word = parser.word(); word !== 'trailer'; word = parser.word()) {
    const count = parser.word()
    if (!areNumbers(word, count)) return false
    let number = Number(word)
    const end = number + Number(count)
    for (let left = Number(count); left > 0; left -= 1) {
      const entry = readEntry(parser)
      if (!entry) return false
      // Some programs number the table from 1 even though it begins with free entry 0.
      if (number === 1 && end === 1 + left && entry.kind === 'free') number = 0
      add(entries, number, entry)
      number += 1
    }
  }
  return (entries.get(0)?.kind ?? 'free') === 'free'
}

function readEntry(parser: NotingParser): Entry | undefined {
  const [offset, generation, kind] = [parser.word(), parser.word(), parser.word()]
  if (!areNumbers(offset, generation) || areNumbers(kind) || kind === 'trailer') return undefined
  return { kind: kind === 'f' ? 'free' : 'plain', offset: Number(offset), generation: Number(generation) }
}

/** Returns true if the words are numbers. Throws if a word can't occur in a table. */
function areNumbers(...words: string[]): boolean {
  if (words.some((word) => !/^(?:\d{1,15}|[nf]|trailer)$/.test(word))) throw new Error('unexpected word in a table')
  return words.every((word) => /^\d/.test(word))
}

/** Returns true if the stream has as many entries as it declares. */
function readStream({ dict, contents }: PDFRawStream, entries: CrossReference['entries']): boolean {
  const widths = wholeNumbers(dict.get(PDFName.of('W')))
  const index = dict.get(PDFName.of('Index'))
  const ranges = index ? wholeNumbers(index) : [0, wholeNumber(dict.get(PDFName.of('Size')))]
  const width = widths.reduce((sum, each) => sum + each, 0)
  if (widths.length !== 3 || width === 0 || ranges.length % 2 === 1) throw new Error('missing field widths or ranges')
  const data = unpacked(dict, contents)
  let at = 0
  for (const [first = 0, count = 0] of pairs(ranges))
    for (let number = first; number < first + count; number += 1) {
      if (at + width > data.length) return false
      const [kind = 1, offset = 0, generation = 0] = fieldsAt(data, at, widths)
      const name = kinds[widths[0] === 0 ? 1 : kind]
      if (!name) return false
      add(entries, number, { kind: name, offset, generation })
      at += width
    }
  return true
}

function fieldsAt(data: Uint8Array, start: number, widths: readonly number[]): number[] {
  let at = start
  return widths.map((width) => {
    const field = data.subarray(at, at + width)
    at += width
    return field.reduce((value, byte) => value * 256 + byte, 0)
  })
}

function add(entries: CrossReference['entries'], number: number, entry: Entry): void {
  if (!entries.has(number)) entries.set(number, entry)
}

function pairs(numbers: readonly number[]): number[][] {
  return numbers.flatMap((number, at) => (at % 2 === 0 ? [[number, numbers[at + 1] ?? 0]] : []))
}

/** Unpacks a cross-reference stream. Throws if the stream uses a filter that no PDF writer uses for such streams. */
function unpacked(dict: PDFDict, contents: Uint8Array): Uint8Array {
  const [filter, params] = ['Filter', 'DecodeParms'].map((key) => onlyOne(dict.get(PDFName.of(key))))
  if (['F', 'DP'].some((key) => dict.has(PDFName.of(key)))) throw new Error('abbreviated filter names')
  if (filter === undefined) return contents
  if (filter !== PDFName.of('FlateDecode')) throw new Error('unsupported filter')
  const data = decodePDFRawStream(PDFRawStream.of(dict, contents)).decode()
  if (params === undefined || params === PDFNull) return data
  if (!(params instanceof PDFDict)) throw new Error('filter parameters aren’t a dictionary')
  const [predictor = 1, colors = 1, bits = 8, columns = 1] = ['Predictor', 'Colors', 'BitsPerComponent', 'Columns'].map(
    (key) => (params.has(PDFName.of(key)) ? wholeNumber(params.get(PDFName.of(key))) : undefined),
  )
  if (predictor <= 1) return data
  if (predictor < 10 || predictor > 15 || colors !== 1 || bits !== 8 || params.has(PDFName.of('BPC')))
    throw new Error('unsupported predictor')
  return unpredicted(data, columns)
}

function onlyOne(value: PDFObject | undefined): PDFObject | undefined {
  if (!(value instanceof PDFArray)) return value
  if (value.size() !== 1) throw new Error('more than one filter')
  return value.get(0)
}

/**
 * Reverses the PNG predictors. Each row begins with a byte that says how its other bytes were derived from their
 * neighbors.
 */
function unpredicted(data: Uint8Array, columns: number): Uint8Array {
  const rows = data.length / (columns + 1)
  if (!Number.isInteger(rows)) throw new Error('incomplete row')
  const plain = new Uint8Array(rows * columns)
  let above = new Uint8Array(columns)
  for (let row = 0; row < rows; row += 1) {
    const [kind, ...differences] = data.subarray(row * (columns + 1), (row + 1) * (columns + 1))
    const own = plain.subarray(row * columns, (row + 1) * columns)
    for (const [at, difference] of differences.entries())
      own[at] = difference + expected(kind, own[at - 1] ?? 0, above[at] ?? 0, above[at - 1] ?? 0)
    above = own
  }
  return plain
}

function expected(kind: number | undefined, left: number, up: number, corner: number): number {
  const nearest = (by: number) => Math.abs(left + up - corner - by)
  if (kind === 0) return 0
  if (kind === 1) return left
  if (kind === 2) return up
  if (kind === 3) return (left + up) >> 1
  if (kind !== 4) throw new Error('unknown row predictor')
  if (nearest(left) <= nearest(up) && nearest(left) <= nearest(corner)) return left
  return nearest(up) <= nearest(corner) ? up : corner
}

function wholeNumbers(value: PDFObject | undefined): number[] {
  if (!(value instanceof PDFArray)) throw new Error('not a list of numbers')
  return value.asArray().map(wholeNumber)
}

function wholeNumber(value: PDFObject | undefined): number {
  const number = value instanceof PDFNumber ? value.asNumber() : -1
  if (!Number.isSafeInteger(number) || number < 0) throw new Error('not a whole number')
  return number
}
