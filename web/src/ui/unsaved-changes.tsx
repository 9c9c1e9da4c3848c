import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

interface UnsavedChangesProps {
  when: boolean
  text?: string | undefined
}

/** Asks before a link, the back button or a closing tab loses what was typed. Set `when` to false after a save. */
export function UnsavedChanges({ when, text = 'What you typed here has not been saved.' }: UnsavedChangesProps) {
  const blocker = useBlocker({ shouldBlockFn: () => when, enableBeforeUnload: () => when, withResolver: true })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      text={text}
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
