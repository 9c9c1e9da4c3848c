import { Dialog } from '#ui/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'

interface UnloadedDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  /** Why the content could not be loaded; undefined while it may still come. */
  error: string | undefined
  onRetry(): void
}

/** What a dialog is before its content is there: nothing, or a message and another try. */
export function UnloadedDialog({ error, onRetry, ...dialog }: UnloadedDialogProps) {
  if (!error) return null
  return (
    <Dialog {...dialog} size="md">
      <ErrorState message={error} onRetry={onRetry} />
    </Dialog>
  )
}
