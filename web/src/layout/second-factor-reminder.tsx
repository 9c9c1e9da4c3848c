import { remindedForDays } from '@check-requests/domain/second-factor/rules.ts'
import { type CalendarDate, daysBetween, formatDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { ShieldCheck } from 'lucide-react'
import { paths } from '#paths.ts'
import { LinkButton } from '#ui/link-button.tsx'

/** Shown on every screen to those who will soon need a second factor, until they have one. */
export function SecondFactorReminder({ from }: { from: CalendarDate }) {
  if (daysBetween(localToday(new Date()), from) > remindedForDays) return null
  return (
    <section
      aria-label="Second factor reminder"
      className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-accent-soft px-4 py-2.5 print:hidden"
    >
      <ShieldCheck aria-hidden className="size-4 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 basis-52">
        From {formatDate(from)} on, you sign in with a passkey or a code besides your password. Add one now.
      </p>
      <LinkButton variant="secondary" size="sm" to={paths.mySettings}>
        My Settings
      </LinkButton>
    </section>
  )
}
