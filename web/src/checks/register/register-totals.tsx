import { type CheckState, stateWords } from '@check-requests/domain/checks/lifecycle.ts'
import type { StateTotal } from '@check-requests/domain/checks/replies.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { clsx } from 'clsx'

interface RegisterTotalsProps {
  totals: readonly StateTotal[] | null
  chosen: CheckState | ''
  onChoose(state: CheckState | ''): void
}

/** What the filters find in each state, in number and dollars; a press shows only that state, another one all again. */
export function RegisterTotals({ totals, chosen, onChoose }: RegisterTotalsProps) {
  if (totals === null)
    return (
      <p className="px-4 pb-4 text-sm text-ink-soft sm:px-5">
        These words find too many checks to add up. Longer or rarer words bring the totals back.
      </p>
    )
  if (totals.length === 0) return null
  return (
    <ul aria-label="Totals" className="flex flex-wrap gap-2 px-4 pb-4 sm:px-5">
      {totals.map(({ state, count, amount }) => (
        <li key={state}>
          <button
            type="button"
            aria-pressed={state === chosen}
            className={clsx(
              'grid min-h-6 rounded-md border px-3 py-1.5 text-start hover:border-accent',
              state === chosen ? 'border-accent bg-accent-soft' : 'border-line',
            )}
            onClick={() => onChoose(state === chosen ? '' : state)}
          >
            <span className="text-[0.8125rem] text-ink-soft">
              {stateWords[state]}: {count.toLocaleString('en-US')}
            </span>
            <span className="font-medium">{formatDollars(amount)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
