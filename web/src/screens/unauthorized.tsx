import { SignedInLine } from '#access/sessions/signed-in-line.tsx'
import { paths } from '#paths.ts'
import { PageTitle } from '#platform/page-title.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { MessagePage } from '#ui/message-page.tsx'

export function UnauthorizedScreen() {
  return (
    <MessagePage title="Unauthorized Access" text="You do not have permission to access this page.">
      <PageTitle text="Unauthorized Access" />
      <LinkButton to={paths.dashboard}>Back to Dashboard</LinkButton>
      <SignedInLine />
    </MessagePage>
  )
}
