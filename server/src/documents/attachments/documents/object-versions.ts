import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectParser,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { type CrossReference, type Entry, entryOf, follow } from './cross-reference.ts'
import { type Definition, type NotingParser, parserOf } from './noting-parser.ts'

/**
 * Returns true if viewers and the case file show the same objects. Viewers follow the cross-references, while the case
 * file uses the last definition of each object in the file. `size` is the file length.
 */
export function isReadConsistently(document: PDFDocument, size: number): boolean {
  try {
    const parser = parserOf(document.context)
    const linearization = linearizationOf(parser, size)
    if (linearization) {
      const first = document.getPages()[linearization.firstPage]?.ref
      if (document.getPageCount() !== linearization.pages) return false
      if (first !== PDFRef.of(linearization.firstObject)) return false
    }
    const reference = referenceOf(parser, document, startOfChain(parser, linearization !== undefined))
    return saySame(parser, reference) && areSame(parser, document.context, reference)
  } catch {
    // An exception means that viewers might read the file differently.
    return false
  }
}

/** Reads the chain of cross-references, or scans the file if the chain doesn't lead to the pages. */
function referenceOf(parser: NotingParser, document: PDFDocument, start: number): CrossReference {
  const chain: CrossReference = { entries: new Map(), trailers: [] }
  follow(parser, start, chain)
  const top = chain.trailers.slice(0, 1)
  const root = top[0]?.get(PDFName.of('Root'))
  const pages = document.catalog.get(PDFName.of('Pages'))
  const leads = [root, pages].every((object) => refsIn(object).every((ref) => leadsSomewhere(parser, chain, ref)))
  return root && leads ? { ...chain, trailers: top } : scanned(parser)
}

function leadsSomewhere(parser: NotingParser, reference: CrossReference, ref: PDFRef): boolean {
  const entry = entryOf(reference, ref)
  if (entry?.kind !== 'compressed') return entry !== undefined && placeOf(parser, entry, ref) !== undefined
  const container = PDFRef.of(entry.offset)
  const place = entryOf(reference, container)
  return place?.kind === 'plain' && placeOf(parser, place, container) !== undefined
}

/** Returns the offset of an object's value for viewers, or undefined if they find another object or none. */
function placeOf(parser: NotingParser, entry: Entry, ref: PDFRef): number | undefined {
  const header = parser.headerAt(entry.offset)
  if (header?.number !== ref.objectNumber || header.generation !== ref.generationNumber) return undefined
  return entry.generation === ref.generationNumber ? header.at : undefined
}

/** Returns true if all trailers have the same root and encryption as the library. */
function saySame({ trailer }: NotingParser, { trailers }: CrossReference): boolean {
  const idOf = (id: PDFObject | undefined) => String(id instanceof PDFArray ? id.get(0) : id)
  return trailers.every((dict) => {
    const [root, encrypt, id] = ['Root', 'Encrypt', 'ID'].map((key) => dict.get(PDFName.of(key)))
    if (root !== trailer.Root || String(encrypt) !== String(trailer.Encrypt)) return false
    return !encrypt || idOf(id) === idOf(trailer.ID)
  })
}

/** Returns true if every object that can be reached from the pages is the same for viewers and the library. */
function areSame(parser: NotingParser, context: PDFContext, reference: CrossReference): boolean {
  const inContainers = new Set(parser.members.map(([member, container]) => `${member} in ${container.objectNumber}`))
  const containers = new Set<PDFRef>()
  const refs = new Set(refsIn(parser.trailer.Root, parser.trailer.Encrypt))
  // Iterating over a set includes values added during the loop and visits each value only once, so circular references
  // end.
  for (const ref of refs) {
    const entry = entryOf(reference, ref)
    const object = context.lookup(ref)
    const found = object && parser.definitions.get(ref)
    if (!entry && !found) continue
    if (!entry || !found || !isSame(parser, ref, entry, found) || !hasSameData(parser, object)) return false
    // Once pdf.js has opened the object stream, it uses the version of the object in that stream.
    if (entry.kind === 'plain' && inContainers.has(`${ref} in ${entry.offset}`)) return false
    for (const next of refsIn(object, found.container)) refs.add(next)
    if (found.container) containers.add(found.container)
  }
  return [...containers].every((container) => holdsSame(parser, context, container))
}

