import { findRole } from '@check-requests/domain/access/roles.ts'
import { useSession } from '#access/sessions/session-provider.tsx'
import { paths } from '#paths.ts'
import { PageTitle } from '#platform/brand.tsx'
import { MessagePage } from '#ui/feedback/message-page.tsx'
import { LinkButton } from '#ui/link-button.tsx'

export function UnauthorizedScreen() {
  return (
    <MessagePage title="Unauthorized Access" text="You do not have permission to access this page.">
      <PageTitle text="Unauthorized Access" />
      <LinkButton to={paths.dashboard}>Back to Dashboard</LinkButton>
      <SignedInLine />
    </MessagePage>
  )
}

/** Names the signed-in user and their role (R038). */
function SignedInLine() {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  const { firstname, lastname, roleId } = session.person
  return (
    <p className="text-ink-soft">
      Logged in as {firstname} {lastname} ({findRole(roleId)?.label})
    </p>
  )
}
