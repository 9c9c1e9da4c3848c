import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'

interface EmptyStateProps {
  text: ReactNode
  /** The next step: a button or a link. */
  action?: ReactNode
  icon?: ReactNode
}

/** Shown in place of an empty list. */
export function EmptyState({ text, action, icon }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-10 text-center text-ink-soft">
      {icon}
      <p>{text}</p>
      {action}
    </div>
  )
}

/** A failed load: the error, and a button to retry. */
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
