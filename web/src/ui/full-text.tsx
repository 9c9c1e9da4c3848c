import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'

/** Pause in milliseconds before the text under the pointer is shown in full. */
const pause = 250

interface Shown {
  text: string
  left: number
  top: number
}

/**
 * Shows cells that are cut off in full: under the pointer, and those marked with `data-full-text` of the row that has
 * the focus. Escape hides the text.
 */
export function FullText({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const [shown, setShown] = useState<Shown>()
  const cell = useRef<Element>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function show(next: Element | undefined, delay: number) {
    if (next === cell.current) return
    clearTimeout(timer.current)
    cell.current = next
    setShown(undefined)
    if (next) timer.current = setTimeout(() => setShown(placedAt(next)), delay)
  }

  useEffect(() => {
    if (!shown) return
    const hide = () => setShown(undefined)
    const hideOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    addEventListener('keydown', hideOnEscape)
    addEventListener('scroll', hide, { capture: true, once: true })
    return () => {
      removeEventListener('keydown', hideOnEscape)
      removeEventListener('scroll', hide, { capture: true })
    }
  }, [shown])

  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is operated here; the text is only shown in full.
    <div
      className={className}
      onPointerMove={(event) => show(cutOffUnder(event), pause)}
      onPointerLeave={() => show(undefined, 0)}
      onFocus={({ target }) => show(cutOff(target.closest('tr')?.querySelector('[data-full-text]')), 0)}
      onBlur={() => show(undefined, 0)}
    >
      {children}
      {shown && (
        <div
          role="tooltip"
          className="pointer-events-none fixed z-40 max-w-96 rounded-md border border-line bg-raised px-2.5 py-1.5 text-[0.8125rem] wrap-anywhere shadow-popup"
          style={{ left: shown.left, top: shown.top }}
        >
          {shown.text}
        </div>
      )}
    </div>
  )
}

// The row's link lies over its cells, so the target of the event is not the cell.
function cutOffUnder({ clientX, clientY }: PointerEvent): Element | undefined {
  const cell = document.elementsFromPoint(clientX, clientY).find((element) => element.tagName === 'TD')
  return cutOff(cell?.firstElementChild)
}

function cutOff(element: Element | null | undefined): Element | undefined {
  return element && element.scrollWidth > element.clientWidth ? element : undefined
}

function placedAt(element: Element): Shown {
  const { left, bottom } = element.getBoundingClientRect()
  return { text: element.textContent, left: Math.max(8, left - 10), top: bottom + 4 }
}
