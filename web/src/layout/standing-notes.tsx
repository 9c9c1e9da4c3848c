import { AuditorNote } from '#layout/auditor-note.tsx'
import { PasswordReminder } from '#layout/password-reminder.tsx'
import { SecondFactorReminder } from '#layout/second-factor-reminder.tsx'
import type { Person } from '#sessions/session-state.ts'

/** What is said on every screen to those whom it concerns. */
export function StandingNotes({ person }: { person: Person }) {
  return (
    <>
      {person.password_reminder && <PasswordReminder />}
      {person.second_factor_demand && <SecondFactorReminder from={person.second_factor_demand.from} />}
      {person.audits && <AuditorNote />}
    </>
  )
}
