import {
  getDocument,
  OPS,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { OpenDocument, Sheet } from '#attachments/viewer/sheet.ts'
import type { Rotation } from '#attachments/viewer/zoom.ts'
import { trustedWorker } from '#platform/trusted-workers.ts'

/** Where the build puts the parts of the library that are fetched by name (`pdf-library.ts`). */
const folder = `/assets/pdfjs-${version}/`

type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>

const pixelsPerPoint = 96 / 72

/** The server takes no larger pictures either. */
const mostPixels = 64_000_000

/** Opens a PDF in a worker of its own. Rejects when it cannot be read, or the worker cannot be loaded. */
export async function openPdf(content: Blob): Promise<OpenDocument> {
  const data = new Uint8Array(await content.arrayBuffer())
  const worker = new Worker(trustedWorker(`${folder}pdf.worker.min.mjs`), { type: 'module' })
  const task = getDocument({
    data,
    worker: PDFWorker.create({ port: worker, verbosity: VerbosityLevel.ERRORS }),
    verbosity: VerbosityLevel.ERRORS,
    maxImageSize: mostPixels,
    cMapUrl: `${folder}cmaps/`,
    // A document looks the same on every machine.
    useSystemFonts: false,
    standardFontDataUrl: `${folder}standard_fonts/`,
    wasmUrl: `${folder}wasm/`,
    // The page's policy allows no WebAssembly; decoders in JavaScript take its place.
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

/** Rejects when the worker cannot be loaded: the library would wait for it forever. */
function failureOf(worker: Worker): Promise<never> {
  return new Promise((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('The worker could not be loaded')), { once: true })
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

/** The text of a page without that of its hidden layers, which are not drawn either (D1). */
async function textOf(page: PDFPageProxy, layers: Layers): Promise<string> {
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  const hidden = await hiddenLayersOn(page, layers)
  const parts: string[] = []
  const open: boolean[] = []
  for (const item of items) {
    if ('str' in item) {
      if (!open.includes(true)) parts.push(item.str, item.hasEOL ? '\n' : '')
    } else if (item.type === 'endMarkedContent') open.pop()
    else open.push('tag' in item && item.tag === 'OC' && (hidden.shift() ?? true))
  }
  return parts.join('')
}

/** Of each part of a page that is in a layer, in their order: is it hidden? */
async function hiddenLayersOn(page: PDFPageProxy, layers: Layers): Promise<boolean[]> {
  const { fnArray, argsArray } = await page.getOperatorList()
  return fnArray.flatMap((operator, at) => {
    const [tag, layer] = operator === OPS.beginMarkedContentProps ? argsArray[at] : []
    return tag === 'OC' ? [!layers.isVisible(layer)] : []
  })
}
