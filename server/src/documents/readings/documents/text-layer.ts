import type { ReadPage, Word } from '@check-requests/domain/documents/readings/page-layout.ts'
import { getDocument, type PDFPageProxy, Util, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
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
