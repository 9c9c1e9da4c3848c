import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** The time when printing or the print preview began; undefined on a screen. */
export function usePrinting(): Date | undefined {
  const [since, setSince] = useState(() => (matchMedia('print').matches ? new Date() : undefined))
  // A layout effect, since an ordinary one could miss a user who prints as soon as the screen appears.
  useLayoutEffect(() => {
    // The browser lays out the paper right after the event handler, so React must not defer the change.
    const set = (printing: boolean) => flushSync(() => setSince(printing ? new Date() : undefined))
    const begin = () => set(true)
    const end = () => set(false)
    const media = matchMedia('print')
    const change = () => set(media.matches)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    media.addEventListener('change', change)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
      media.removeEventListener('change', change)
    }
  }, [])
  return since
}
