import { useBlocker } from '@tanstack/react-router'
import { ConfirmLater } from '#ui/overlay/confirm-later.tsx'

interface UnsavedChangesProps {
  when: boolean
  text?: string | undefined
}

/**
 * Asks for confirmation before a link, the back button, or closing the tab loses typed text. Set `when` to false after
 * a save.
 */
export function UnsavedChanges({ when, text = 'Your changes haven’t been saved.' }: UnsavedChangesProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && !staysOnScreen(current, next),
    enableBeforeUnload: () => when,
    withResolver: true,
  })
  return (
    <ConfirmLater
      soon={when}
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      text={text}
      confirmLabel="Discard"
      cancelLabel="Keep Editing"
      onConfirm={() => blocker.proceed?.()}
    />
  )
}

interface Place {
  pathname: string
  search: object
}

/**
 * Whether the next URL shows the same screen. A different query string changes only content next to the form, such as
 * an open document.
 */
function staysOnScreen(current: Place, next: Place): boolean {
  return current.pathname === next.pathname && JSON.stringify(current.search) !== JSON.stringify(next.search)
}
