import { useEffect, useEffectEvent } from 'react'

/** Besides those that write something. Enter does nothing yet: the person has not seen what it would run. */
const taken = ['Escape', 'Backspace', 'Enter']

/**
 * Collects what is typed while `active`, for a field that is about to open and have the focus. Nothing of it reaches
 * the page below, where a letter can be a shortcut. `onType` is given the change of the text; Escape gives up.
 */
export function useEarlyKeys(
  active: boolean,
  onType: (change: (before: string) => string) => void,
  onEscape: () => void,
) {
  const take = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (key.length > 1 && !taken.includes(key)) return
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Escape') onEscape()
    else if (key === 'Backspace') onType((before) => before.slice(0, -1))
    else if (key.length === 1) onType((before) => before + key)
  })
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => take(event)
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [active])
}
