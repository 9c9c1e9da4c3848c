import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { clsx } from 'clsx'
import { ChevronDown, MoveRight } from 'lucide-react'
import { useState } from 'react'
import type { Change } from '#audit/changes.ts'

/** Changed fields, old and new: the first on the one line of the row, all of them when they are asked for. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const [all, setAll] = useState(false)
  const [first] = changes
  if (!first) return '–'
  const count = `${changes.length} ${changes.length === 1 ? 'field' : 'fields'}`
  return (
    <div className={clsx('flex items-start gap-1', all && 'py-1.5 whitespace-normal')}>
      <ul className="grid min-w-0 flex-1 gap-0.5">
        {(all ? changes : [first]).map(({ field, from, to }) => (
          <li key={field} className={all ? 'wrap-anywhere whitespace-pre-line' : 'truncate'}>
            <span className="text-ink-soft">{field}: </span>
            {from && markHidden(from)}
            {from !== undefined && to !== undefined && <Arrow />}
            <span className="font-medium">{to && markHidden(to)}</span>
          </li>
        ))}
      </ul>
      <button
        type="button"
        aria-expanded={all}
        aria-label={all ? undefined : `Show all ${count}`}
        className="-my-0.5 inline-flex min-h-6 shrink-0 items-center gap-1 rounded-sm font-medium text-accent underline-offset-2 hover:underline"
        onClick={() => setAll(!all)}
      >
        {all ? 'Show fewer' : count}
        <ChevronDown aria-hidden className={clsx('size-3.5', all && 'rotate-180')} />
      </button>
    </div>
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