function hasSameData(parser: NotingParser, object: PDFObject): boolean {
  return !(object instanceof PDFStream) || parser.hasSameData(object, object.dict.lookup(PDFName.of('Length')))
}

function isSame(parser: NotingParser, ref: PDFRef, entry: Entry, { at, container }: Definition): boolean {
  if (!container) return entry.kind === 'plain' && placeOf(parser, entry, ref) === at
  const isNamed = entry.kind === 'compressed' && container === PDFRef.of(entry.offset)
  return isNamed && parser.definitions.get(container)?.at === at
}

/**
 * Returns true if viewers read the same objects from an object stream. Viewers end each object where the next one
 * begins.
 */
function holdsSame({ definitions }: NotingParser, context: PDFContext, container: PDFRef): boolean {
  const stream = context.lookup(container)
  if (!(stream instanceof PDFRawStream)) return false
  const [count, first] = ['N', 'First'].map((key) => stream.dict.get(PDFName.of(key)))
  if (!(count instanceof PDFNumber && first instanceof PDFNumber) || isPackedUnusually(stream.dict)) return false
  const data = decodePDFRawStream(stream).decode()
  const head = Buffer.from(data.subarray(0, first.asNumber())).toString('latin1')
  if (!/^[\d\0\t\n\f\r ]*[\0\t\n\f\r ]$/.test(head)) return false
  const numbers = head.match(/\d+/g)?.map(Number) ?? []
  return Array.from({ length: count.asNumber() }, (_, index) => index).every((index) => {
    const [number = 0, start = 0, , end] = numbers.slice(index * 2, index * 2 + 4)
    const ref = PDFRef.of(number)
    if (definitions.get(ref)?.container !== container) return true
    const last = index + 1 < count.asNumber() && end !== undefined ? first.asNumber() + end : data.length
    const own = data.subarray(first.asNumber() + start, last)
    return String(PDFObjectParser.forBytes(own, context).parseObject()) === String(context.lookup(ref))
  })
}

/**
 * Returns true for packing that the library misreads. The library ignores predictors and short filter names, and
 * resolves references too early.
 */
function isPackedUnusually(dict: PDFDict): boolean {
  if (['F', 'DP'].some((key) => dict.has(PDFName.of(key)))) return true
  const packed = ['Filter', 'DecodeParms'].map((key) => dict.get(PDFName.of(key)))
  return refsIn(...packed).length > 0 || /\/Predictor (?!1\b)/.test(String(packed[1]))
}

function refsIn(...objects: (PDFObject | undefined)[]): PDFRef[] {
  return objects.flatMap((object) => {
    if (object instanceof PDFRef) return [object]
    if (object instanceof PDFArray) return refsIn(...object.asArray())
    if (object instanceof PDFStream) return refsIn(object.dict)
    return object instanceof PDFDict ? refsIn(...object.values()) : []
  })
}

/** The parameters of a linearized file, which is arranged for slow networks. */
interface Linearization {
  readonly pages: number
  readonly firstPage: number
  /** The number of the first page's object. */
  readonly firstObject: number
}

/**
 * Returns the linearization if the declared file length is correct. Otherwise, viewers treat the file as not
 * linearized.
 */
function linearizationOf(parser: NotingParser, size: number): Linearization | undefined {
  // Skips the PDF version as pdf.js does.
  const start = /^%PDF-[^\0- ]{0,7}/.exec(parser.text)?.[0].length ?? 0
  const header = parser.headerAt(start + 1)
  const value = header && parser.valueAt(header.at)
  const dict = value instanceof PDFStream ? value.dict : value
  if (!(dict instanceof PDFDict)) return undefined
  const numberIn = (key: string) => numberOf(dict.get(PDFName.of(key)))
  const hints = dict.get(PDFName.of('H'))
  const places = hints instanceof PDFArray ? hints.asArray().map(numberOf) : []
  const needed = [...['O', 'E', 'N', 'T'].map(numberIn), ...places]
  const firstPage = dict.has(PDFName.of('P')) ? numberIn('P') : 0
  const isBelieved =
    numberIn('Linearized') > 0 &&
    numberIn('L') === size &&
    [2, 4].includes(places.length) &&
    needed.every((number) => Number.isInteger(number) && number > 0) &&
    Number.isInteger(firstPage)
  if (!isBelieved) return undefined
  return { pages: numberIn('N'), firstPage, firstObject: numberIn('O') }
}

