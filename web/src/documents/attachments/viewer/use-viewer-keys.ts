import type { KeyboardEvent } from 'react'
import { shortcutsOn, useShortcut } from '#ui/use-shortcut.ts'

export interface ViewerActs {
  previous(): void
  next(): void
  zoomIn(): void
  zoomOut(): void
  fit(): void
  rotate(): void
}

/**
 * The keys of the viewer, anywhere on the page except in fields and dialogs. `r` is a decision elsewhere, so it turns the
 * document only while the focus is in the viewer. Returns the handler for keys inside the viewer.
 */
export function useViewerKeys(acts: ViewerActs) {
  useShortcut('[', acts.previous)
  useShortcut(']', acts.next)
  useShortcut('+', acts.zoomIn)
  useShortcut('=', acts.zoomIn)
  useShortcut('-', acts.zoomOut)
  useShortcut('0', acts.fit)
  const inside: Record<string, () => void> = {
    '[': acts.previous,
    ']': acts.next,
    '+': acts.zoomIn,
    '=': acts.zoomIn,
    '-': acts.zoomOut,
    '0': acts.fit,
    r: acts.rotate,
  }
  return (event: KeyboardEvent) => {
    const act = inside[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey || !shortcutsOn()) return
    // What is handled here is nobody else's.
    event.preventDefault()
    act()
  }
}
