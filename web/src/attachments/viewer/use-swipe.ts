import { type PointerEvent, useRef } from 'react'

/** How far a finger goes at least, in CSS pixels. */
const shortest = 64

/** Handlers for an element that one finger swipes to the right; a page that was zoomed with two fingers is moved instead. */
export function useSwipe(onSwipe: () => void) {
  const begun = useRef<{ x: number; y: number }>(undefined)
  return {
    onPointerDown({ pointerType, isPrimary, clientX, clientY }: PointerEvent) {
      begun.current = pointerType === 'touch' && isPrimary ? { x: clientX, y: clientY } : undefined
    },
    onPointerUp({ clientX, clientY }: PointerEvent) {
      const { x, y } = begun.current ?? { x: clientX, y: clientY }
      begun.current = undefined
      const isAcross = clientX - x >= shortest && clientX - x > 2 * Math.abs(clientY - y)
      if (isAcross && (visualViewport?.scale ?? 1) <= 1) onSwipe()
    },
    onPointerCancel() {
      begun.current = undefined
    },
  }
}
