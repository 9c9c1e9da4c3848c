import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { useSummary } from '#check-requests/api.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { StatCard } from '#ui/stat-card.tsx'

export interface CountCard {
  label: string
  hint?: string
  /** What is counted: requests at these statuses, all of them, or those on which the person has decided (B3). */
  counts: readonly StatusName[] | 'all' | 'handled'
  /** The list that shows exactly what is counted. */
  to: string
  search?: Record<string, string | number>
}

/** Counts of the person's check requests, each linked to the list that it counts. */
export function StatusCards({ cards }: { cards: readonly CountCard[] }) {
  const summary = useSummary()
  const { error, onRetry } = useLoadFailure(summary)
  return (
    <div>
      {error && <ErrorState message={error} onRetry={onRetry} />}
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {cards.map(({ counts, ...card }) => (
          <StatCard
            key={card.label}
            {...card}
            value={summary.data && countIn(summary.data, counts).toLocaleString('en-US')}
          />
        ))}
      </div>
    </div>
  )
}

type Summary = NonNullable<ReturnType<typeof useSummary>['data']>

function countIn({ counts, total, handled }: Summary, counted: CountCard['counts']): number {
  if (counted === 'all') return total
  if (counted === 'handled') return handled
  return counted.reduce((sum, name) => sum + (counts[statusNamed(name).id] ?? 0), 0)
}
