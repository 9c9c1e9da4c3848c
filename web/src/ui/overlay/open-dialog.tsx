import { type ComponentType, type ReactNode, Suspense, useState } from 'react'

export interface DialogFor<Subject> {
  subject: Subject
  open: boolean
  onOpenChange(open: boolean): void
}

/**
 * A dialog about something, such as a row of a table. It keeps its subject as it was when the dialog opened, even if
 * that changes or disappears, and is reset each time. `Dialog` should be loaded lazily.
 */
export function useDialogFor<Subject>(Dialog: ComponentType<DialogFor<Subject>>): {
  openFor(subject: Subject): void
  dialog: ReactNode
} {
  const [shown, setShown] = useState<{ subject: Subject; open: boolean; opening: number }>()
  return {
    openFor: (subject) => setShown((before) => ({ subject, open: true, opening: (before?.opening ?? 0) + 1 })),
    dialog: shown && (
      <Suspense>
        <Dialog
          key={shown.opening}
          subject={shown.subject}
          open={shown.open}
          onOpenChange={(open) => setShown({ ...shown, open })}
        />
      </Suspense>
    ),
  }
}

/** True while the focus is in a dialog: what loads on the page below must not steal it. */
export function isFocusInDialog(): boolean {
  return Boolean(document.activeElement?.closest('[role="dialog"], [role="alertdialog"]'))
}

/**
 * Where the focus goes once a dialog has closed: what `wanted` says, or what had it before. Nowhere if another dialog
 * has been opened meanwhile: it has the focus, and a dialog takes a moment to close.
 */
export function focusAfterwards(wanted: () => HTMLElement | undefined): HTMLElement | boolean {
  const opened = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')
  if (opened && !opened.hasAttribute('data-closed')) return false
  return wanted() ?? true
}
