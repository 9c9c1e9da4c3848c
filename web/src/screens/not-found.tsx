import { paths } from '#paths.ts'
import { PageTitle } from '#platform/page-title.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { MessagePage } from '#ui/message-page.tsx'

export function NotFoundScreen() {
  return (
    <MessagePage title="404" text="Oops! Page not found">
      <PageTitle text="Page not found" />
      <LinkButton to={paths.home}>Return to Home</LinkButton>
    </MessagePage>
  )
}
