import {
  getDocument,
  OPS,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { OpenDocument, Rotation, Sheet } from '#documents/attachments/viewer/sheet.ts'
import { trustedWorker } from '#platform/trusted-workers.ts'

/** The URL of the folder with the library parts that the build serves by name (`pdf-library.ts`). */
const folder = `/assets/pdfjs-${version}/`

type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>

const beginsPart = [OPS.beginMarkedContent, OPS.beginMarkedContentProps]
const beginsLine = [OPS.beginText, OPS.setTextMatrix, OPS.moveText, OPS.setLeadingMoveText, OPS.nextLine]

/** The gap that separates words on a line, in thousandths of the font size. */
const wordGap = -200

const pixelsPerPoint = 96 / 72

/** The maximum number of pixels in an image, which is also the server's limit. */
const mostPixels = 64_000_000

/** Opens a PDF in its own worker. Rejects if it can't be read or the worker can't be loaded. */
export async function openPdf(content: Blob): Promise<OpenDocument> {
  const data = new Uint8Array(await content.arrayBuffer())
  const worker = new Worker(trustedWorker(`${folder}pdf.worker.min.mjs`), { type: 'module' })
  const task = getDocument({
    data,
    worker: PDFWorker.create({ port: worker, verbosity: VerbosityLevel.ERRORS }),
    verbosity: VerbosityLevel.ERRORS,
    maxImageSize: mostPixels,
    cMapUrl: `${folder}cmaps/`,
    // Makes documents look the same on every machine.
    useSystemFonts: false,
    standardFontDataUrl: `${folder}standard_fonts/`,
    wasmUrl: `${folder}wasm/`,
    // The page's security policy forbids WebAssembly, so JavaScript decoders are used instead.
    useWasm: false,
  })
  const close = () => {
    void task.destroy().catch(() => undefined)
    worker.terminate()
  }
  try {
    return { sheets: await Promise.race([sheetsOf(task.promise), failureOf(worker)]), close }
  } catch (failure) {
    close()
    throw failure
  }
}

/** Rejects if the worker can't be loaded, because the library would wait forever. */
function failureOf(worker: Worker): Promise<never> {
  return new Promise((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('Couldn’t load the worker')), { once: true })
  })
}

async function sheetsOf(opening: Promise<PDFDocumentProxy>): Promise<Sheet[]> {
  const pdf = await opening
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)))
  const layers = await pdf.getOptionalContentConfig()
  return pages.map((page) => sheetOf(page, layers))
}

function sheetOf(page: PDFPageProxy, layers: Layers): Sheet {
  const { width, height } = page.getViewport({ scale: pixelsPerPoint })
  return {
    number: page.pageNumber,
    width,
    height,
    draw: (canvas, scale, rotation, signal) => drawPage(page, canvas, scale, rotation, signal),
    text: () => textOf(page, layers),
  }
}

async function drawPage(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  scale: number,
  rotation: Rotation,
  signal: AbortSignal,
) {
  signal.throwIfAborted()
  const viewport = page.getViewport({ scale: scale * pixelsPerPoint, rotation: (page.rotate + rotation) % 360 })
  canvas.width = Math.max(1, Math.round(viewport.width))
  canvas.height = Math.max(1, Math.round(viewport.height))
  const drawing = page.render({ canvas, viewport })
  const stop = () => drawing.cancel()
  signal.addEventListener('abort', stop, { once: true })
  await drawing.promise.finally(() => signal.removeEventListener('abort', stop))
}

/** The text of a page, without text in hidden layers, which aren't drawn (D1). */
async function textOf(page: PDFPageProxy, layers: Layers): Promise<string> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const isHidden = (at: number) =>
    fnArray[at] === OPS.beginMarkedContentProps && argsArray[at][0] === 'OC' && !layers.isVisible(argsArray[at][1])
  if (fnArray.some((_, at) => isHidden(at))) return drawnText(fnArray, argsArray, isHidden)
  const { items } = await page.getTextContent()
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
}

// The library doesn't report the layer of a text if the layer contains a form or other layers, so the drawing
// operations are read instead.
function drawnText(
  operators: readonly number[],
  args: readonly (readonly unknown[])[],
  isHidden: (at: number) => boolean,
): string {
  const open: boolean[] = []
  let text = ''
  for (const [at, operator] of operators.entries())
    if (beginsPart.includes(operator)) open.push(isHidden(at))
    else if (operator === OPS.endMarkedContent) open.pop()
    else if (open.includes(true)) continue
    else if (operator === OPS.showText) text += wordsOf(args[at]?.[0])
    else if (beginsLine.includes(operator) && text !== '' && !text.endsWith('\n')) text += '\n'
  return text
}

/** The text of part of a line, whose pieces are objects for letters and numbers for gaps. */
function wordsOf(pieces: unknown): string {
  return Array.isArray(pieces) ? pieces.map((piece) => piece?.unicode ?? (piece < wordGap ? ' ' : '')).join('') : ''
}
