import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useDelayed } from '#ui/use-delayed.ts'

const fields = ['group', 'dealership', 'department', 'number', 'payee', 'second payee', 'amount', 'due date']

interface RequestFormWaitingProps {
  failure: string | undefined
  onRetry(): void
}

/** Shown until the choices of the form have loaded. */
export function RequestFormWaiting({ failure, onRetry }: RequestFormWaitingProps) {
  const late = useDelayed(!failure)
  if (failure) return <Card flush>{<ErrorState message={failure} onRetry={onRetry} />}</Card>
  if (!late) return null
  return (
    <Card className="max-w-5xl">
      <div role="status" aria-label="Loading" className="grid gap-x-5 gap-y-5 py-2 sm:grid-cols-2">
        {fields.map((field) => (
          <Skeleton key={field} className="h-14 w-full" />
        ))}
      </div>
    </Card>
  )
}
