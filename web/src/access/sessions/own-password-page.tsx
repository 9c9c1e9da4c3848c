import { ChangePasswordForm } from '#access/sessions/change-password-form.tsx'
import { useSessionActions } from '#access/sessions/session-provider.tsx'
import { PageTitle } from '#platform/brand.tsx'
import { Button } from '#ui/button.tsx'

/** The only page for users who have to replace a password chosen by an admin, if the installation requires it. */
export function OwnPasswordPage() {
  const { logOut } = useSessionActions()
  return (
    <main className="mx-auto grid w-full max-w-md gap-5 px-4 py-12">
      <PageTitle text="Choose Your Own Password" />
      <header className="grid gap-1">
        <h1 className="text-xl font-semibold">Choose Your Own Password</h1>
        <p className="text-ink-soft">An admin chose your password. Choose one that only you know to continue.</p>
      </header>
      <div className="rounded-lg border border-line bg-surface p-5 sm:p-6">
        <ChangePasswordForm
          buttons={
            <Button variant="secondary" onClick={() => void logOut()}>
              Log Out
            </Button>
          }
        />
      </div>
    </main>
  )
}
