import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { useSessionActions } from '#access/sessions/session-provider.tsx'
import { Brand } from '#platform/brand.tsx'
import { ErrorMessage } from '#ui/feedback/message-page.tsx'

/** The interval for retrying, in milliseconds. */
const askedAgainEvery = 5000

/**
 * Shown when a page is opened while the server doesn't respond; the page continues as soon as the server responds. The
 * frame is empty because the browser stores nothing about the user.
 */
export function UnreachablePage() {
  const { findOut } = useSessionActions()
  useEffect(() => {
    const timer = setInterval(findOut, askedAgainEvery)
    return () => clearInterval(timer)
  }, [findOut])
  return (
    <>
      <header className="flex h-(--header-height) items-center border-b border-line bg-surface px-2 sm:px-5">
        <Brand />
      </header>
      <main className="p-4">
        <p
          role="status"
          className="flex items-center gap-2.5 rounded-lg border border-yellow bg-yellow-soft px-4 py-2 text-yellow"
        >
          <CloudOff aria-hidden className="size-4 shrink-0" />
          Can’t reach the server. Retrying…
        </p>
        <ErrorMessage
          title="Can’t Reach the Server"
          text="You stay signed in. This page opens as soon as the server responds."
          button="Retry"
          onClick={findOut}
        />
      </main>
    </>
  )
}
