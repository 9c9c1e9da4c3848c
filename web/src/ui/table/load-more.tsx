import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'

export interface MorePages {
  available: boolean
  pending: boolean
  load(): void
}

/** Loads the next page when the end of the list scrolls near, or when the user clicks a button. */
export function LoadMore({ available, pending, load }: MorePages) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  useEffect(() => {
    const element = end.current
    if (!available || pending || !element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current()
      },
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [available, pending])
  if (!available) return null
  return (
    <div ref={end} className="grid justify-items-center border-t border-line p-3">
      <Button variant="secondary" size="sm" pending={pending} onClick={load}>
        Load More
      </Button>
    </div>
  )
}

const portion = 50

/** The first rows of a fully loaded list, so that a long list doesn't render a long page. `more` adds rows. */
export function usePortion<Row>(rows: readonly Row[] | undefined): {
  shown: readonly Row[] | undefined
  more: MorePages
} {
  const [count, setCount] = useState(portion)
  const available = rows !== undefined && rows.length > count
  return {
    shown: available ? rows.slice(0, count) : rows,
    more: { available, pending: false, load: () => setCount(count + portion) },
  }
}
