import { useSession } from '#access/sessions/session-provider.tsx'
import { ThemeSwitch } from '#layout/theme-switch.tsx'
import { BeforeSignIn } from '#operation/set-up/first-user.tsx'
import { PlaceAndPeopleSteps } from '#operation/set-up/steps.tsx'
import { paths } from '#paths.ts'
import { Brand, PageTitle } from '#platform/brand.tsx'
import { Redirect } from '#platform/redirect.tsx'
import { SpinnerPage } from '#ui/feedback/spinner.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Sets up an empty installation, from the code in the server's log to the first request (decision 175). */
export function SetUpScreen() {
  const session = useSession()
  if (session.status === 'loading') return <SpinnerPage />
  if (session.status === 'signed-in' && (session.person.access_level !== 0 || session.person.role !== 'admin'))
    return <Redirect to={paths.dashboard} />
  const isSignedIn = session.status === 'signed-in'
  return (
    <>
      <PageTitle text="Set Up" />
      <div className="flex justify-end gap-2 p-3">
        {isSignedIn && (
          <LinkButton to={paths.dashboard} variant="ghost">
            Finish Later
          </LinkButton>
        )}
        <ThemeSwitch />
      </div>
      <main className="mx-auto grid w-full max-w-3xl gap-5 px-4 pb-12">
        <header className="grid gap-2">
          <Brand />
          <h1 className="text-xl font-semibold">Set Up</h1>
        </header>
        {isSignedIn ? <PlaceAndPeopleSteps /> : <BeforeSignIn />}
      </main>
    </>
  )
}
