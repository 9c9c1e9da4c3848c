import { type ReactNode, type RefObject, useState } from 'react'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { UnsavedChanges } from '#ui/form/unsaved-changes.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

interface FormDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl' | undefined
  /** True if text was typed, so that closing asks for confirmation. */
  dirty: boolean
  initialFocus?: RefObject<HTMLElement | null> | undefined
  finalFocus?: (() => HTMLElement | undefined) | undefined
  children: ReactNode
}

/** A dialog with a form. A click outside the dialog or Escape doesn't discard typed text without asking. */
export function FormDialog({ dirty, onOpenChange, children, ...rest }: FormDialogProps) {
  const [asking, setAsking] = useState(false)
  const unsaved = rest.open && dirty
  return (
    <Dialog {...rest} onOpenChange={(open) => (!open && unsaved ? setAsking(true) : onOpenChange(open))}>
      {children}
      <UnsavedChanges when={unsaved} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Close without saving?"
        text="Your changes haven’t been saved."
        confirmLabel="Discard"
        cancelLabel="Keep Editing"
        onConfirm={() => {
          setAsking(false)
          onOpenChange(false)
        }}
      />
    </Dialog>
  )
}

/** The buttons of a form in a dialog; they stay visible while the form's fields scroll. */
export function FormDialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-4 -mx-5 -mb-4 flex flex-wrap justify-end gap-2 rounded-b-lg border-t border-line bg-raised px-5 py-3">
      {children}
    </div>
  )
}

interface UnloadedDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  /** Why the content couldn't be loaded; undefined while loading. */
  error: string | undefined
  onRetry(): void
}

/** A dialog whose content hasn't loaded: empty, or with an error message and a retry button. */
export function UnloadedDialog({ error, onRetry, ...dialog }: UnloadedDialogProps) {
  if (!error) return null
  return (
    <Dialog {...dialog} size="md">
      <ErrorState message={error} onRetry={onRetry} />
    </Dialog>
  )
}

/** Moves the focus to the first invalid field or, for an error about the whole form, to that error. */
export function focusFirstInvalid(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]')?.focus())
}
