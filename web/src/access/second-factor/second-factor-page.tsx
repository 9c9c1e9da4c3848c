import { useOwnSecondFactor } from '#access/second-factor/api.ts'
import { OwnSecondFactor } from '#access/second-factor/own-second-factor.tsx'
import { useSessionActions } from '#access/sessions/session-provider.tsx'
import { PageTitle } from '#platform/brand.tsx'
import { Button } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** The only page for users who haven't added the second factor that their dealer group requires. */
export function SecondFactorPage() {
  const { findOut, logOut } = useSessionActions()
  const own = useOwnSecondFactor().data
  const hasOne = own !== undefined && (own.passkeys.length > 0 || own.codes !== null)
  return (
    <main className="mx-auto grid w-full max-w-2xl gap-5 px-4 py-12">
      <PageTitle text="Add a Second Factor" />
      <PageHeader
        title="Add a Second Factor"
        subtitle="Your dealer group requires more than a password. Add a passkey or an authenticator app to continue."
      />
      <OwnSecondFactor />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={() => void logOut()}>
          Log Out
        </Button>
        {hasOne && <Button onClick={findOut}>Continue</Button>}
      </div>
    </main>
  )
}
