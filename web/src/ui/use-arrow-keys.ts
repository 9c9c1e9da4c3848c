import { type KeyboardEvent, useState } from 'react'

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }
const ends: Record<string, number> = { Home: 0, End: -1 }

/** One tab stop for many links: the arrow keys, Home and End move between them. `count`: how many there are. */
export function useArrowKeys(count: number) {
  const [current, setCurrent] = useState(0)
  const stop = Math.min(current, count - 1)
  function onKeyDown(event: KeyboardEvent<Element>) {
    const links = [...event.currentTarget.querySelectorAll('a')]
    const step = steps[event.key]
    const end = ends[event.key]
    const next = step === undefined ? end !== undefined && links.at(end) : links[stop + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return {
    onKeyDown,
    /** The properties of the link with this index. */
    linkProps: (index: number) => ({ tabIndex: index === stop ? 0 : -1, onFocus: () => setCurrent(index) }),
  }
}
