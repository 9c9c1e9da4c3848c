import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { MoveRight } from 'lucide-react'
import { useState } from 'react'
import type { Change } from '#audit/changes.ts'

const shownAtFirst = 4

/** Changed fields, old and new; a long list shows only the first until expanded. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const [all, setAll] = useState(false)
  if (changes.length === 0) return '–'
  const isLong = changes.length > shownAtFirst + 1
  const shown = all || !isLong ? changes : changes.slice(0, shownAtFirst)
  return (
    <>
      <ul className="grid gap-0.5 text-[0.8125rem]">
        {shown.map(({ field, from, to }) => (
          <li key={field} className="wrap-anywhere whitespace-pre-line">
            <span className="text-ink-soft">{field}: </span>
            {from && markHidden(from)}
            {from !== undefined && to !== undefined && <Arrow />}
            <span className="font-medium">{to && markHidden(to)}</span>
          </li>
        ))}
      </ul>
      {isLong && (
        <button
          type="button"
          aria-expanded={all}
          className="mt-1 min-h-6 rounded-sm text-[0.8125rem] font-medium text-accent underline-offset-2 hover:underline"
          onClick={() => setAll(!all)}
        >
          {all ? 'Show less' : `Show all ${changes.length} fields`}
        </button>
      )}
    </>
  )
}

function Arrow() {
  return (
    <>
      <MoveRight aria-hidden className="mx-1 inline size-4 text-ink-soft" />
      <span className="sr-only"> changed to </span>
    </>
  )
}
