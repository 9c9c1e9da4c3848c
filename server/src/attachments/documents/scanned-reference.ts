import { PDFName } from '@cantoo/pdf-lib'
import { type CrossReference, follow } from './cross-reference.ts'
import type { NotingParser } from './noting-parser.ts'

const endOfObject = /\b(endobj|\d+\s+\d+\s+obj|xref|trailer\s*<<)\b/g
const endOfTrailer = /\b(startxref|\d+\s+\d+\s+obj)\b/g

/**
 * Where viewers find the objects of a PDF whose cross-references lead nowhere, as pdf.js finds them: line by line, from the
 * beginning. Throws where an object is there twice, because readers choose in ways of their own.
 */
export function scanned(parser: NotingParser): CrossReference {
  const { text, members } = parser
  const headers = [...text.matchAll(/\b(\d+)\s+\d+\s+obj\b/g)].map(([, number]) => Number(number))
  const numbers = [...headers, ...members.map(([{ objectNumber }]) => objectNumber)]
  if (new Set(numbers).size < numbers.length) throw new Error('an object that is there twice')
  const reference: CrossReference = { entries: new Map(), trailers: [] }
  const { streams, trailers } = walk(text, reference)
  for (const at of streams) follow(parser, at, reference)
  if (reference.trailers.some((trailer) => trailer.has(PDFName.of('XRefStm')))) throw new Error('a mixed file')
  const dicts = trailers.flatMap((at) => {
    parser.goTo(at)
    return parser.word() === 'trailer' ? [parser.dictAt(parser.offset)] : []
  })
  const [first, ...others] = [...dicts.filter((dict) => dict.has(PDFName.of('Root'))), ...reference.trailers]
  if (!first) throw new Error('no trailer')
  return { ...reference, trailers: others.length < dicts.length ? [first, ...others] : [first] }
}

/** Notes objects that stand in lines of their own or after the end of another, and returns where trailers are. */
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

/** Behind the word that ends something, or before the one that begins something else. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  const [, word = ''] = pattern.exec(text) ?? []
  if (word === '') return text.length
  return /^(endobj|startxref)$/.test(word) ? pattern.lastIndex + 1 : pattern.lastIndex - word.length
}
