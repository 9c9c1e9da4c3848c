import { clsx } from 'clsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Rotation, rotated, type Sheet, sharpness } from '#documents/attachments/viewer/sheet.ts'

interface SheetViewProps {
  sheet: Sheet
  /** The accessible name. */
  name: string
  scale: number
  rotation: Rotation
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>
}

/** A sheet at its full size, drawn only while it is near the visible part of the document. */
export function SheetView({ sheet, name, scale, rotation, scroller }: SheetViewProps) {
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
    </div>
  )
}

/** Whether the element is in the scroller's window, or up to one window away. */
function useNear(element: RefObject<Element | null>, scroller: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: scroller.current,
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
