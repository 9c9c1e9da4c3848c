import type { StatusId } from '@check-requests/domain/check-requests/lifecycle.ts'
import { clsx } from 'clsx'
import { useSummary } from '#check-requests/api.ts'
import type { ListState } from '#check-requests/list/list-state.ts'

/** A part of a list, by status; 0 is the whole list. */
export interface StatusTab {
  readonly status: StatusId | 0
  readonly text: string
  /** Says how many requests it holds, since somebody has to do something about them. */
  readonly counted?: true
}

/** Parts of a list side by side. */
export function StatusTabs({ tabs, state }: { tabs: readonly StatusTab[]; state: ListState }) {
  const { data } = useSummary()
  return (
    <fieldset className="flex flex-wrap gap-1 px-4 pb-3 sm:px-5">
      <legend className="sr-only">Part of the list</legend>
      {tabs.map(({ status, text, counted }) => {
        const count = counted && data?.counts[status]
        const isCurrent = state.filter.status === status
        return (
          <button
            key={status}
            type="button"
            aria-pressed={isCurrent}
            className={clsx(
              'min-h-8 rounded-md px-3 font-medium hover:bg-sunken pointer-coarse:min-h-11',
              isCurrent ? 'bg-accent-soft text-accent' : 'text-ink-soft',
            )}
            onClick={() => state.change({ status })}
          >
            {text}
            {count !== undefined && ` (${count.toLocaleString('en-US')})`}
          </button>
        )
      })}
    </fieldset>
  )
}
