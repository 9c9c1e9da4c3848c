import { secondFactorEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useSessionActions } from '#access/sessions/session-provider.tsx'
import { paths } from '#paths.ts'
import { PageTitle } from '#platform/brand.tsx'
import { useNotices } from '#platform/notices.tsx'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { FormFailure } from '#ui/form/form.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/**
 * The landing page of a link in an email about a changed second factor. The token after the `#` never reaches a log or
 * another site.
 */
export function TakeBackScreen() {
  const { hash: link } = useLocation()
  return (
    <main className="mx-auto grid w-full max-w-md gap-5 px-4 py-12">
      <PageTitle text="Undo a Change" />
      <header className="grid gap-1">
        <h1 className="text-xl font-semibold">Undo a Change to How You Sign In</h1>
        <p className="text-ink-soft">{link ? whatItDoes : openTheEmail}</p>
      </header>
      <div className="rounded-lg border border-line bg-surface p-5 sm:p-6">
        {link ? <TakeBack link={link} /> : <LinkButton to={paths.login}>Log in</LinkButton>}
      </div>
    </main>
  )
}

const whatItDoes =
  'This restores your second factor to what it was before the change in the email, and undoes any later changes to it. It logs you out everywhere, and your recovery codes stop working.'
const openTheEmail = 'This link is incomplete. Open the link in the email again.'

function TakeBack({ link }: { link: string }) {
  const { leave } = useSessionActions()
  const navigate = useNavigate()
  const notices = useNotices()
  const takeBack = useWrite(secondFactorEndpoints.takeBack, {
    refreshes: [],
    onSuccess({ email }) {
      leave()
      void navigate({ to: paths.login, replace: true })
      notices.show({
        title: 'Change undone',
        description: `Log in as ${email} and change your password, because someone else may know it.`,
      })
    },
  })
  return (
    <div className="grid gap-4">
      <FormFailure failure={takeBack.error} />
      <Button variant="primary" pending={takeBack.isPending} onClick={() => takeBack.mutate({ body: { link } })}>
        Undo the Change
      </Button>
    </div>
  )
}
