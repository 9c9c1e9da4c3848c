import { TriangleAlert } from 'lucide-react'
import { Button } from '#ui/button.tsx'

/** A failed load: what happened, and a button to retry. */
export function ErrorState({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 text-danger sm:px-5">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-48">{message}</p>
      {onRetry && (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}
