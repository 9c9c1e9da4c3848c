import { type ComponentType, type ReactNode, Suspense, useState } from 'react'

export interface DialogFor<Subject> {
  subject: Subject
  open: boolean
  onOpenChange(open: boolean): void
}

/**
 * A dialog about a subject, such as a row of a table. The dialog keeps the subject's data from when it opened, even if
 * the subject changes or disappears, and is reset each time it opens. `Dialog` should be loaded lazily.
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

/** True while the focus is in a dialog, so that content loading on the page below doesn't take the focus. */
export function isFocusInDialog(): boolean {
  return Boolean(document.activeElement?.closest('[role="dialog"], [role="alertdialog"]'))
}

/**
 * The element focused after a dialog has closed: `wanted`, or the previously focused one. No element is focused if
 * another dialog has opened in the meantime and has the focus, because closing takes a moment.
 */
export function focusAfterwards(wanted: () => HTMLElement | undefined): HTMLElement | boolean {
  const opened = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')
  if (opened && !opened.hasAttribute('data-closed')) return false
  return wanted() ?? true
}
