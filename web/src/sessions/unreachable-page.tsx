import { useEffect } from 'react'
import { useSessionActions } from '#sessions/session-provider.tsx'
import { ErrorMessage } from '#ui/error-page.tsx'

/** How often the server is asked by itself, in milliseconds. */
const askedAgainEvery = 5000

/** Shown when a page is opened while the server does not answer; the page goes on as soon as it does. */
export function UnreachablePage() {
  const { findOut } = useSessionActions()
  useEffect(() => {
    const timer = setInterval(findOut, askedAgainEvery)
    return () => clearInterval(timer)
  }, [findOut])
  return (
    <main>
      <ErrorMessage
        title="Server not reachable"
        text="You are still signed in if you were. This page goes on by itself as soon as the server answers."
        button="Retry"
        onClick={findOut}
      />
    </main>
  )
}
