import type { ReactNode } from 'react'

const mostShown = 100

interface LongListProps<Item> {
  label: string
  items: readonly Item[]
  children(item: Item): ReactNode
}

/** The beginning of a list, and how many follow. */
export function LongList<Item>({ label, items, children }: LongListProps<Item>) {
  const more = items.length - mostShown
  return (
    <div className="grid gap-2">
      <ul aria-label={label} className="grid divide-y divide-line rounded-md border border-line">
        {items.slice(0, mostShown).map(children)}
      </ul>
      {more > 0 && <p className="text-ink-soft">And {more.toLocaleString('en-US')} more.</p>}
    </div>
  )
}
