import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { usePerson, useSession } from '#access/sessions/session-provider.tsx'
import type { Session } from '#access/sessions/session-state.ts'
import { paths } from '#paths.ts'
import { Redirect } from '#platform/redirect.tsx'
import { SpinnerPage } from '#ui/feedback/spinner.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page that required a login. */
    from?: string
  }
}

/** Shows its children to signed-in users, a spinner until the session is known, and the login screen otherwise. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  const { href } = useLocation()
  if (session.status === 'loading') return <Waiting session={session} />
  if (session.status === 'signed-out')
    return <Redirect to={paths.login} state={session.keepPlace ? { from: href } : {}} />
  return children
}

const UnreachablePage = lazy(async () => ({
  default: (await import('#access/sessions/unreachable-page.tsx')).UnreachablePage,
}))

/**
 * Shown until the session is known. If the server doesn't respond, the user might still be signed in, so no login
 * screen appears.
 */
function Waiting({ session }: { session: Session & { status: 'loading' } }) {
  if (!session.unreachable) return <SpinnerPage />
  return (
    <Suspense fallback={<SpinnerPage />}>
      <UnreachablePage />
    </Suspense>
  )
}

const OwnPasswordPage = lazy(async () => ({
  default: (await import('#access/sessions/own-password-page.tsx')).OwnPasswordPage,
}))

const SecondFactorPage = lazy(async () => ({
  default: (await import('#access/second-factor/second-factor-page.tsx')).SecondFactorPage,
}))

/** Shows the required setup page to users who still have to choose a password or add a second factor. */
export function SetUpFirst({ children }: { children: ReactNode }) {
  const { password_change_required, second_factor_demand } = usePerson()
  if (!password_change_required && !second_factor_demand?.required) return children
  return (
    <Suspense fallback={<SpinnerPage />}>
      {password_change_required ? <OwnPasswordPage /> : <SecondFactorPage />}
    </Suspense>
  )
}

/**
 * Redirects signed-in users away from the login screen; after logging in, users return to the page that required the
 * login.
 */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  const { from } = useLocation().state
  if (session.status === 'loading') return <Waiting session={session} />
  if (session.status === 'signed-out') return children
  return <Redirect to={from ?? paths.dashboard} />
}
