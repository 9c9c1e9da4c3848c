import { paths } from '#paths.ts'
import { PageTitle } from '#platform/brand.tsx'
import { MessagePage } from '#ui/feedback/message-page.tsx'
import { LinkButton } from '#ui/link-button.tsx'

export function NotFoundScreen() {
  return (
    <MessagePage title="404" text="Oops! Page not found">
      <PageTitle text="Page not found" />
      <LinkButton to={paths.home}>Return to Home</LinkButton>
    </MessagePage>
  )
}
