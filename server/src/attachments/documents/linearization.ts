import { PDFArray, PDFDict, PDFName, PDFNumber, PDFStream } from '@cantoo/pdf-lib'
import type { NotingParser } from './noting-parser.ts'

/** What a file that is written for slow networks says about itself. */
export interface Linearization {
  readonly pages: number
  readonly firstPage: number
  /** The object that is the first page to show. */
  readonly firstObject: number
}

/** What viewers believe about a file that is as long as it says; undefined where they read it like any other. */
export function linearizationOf(parser: NotingParser, size: number): Linearization | undefined {
  // As pdf.js passes over the version.
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

/** Where viewers begin to read cross-references. */
export function startOfChain({ text }: NotingParser, isLinearized: boolean): number {
  if (isLinearized) {
    const end = text.slice(0, 1024).indexOf('endobj')
    return end < 0 ? 0 : end + 6 + (/^[ \t\n\r]*/.exec(text.slice(end + 6))?.[0].length ?? 0)
  }
  const last = text.lastIndexOf('startxref')
  const number = last < 0 ? 0 : Number.parseInt(/^startxref[ \t\n\r]*([ -9]*)/.exec(text.slice(last))?.[1] ?? '', 10)
  if (number < 0) throw new Error('an offset before the file')
  return number || 0
}

function numberOf(value: unknown): number {
  return value instanceof PDFNumber ? value.asNumber() : Number.NaN
}