/** Returns the offset where viewers begin to read cross-references. */
function startOfChain({ text }: NotingParser, isLinearized: boolean): number {
  if (isLinearized) {
    const end = text.slice(0, 1024).indexOf('endobj')
    return end < 0 ? 0 : end + 6 + (/^[ \t\n\r]*/.exec(text.slice(end + 6))?.[0].length ?? 0)
  }
  const last = text.lastIndexOf('startxref')
  const number = last < 0 ? 0 : Number.parseInt(/^startxref[ \t\n\r]*([ -9]*)/.exec(text.slice(last))?.[1] ?? '', 10)
  if (number < 0) throw new Error('negative offset')
  return number || 0
}

function numberOf(value: unknown): number {
  return value instanceof PDFNumber ? value.asNumber() : Number.NaN
}

const endOfObject = /\b(endobj|\d+\s+\d+\s+obj|xref|trailer\s*<<)\b/g
const endOfTrailer = /\b(startxref|\d+\s+\d+\s+obj)\b/g

/**
 * Finds objects line by line from the beginning, as pdf.js does when the cross-references are broken. Throws if an
 * object occurs twice, because readers choose differently.
 */
function scanned(parser: NotingParser): CrossReference {
  const { text, members } = parser
  const headers = [...text.matchAll(/\b(\d+)\s+\d+\s+obj\b/g)].map(([, number]) => Number(number))
  const numbers = [...headers, ...members.map(([{ objectNumber }]) => objectNumber)]
  if (new Set(numbers).size < numbers.length) throw new Error('duplicate object')
  const reference: CrossReference = { entries: new Map(), trailers: [] }
  const { streams, trailers } = walk(text, reference)
  for (const at of streams) follow(parser, at, reference)
  if (reference.trailers.some((trailer) => trailer.has(PDFName.of('XRefStm'))))
    throw new Error('hybrid cross-references')
  const dicts = trailers.flatMap((at) => {
    parser.goTo(at)
    return parser.word() === 'trailer' ? [parser.dictAt(parser.offset)] : []
  })
  const [first, ...others] = [...dicts.filter((dict) => dict.has(PDFName.of('Root'))), ...reference.trailers]
  if (!first) throw new Error('missing trailer')
  return { ...reference, trailers: others.length < dicts.length ? [first, ...others] : [first] }
}

/**
 * Records objects that start on their own line or after the end of another object. Returns the offsets of streams and
 * trailers.
 */
function walk(text: string, { entries }: CrossReference): { streams: number[]; trailers: number[] } {
  const [streams, trailers]: [number[], number[]] = [[], []]
  let at = 0
  while (at < text.length) {
    at += matchAt(/[\t\n\r ]*(?:%[^\n\r]*)?/y, text, at).length
    const line = matchAt(/[^\n\r<]*/y, text, at)
    const [, number, generation] = /^(\d+)\s+(\d+)\s+obj\b/.exec(line) ?? []
    if (/^xref(\s|$)/.test(line)) {
      at = indexOf(text, 'trailer', at)
      trailers.push(at)
      at = indexOf(text, 'startxref', at)
    } else if (number !== undefined && generation !== undefined) {
      entries.set(Number(number), { kind: 'plain', offset: at, generation: Number(generation) })
      const end = endOf(endOfObject, text, at + line.length)
      if (/\/XRef[\0-?]/.test(text.slice(at, end))) streams.push(at)
      at = end
    } else if (/^trailer(\s|$)/.test(line)) {
      trailers.push(at)
      at = endOf(endOfTrailer, text, at + line.length)
    } else at += line.length + 1
  }
  return { streams, trailers }
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

function indexOf(text: string, word: string, at: number): number {
  const found = text.indexOf(word, at)
  return found < 0 ? text.length : found
}

/** Returns the offset after the keyword that ends a section, or before the keyword that begins the next one. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  const [, word = ''] = pattern.exec(text) ?? []
  if (word === '') return text.length
  return /^(endobj|startxref)$/.test(word) ? pattern.lastIndex + 1 : pattern.lastIndex - word.length
}
