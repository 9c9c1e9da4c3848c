import { secondFactorEndpoints } from '@check-requests/domain/second-factor/endpoints.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { useNotices } from '#platform/notices.tsx'
import { PageTitle } from '#platform/page-title.tsx'
import { useWrite } from '#platform/use-write.ts'
import { useSessionActions } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { FormFailure } from '#ui/form.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Where the email about a changed second factor leads. What follows the `#` never reaches a log or another site. */
export function TakeBackScreen() {
  const { hash: link } = useLocation()
  return (
    <main className="mx-auto grid w-full max-w-md gap-5 px-4 py-12">
      <PageTitle text="Take back a change" />
      <header className="grid gap-1">
        <h1 className="text-xl font-semibold">Take back a change of how you sign in</h1>
        <p className="text-ink-soft">{link ? whatItDoes : openTheEmail}</p>
      </header>
      <div className="rounded-lg border border-line bg-surface p-5 sm:p-6">
        {link ? <TakeBack link={link} /> : <LinkButton to={paths.login}>Log in</LinkButton>}
      </div>
    </main>
  )
}

const whatItDoes =
  'Your second factor becomes what it was before the change that the email names, and later changes of it are undone, too. You are logged out everywhere, and your recovery codes stop working.'
const openTheEmail = 'Open this page by the link in the email that you got: this address is not complete.'

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
        title: 'Change taken back',
        description: `Log in as ${email} and change your password: somebody else may know it.`,
      })
    },
  })
  return (
    <div className="grid gap-4">
      <FormFailure failure={takeBack.error} />
      <Button variant="primary" pending={takeBack.isPending} onClick={() => takeBack.mutate({ body: { link } })}>
        Take Back the Change
      </Button>
    </div>
  )
}
