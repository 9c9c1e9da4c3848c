import type { RecurringMark } from '@check-requests/domain/check-requests/recurring/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { clsx } from 'clsx'

/** Says that a request comes from a recurring request, and what differs from the last approved one. */
export function RecurringBanner({ mark: { in_words } }: { mark: RecurringMark }) {
  const { origin, warnings, same } = in_words
  return (
    <section
      aria-label="Recurring request"
      className={clsx(
        'rounded-lg border px-4 py-3 wrap-anywhere sm:px-5 print:hidden',
        warnings.length > 0 ? 'border-yellow bg-yellow-soft' : 'border-line bg-surface',
      )}
    >
      {warnings.map((warning) => (
        <p key={warning} className="text-base font-semibold">
          {markHidden(warning)}
        </p>
      ))}
      {origin} {same}
    </section>
  )
}
