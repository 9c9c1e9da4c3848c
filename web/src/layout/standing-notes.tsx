import { remindedForDays } from '@check-requests/domain/access/second-factor/rules.ts'
import { sentences } from '@check-requests/domain/check-requests/refusals.ts'
import { type CalendarDate, daysBetween, formatDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { Eye, KeyRound, ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Person } from '#access/sessions/session-state.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Notes shown on every screen to the users concerned. */
export function StandingNotes({ person }: { person: Person }) {
  return (
    <>
      {person.password_reminder && <PasswordReminder />}
      {person.second_factor_demand && <SecondFactorReminder from={person.second_factor_demand.from} />}
      {person.audits && <AuditorNote />}
    </>
  )
}

/** Explains on every screen why an auditor sees no actions (decision 101). */
function AuditorNote() {
  return (
    <p className="mb-5 flex items-center gap-2.5 rounded-lg border border-line bg-accent-soft px-4 py-2.5 print:hidden">
      <Eye aria-hidden className="size-4 shrink-0 text-accent" />
      {sentences.auditsOnly}
    </p>
  )
}

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('#access/sessions/change-password-dialog.tsx')).ChangePasswordDialog,
}))

/** Shown on every screen to users whose password was chosen by an admin, until they replace it. */
function PasswordReminder() {
  const [changing, setChanging] = useState(false)
  return (
    <section
      aria-label="Password reminder"
      className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-accent-soft px-4 py-2.5 print:hidden"
    >
      <KeyRound aria-hidden className="size-4 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 basis-52">An admin chose your password. Choose one that only you know.</p>
      <Button variant="secondary" size="sm" onClick={() => setChanging(true)}>
        Change Password
      </Button>
      {changing && (
        <Suspense>
          <ChangePasswordDialog open onOpenChange={setChanging} />
        </Suspense>
      )}
    </section>
  )
}

/** Shown on every screen to users who will soon need a second factor. */
function SecondFactorReminder({ from }: { from: CalendarDate }) {
  if (daysBetween(localToday(new Date()), from) > remindedForDays) return null
  return (
    <section
      aria-label="Second factor reminder"
      className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-accent-soft px-4 py-2.5 print:hidden"
    >
      <ShieldCheck aria-hidden className="size-4 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 basis-52">
        Starting {formatDate(from)}, you need a passkey or a code besides your password. Add one now.
      </p>
      <LinkButton variant="secondary" size="sm" to={paths.mySettings}>
        My Settings
      </LinkButton>
    </section>
  )
}
