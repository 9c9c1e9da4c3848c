import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Sheet } from '#attachments/viewer/sheet.ts'
import { type Rotation, sheetAt } from '#attachments/viewer/zoom.ts'

interface Shown {
  readonly sheets: readonly Sheet[] | undefined
  readonly scale: number
  readonly rotation: Rotation
}

/**
 * Which sheet somebody looks at, counted from 0. Zooming keeps what is in the middle there, turning keeps the sheet, and
 * another document begins at its top.
 */
export function usePlace(scroller: RefObject<HTMLElement | null>, { sheets, scale, rotation }: Shown) {
  const [sheet, setSheet] = useState(0)
  const before = useRef<Shown>({ sheets, scale, rotation })
  useLayoutEffect(() => {
    const last = before.current
    before.current = { sheets, scale, rotation }
    const element = scroller.current
    if (!element) return
    if (last.sheets !== sheets) element.scrollTo(0, 0)
    else if (last.rotation !== rotation) element.scrollTop = topsIn(element)[sheet] ?? 0
    else if (last.scale !== scale) keepMiddle(element, scale / last.scale)
    setSheet(sheetSeen(element))
  }, [scroller, sheets, scale, rotation, sheet])
  return { sheet, onScroll: () => scroller.current && setSheet(sheetSeen(scroller.current)) }
}

function keepMiddle(element: HTMLElement, growth: number) {
  const { scrollTop, scrollLeft, clientHeight, clientWidth } = element
  element.scrollTop = (scrollTop + clientHeight / 2) * growth - clientHeight / 2
  element.scrollLeft = (scrollLeft + clientWidth / 2) * growth - clientWidth / 2
}

function sheetSeen(element: HTMLElement): number {
  return sheetAt(topsIn(element), element.scrollTop + element.clientHeight / 2)
}

function topsIn(element: HTMLElement): number[] {
  return [...element.querySelectorAll<HTMLElement>('[data-sheet]')].map(({ offsetTop }) => offsetTop)
}
