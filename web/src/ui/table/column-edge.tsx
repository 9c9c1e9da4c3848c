import type { KeyboardEvent, PointerEvent } from 'react'

/** The minimum and maximum width of a column, in pixels. */
const narrowest = 48
const widest = 800
const step = 16

interface ColumnEdgeProps {
  /** The column's name. */
  name: string
  width: number
  /** True for the one edge of a table that is a tab stop; the up and down arrow keys move to the other edges. */
  isTabStop: boolean
  /** Called while the edge is dragged. The width is undefined if the edge is released where it was. */
  onDrag(width: number | undefined): void
  /** Called when the edge was released or moved by a key. */
  onResize(width: number): void
}

/**
 * The edge of a column's header, which changes the column's width by dragging or with the left and right arrow keys.
 */
export function ColumnEdge({ name, width, isTabStop, onDrag, onResize }: ColumnEdgeProps) {
  function drag(event: PointerEvent<HTMLSpanElement>) {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget
    const start = event.clientX
    handle.setPointerCapture(event.pointerId)
    const at = (x: number) => bounded(width + (x - start))
    const dragging = new AbortController()
    const on = (type: 'pointermove' | 'pointerup' | 'pointercancel', listener: (x: number) => void) =>
      handle.addEventListener(type, (event) => listener((event as globalThis.PointerEvent).clientX), {
        signal: dragging.signal,
      })
    on('pointermove', (x) => onDrag(at(x)))
    on('pointerup', (x) => {
      dragging.abort()
      if (x === start) onDrag(undefined)
      else onResize(at(x))
    })
    on('pointercancel', () => {
      dragging.abort()
      onDrag(undefined)
    })
  }

  function move(event: KeyboardEvent<HTMLSpanElement>) {
    const next = { ArrowLeft: width - step, ArrowRight: width + step, Home: narrowest, End: widest }[event.key]
    const neighbor = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (next === undefined && neighbor === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (next !== undefined) onResize(bounded(next))
    else focusOther(event.currentTarget, neighbor ?? 0)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> element can't be moved.
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`${name} Column Width`}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={isTabStop ? 0 : -1}
      className="column-edge"
      onPointerDown={drag}
      onKeyDown={move}
    />
  )
}

function bounded(width: number): number {
  return Math.round(Math.min(widest, Math.max(narrowest, width)))
}

function focusOther(handle: HTMLElement, by: number) {
  const all = [...(handle.closest('tr')?.querySelectorAll<HTMLElement>('.column-edge') ?? [])]
  all[all.indexOf(handle) + by]?.focus()
}
