import { KeyRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('#sessions/change-password-dialog.tsx')).ChangePasswordDialog,
}))

/** Shown on every screen to those whose password an admin chose, until they have chosen their own. */
export function PasswordReminder() {
  const [changing, setChanging] = useState(false)
  return (
    <section
      aria-label="Password reminder"
      className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-accent-soft px-4 py-2.5 print:hidden"
    >
      <KeyRound aria-hidden className="size-4 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 basis-52">An admin chose your password. Choose one that only you know.</p>
      <Button variant="secondary" size="sm" onClick={() => setChanging(true)}>
        Change password
      </Button>
      {changing && (
        <Suspense>
          <ChangePasswordDialog open onOpenChange={setChanging} />
        </Suspense>
      )}
    </section>
  )
}
