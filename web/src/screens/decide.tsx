import { useLocation } from '@tanstack/react-router'
import { useSession } from '#access/sessions/session-provider.tsx'
import { DecideByLink } from '#check-requests/decide/decide-by-link.tsx'
import { paths } from '#paths.ts'
import { Brand, PageTitle } from '#platform/brand.tsx'
import { SpinnerPage } from '#ui/feedback/spinner.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/**
 * The landing page of the link in an approver's email (decision 186). The token after the `#`, or after a slash, reaches
 * no log of the server, and opening the page changes nothing.
 */
export function DecideScreen() {
  const { hash, pathname } = useLocation()
  const link = hash || pathname.slice(paths.decide.length + 1)
  const session = useSession()
  if (session.status === 'loading') return <SpinnerPage />
  return (
    <main className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4 px-4 py-6">
      <PageTitle text="Decide by Email" />
      <Brand />
      {link ? (
        <DecideByLink link={link} userId={session.status === 'signed-in' ? session.person.id : undefined} />
      ) : (
        <>
          <h1 className="text-xl font-semibold">Decide by Email</h1>
          <p>This link is incomplete. Open the link in the email again.</p>
          <LinkButton to={paths.login} className="justify-self-start">
            Log in
          </LinkButton>
        </>
      )}
    </main>
  )
}
