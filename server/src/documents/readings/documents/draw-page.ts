import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import type { Picture } from './picture.ts'
import { library } from './readers.ts'

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

  /** A page's picture, upright as viewers show it, and the number of pixels in a point. */
  async draw(number: number): Promise<Picture & { readonly perPoint: number }> {
    const page = this.#document.getPage(number - 1)
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
    const wanted = this.#isPhoto ? 1 : dotsPerInch / 72
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
