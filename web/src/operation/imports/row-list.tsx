import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { LongList } from '#operation/imports/long-list.tsx'

interface Shown {
  readonly key: number
  readonly name: string
  readonly facts: readonly (string | null)[]
}

/** The rows that a file would add, each with what is telling about it. */
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
