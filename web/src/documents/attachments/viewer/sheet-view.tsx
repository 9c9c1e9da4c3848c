import { clsx } from 'clsx'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import {
  type OpenDocument,
  type Rotation,
  rotated,
  type Sheet,
  sharpness,
} from '#documents/attachments/viewer/sheet.ts'

interface SheetViewProps {
  sheet: Sheet
  /** The accessible name. */
  name: string
  scale: number
  rotation: Rotation
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>
  /** Shown over the sheet while it is near. */
  children?: ReactNode
}

/** A sheet at its full size, drawn only while it is near the visible part of the document. */
export function SheetView({ sheet, name, scale, rotation, scroller, children }: SheetViewProps) {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useNear(box, scroller)
  const { canvas, state } = useDrawing(sheet, scale, rotation, isNear)
  const text = useText(sheet, isNear)
  const { width, height } = rotated(sheet, rotation)
  return (
    <div
      ref={box}
      data-sheet
      aria-busy={state === 'waiting'}
      className="relative mx-auto w-fit border border-line bg-surface"
      style={{ width: width * scale, height: height * scale }}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={name}
        className={clsx('absolute inset-0 size-full', state === 'failed' && 'hidden')}
      />
      {state === 'failed' && (
        <p role="alert" className="p-4 text-danger">
          Couldn’t display {name}. Download the document to view it.
        </p>
      )}
      {text && <p className="sr-only">{text}</p>}
      {isNear && children}
    </div>
  )
}

/** Whether the element is in the scroller's window, or up to one window away. */
export function useNear(element: RefObject<Element | null>, scroller?: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: scroller?.current ?? null,
      rootMargin: '100%',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, scroller])
  return isNear
}

type State = 'waiting' | 'drawn' | 'failed'

function useDrawing(sheet: Sheet, scale: number, rotation: Rotation, isNear: boolean) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<State>('waiting')
  useEffect(() => {
    if (!isNear) return
    const stop = new AbortController()
    draw(sheet, canvas.current, scale, rotation, stop.signal).then(
      () => !stop.signal.aborted && setState('drawn'),
      () => !stop.signal.aborted && setState('failed'),
    )
    return () => stop.abort()
  }, [sheet, scale, rotation, isNear])
  useEffect(() => {
    const shown = canvas.current
    if (isNear || !shown) return
    // Frees the canvas of a sheet that is out of view. Otherwise, a long document would use too much memory.
    release(shown)
    setState('waiting')
  }, [isNear])
  return { canvas, state }
}

/** Draws off screen first, so that the sheet shows the old content at the new size until the drawing is done. */
async function draw(
  sheet: Sheet,
  shown: HTMLCanvasElement | null,
  scale: number,
  rotation: Rotation,
  signal: AbortSignal,
): Promise<void> {
  if (!shown) return
  const aside = document.createElement('canvas')
  try {
    await sheet.draw(aside, scale * sharpness(sheet, scale, devicePixelRatio), rotation, signal)
    signal.throwIfAborted()
    shown.width = aside.width
    shown.height = aside.height
    shown.getContext('2d')?.drawImage(aside, 0, 0)
  } finally {
    release(aside)
  }
}

/** Frees a canvas's memory immediately, because phones limit the total memory of canvases. */
function release(canvas: HTMLCanvasElement) {
  canvas.width = 0
  canvas.height = 0
}

function useText(sheet: Sheet, isNear: boolean): string {
  const [text, setText] = useState('')
  useEffect(() => {
    if (!isNear) return
    let isOver = false
    // If the text can't be read, the drawn sheet is still usable.
    sheet.text().then(
      (found) => !isOver && setText(found),
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [sheet, isNear])
  return text
}

/** Opens a PDF or an image. Loads the library for PDFs only for one, because most requests have only one type. */
export async function openDocument(content: Blob, type: string): Promise<OpenDocument> {
  if (type !== 'application/pdf') return openPicture(content)
  return (await import('#documents/attachments/viewer/open-pdf.ts')).openPdf(content)
}

/** Opens a JPEG or PNG in the orientation recorded by the camera. Rejects if the browser can't decode it. */
async function openPicture(content: Blob): Promise<OpenDocument> {
  // Decodes the image from its bytes, because an image element would need a URL that the page's security policy
  // forbids. Colors are used as stored, as in case files: a color profile can make two shades equal.
  const picture = await createImageBitmap(content, { imageOrientation: 'from-image', colorSpaceConversion: 'none' })
  const size = { width: picture.width, height: picture.height }
  const sheet = {
    ...size,
    number: 1,
    draw: async (canvas: HTMLCanvasElement, scale: number, rotation: Rotation) =>
      drawPicture(picture, canvas, scale, rotation),
    text: async () => '',
  }
  return { sheets: [sheet], close: () => picture.close() }
}

function drawPicture(picture: ImageBitmap, canvas: HTMLCanvasElement, scale: number, rotation: Rotation) {
  const { width, height } = rotated(picture, rotation)
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('Not enough memory for the canvas')
  // Draws on a white background. Otherwise, transparent parts would show the theme's color, and white letters would be
  // visible only in the dark theme.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((rotation * Math.PI) / 180)
  context.scale(scale, scale)
  context.drawImage(picture, -picture.width / 2, -picture.height / 2)
}
