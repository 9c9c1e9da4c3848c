import type { ReadPage, Word } from '@check-requests/domain/documents/readings/page-layout.ts'
import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { getDocument, type PDFPageProxy, Util, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Picture } from './picture.ts'
import { library } from './readers.ts'

// Without this import, the library would load its worker from a separate file.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'

/** The gap between two runs of text that belong to the same word, in letter heights. Ligatures split words. */
const gapInWord = 0.12

interface Run extends Word {
  /** Starts a new word even if the run before is close. */
  readonly startsItem: boolean
  readonly base: number
}

/** Reads the text layer of the first pages of a PDF, as shown: rotated pages upright, places in points. */
export async function readTextLayer(
  pdf: Uint8Array,
  numbers: (pages: number) => readonly number[],
): Promise<ReadPage[]> {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: VerbosityLevel.ERRORS, useSystemFonts: false })
  const document = await task.promise
  const pages: ReadPage[] = []
  for (const number of numbers(document.numPages)) pages.push(await readPage(await document.getPage(number)))
  await task.destroy()
  return pages
}

async function readPage(page: PDFPageProxy): Promise<ReadPage> {
  const viewport = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  const runs = items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? runsOf(item.str, Util.transform(viewport.transform, item.transform), item.width)
      : [],
  )
  return { number: page.pageNumber, width: viewport.width, height: viewport.height, from: 'text', words: joined(runs) }
}

/** The words of one text of the file. A library reports only the whole text's width. */
function runsOf(text: string, matrix: number[], width: number): Run[] {
  const [a = 1, b = 0, , , x = 0, y = 0] = matrix
  const size = Math.hypot(a, b)
  const isLevel = Math.abs(b) < 0.05 * Math.abs(a) && a > 0
  if (!isLevel) return [slanted(text, width, x, y, Math.atan2(b, a))]
  const perLetter = width / Math.max(1, text.length)
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    left: x + index * perLetter,
    right: x + (index + word.length) * perLetter,
    top: y - size * 0.78,
    bottom: y + size * 0.22,
    base: y,
    certainty: 100,
    startsItem: index === 0,
  }))
}

/** A slanted text such as a stamp is one word, so that it doesn't mix with the lines that it crosses. */
function slanted(text: string, width: number, x: number, y: number, angle: number): Run {
  const [endX, endY] = [x + width * Math.cos(angle), y + width * Math.sin(angle)]
  const middle = (y + endY) / 2
  const [left, right] = [Math.min(x, endX), Math.max(x, endX)]
  return {
    text: text.trim(),
    left,
    right,
    top: middle - 4,
    bottom: middle + 4,
    base: middle,
    certainty: 100,
    startsItem: false,
  }
}

function joined(runs: readonly Run[]): Word[] {
  const words: Run[] = []
  for (const run of runs) {
    const last = words.at(-1)
    if (last && run.startsItem && continues(last, run))
      words[words.length - 1] = { ...last, text: last.text + run.text, right: run.right }
    else words.push(run)
  }
  return words.map(({ text, left, top, right, bottom, certainty }) => ({ text, left, top, right, bottom, certainty }))
}

function continues(last: Run, run: Run): boolean {
  const size = last.bottom - last.top
  return Math.abs(last.base - run.base) < size * 0.1 && Math.abs(run.left - last.right) < gapInWord * size
}

/** Larger pictures are drawn smaller. */
const mostPixels = 12_000_000
const dotsPerInch = 200

/** Draws pages of a PDF, or a photo, as gray pictures. */
export class Pages {
  static #library: Promise<PDFiumLibrary> | undefined
  readonly #document: PDFiumDocument
  readonly #isPhoto: boolean

  private constructor(document: PDFiumDocument, isPhoto: boolean) {
    this.#document = document
    this.#isPhoto = isPhoto
  }

  /** The drawing library, which all documents share. */
  static load(): Promise<PDFiumLibrary> {
    Pages.#library ??= loadPdfium()
    return Pages.#library
  }

  static async open(file: Uint8Array, type: string): Promise<Pages> {
    const isPhoto = type !== 'application/pdf'
    const drawing = await Pages.load()
    return new Pages(await drawing.loadDocument(isPhoto ? await pdfOf(file, type) : file), isPhoto)
  }

  get count(): number {
    return this.#document.getPageCount()
  }

  /**
   * A page's picture, upright as viewers show it, and the number of pixels in a point. `across`: the width in pixels, if
   * it isn't the usual one.
   */
  async draw(number: number, across?: number): Promise<Picture & { readonly perPoint: number }> {
    const page = this.#document.getPage(number - 1)
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
    const usual = this.#isPhoto ? 1 : dotsPerInch / 72
    const wanted = across === undefined ? usual : across / Math.max(1, width)
    const scale = Math.min(wanted, Math.sqrt(mostPixels / Math.max(1, width * height)))
    const drawn = await page.render({ scale, render: 'bitmap', colorSpace: 'Gray' })
    return { width: drawn.width, height: drawn.height, pixels: Uint8Array.from(drawn.data), perPoint: scale }
  }

  close(): void {
    this.#document.destroy()
  }
}

async function loadPdfium(): Promise<PDFiumLibrary> {
  const { PDFiumLibrary } = await library<typeof import('@hyzyla/pdfium')>('@hyzyla/pdfium')
  return PDFiumLibrary.init()
}

/** A PDF with the photo as its only page, one point for each pixel, turned as the camera says. */
async function pdfOf(file: Uint8Array, type: string): Promise<Uint8Array> {
  // Only photos need this library.
  const { degrees, PDFDocument } = await import('@cantoo/pdf-lib')
  const pdf = await PDFDocument.create()
  const image = type === 'image/png' ? await pdf.embedPng(file) : await pdf.embedJpg(file)
  const page = pdf.addPage([image.width, image.height])
  page.drawImage(image, { x: 0, y: 0, width: image.width, height: image.height })
  const turn = type === 'image/png' ? 0 : turnOf(Buffer.from(file))
  page.setRotation(degrees(turn))
  return pdf.save()
}

const turns: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 }

/** The clockwise turn in degrees that a photo's EXIF data asks for. */
function turnOf(file: Buffer): number {
  for (let at = 2; at + 12 < file.length && file[at] === 0xff; ) {
    const [marker, length] = [file[at + 1], file.readUInt16BE(at + 2)]
    if (marker === 0xda) return 0
    if (marker === 0xe1 && file.toString('latin1', at + 4, at + 8) === 'Exif')
      return turns[orientationIn(file.subarray(at + 10, at + 2 + length))] ?? 0
    at += 2 + length
  }
  return 0
}

function orientationIn(tiff: Buffer): number {
  if (tiff.length < 14) return 1
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => {
    if (at + 2 > tiff.length) return 0
    return isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  }
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + entry * 12
    if (short(at) === 0x0112) return short(at + 8)
  }
  return 1
}
