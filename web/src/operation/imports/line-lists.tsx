import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import type { ReactNode } from 'react'

const mostShown = 100

interface LongListProps<Item> {
  label: string
  items: readonly Item[]
  children(item: Item): ReactNode
}

/** The first items of a list, and the number of remaining items. */
function LongList<Item>({ label, items, children }: LongListProps<Item>) {
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

/** The problems in a file, by line. */
export function ProblemList({ problems }: { problems: readonly { line: number; message: string }[] }) {
  return (
    <LongList label="Problems" items={problems}>
      {({ line, message }) => (
        <li key={`${line} ${message}`} className="flex gap-3 px-3 py-2">
          <span className="w-16 shrink-0 text-ink-soft tabular-nums">Line {line}</span>
          <span className="min-w-0 wrap-anywhere">{markHidden(message)}</span>
        </li>
      )}
    </LongList>
  )
}

interface Shown {
  readonly key: number
  readonly name: string
  readonly facts: readonly (string | null)[]
}

/** The rows that a file would add, each with the most important details. */
export function RowList({ rows }: { rows: readonly Shown[] }) {
  return (
    <LongList label="Rows to add" items={rows}>
      {({ key, name, facts }) => (
        <li key={key} className="grid gap-0.5 px-3 py-2">
          <span className="font-medium wrap-anywhere">{markHidden(name)}</span>
          <span className="text-[0.8125rem] wrap-anywhere text-ink-soft">
            {markHidden(facts.filter((fact) => fact !== null && fact !== '').join(' · '))}
          </span>
        </li>
      )}
    </LongList>
  )
}
