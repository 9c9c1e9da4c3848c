import { useEffect, useLayoutEffect, useState } from 'react'

/** The delay before text under the pointer is shown in full, in milliseconds. */
const pause = 250

interface Shown {
  text: string
  left: number
  top: number
}

interface FullTextTipProps {
  area: HTMLElement
  /** The position where the pointer entered the area and might still be. */
  pointer: Point | undefined
}

export type Point = Pick<MouseEvent, 'clientX' | 'clientY'>

/** Shows truncated cells of `area` in full. */
export function FullTextTip({ area, pointer }: FullTextTipProps) {
  const [shown, setShown] = useState<Shown>()

  useEffect(() => {
    let cell: Element | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    function show(next: Element | undefined, delay: number) {
      if (next === cell) return
      clearTimeout(timer)
      cell = next
      setShown(undefined)
      if (next) timer = setTimeout(() => setShown(placedAt(next)), delay)
    }
    const showFocused = (element: EventTarget | null) => show(cutOffInRowOf(element), 0)
    const hide = () => show(undefined, 0)
    const leave = new AbortController()
    const { signal } = leave
    area.addEventListener('pointermove', (event) => show(cutOffUnder(event), pause), { signal })
    area.addEventListener('pointerleave', hide, { signal })
    area.addEventListener('focusin', ({ target }) => showFocused(target), { signal })
    area.addEventListener('focusout', hide, { signal })
    if (pointer) show(cutOffUnder(pointer), pause)
    else showFocused(document.activeElement)
    return () => {
      clearTimeout(timer)
      leave.abort()
    }
  }, [area, pointer])

  // Listens before the tip is painted, so that Escape works as soon as a user sees it.
  useLayoutEffect(() => {
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

  if (!shown) return null
  return (
    <div
      role="tooltip"
      className="pointer-events-none fixed z-40 max-w-96 rounded-md border border-line bg-raised px-2.5 py-1.5 text-[0.8125rem] wrap-anywhere shadow-popup"
      style={{ left: shown.left, top: shown.top }}
    >
      {shown.text}
    </div>
  )
}

// Finds the cell by position, because the row's link covers the cells and is the event's target.
function cutOffUnder({ clientX, clientY }: Point): Element | undefined {
  const cell = document.elementsFromPoint(clientX, clientY).find((element) => element.tagName === 'TD')
  return cutOff(cell?.querySelector('[data-full-text]') ?? cell?.firstElementChild)
}

function cutOffInRowOf(element: EventTarget | null): Element | undefined {
  if (!(element instanceof Element)) return undefined
  return cutOff(element.closest('tr')?.querySelector('[data-full-text]'))
}

function cutOff(element: Element | null | undefined): Element | undefined {
  return element && element.scrollWidth > element.clientWidth ? element : undefined
}

function placedAt(element: Element): Shown {
  const { left, bottom } = element.getBoundingClientRect()
  return { text: element.textContent, left: Math.max(8, left - 10), top: bottom + 4 }
}
