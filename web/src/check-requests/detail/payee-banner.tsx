import { groupings, isApproved } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { UserRoundX } from 'lucide-react'
import { payeeTarget } from '#payees/payee-target.ts'
import { may } from '#sessions/may.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Says at the top why the payee keeps the request from its next step, and leads to the payee. */
export function PayeeBanner({ request }: { request: DetailedRequest }) {
  const person = usePerson()
  const refusal = refusalFor(request)
  if (!request.payee || !refusal) return null
  return (
    <section
      aria-label="Payee"
      className="flex gap-3 rounded-lg border border-yellow bg-yellow-soft px-4 py-3 text-yellow sm:px-5 print:hidden"
    >
      <UserRoundX aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="grid min-w-0 justify-items-start gap-2">
        <p className="text-base wrap-anywhere text-ink">{markHidden(refusal)}</p>
        {may(person, 'payees.read') && (
          <LinkButton {...payeeTarget(request.payee)} size="sm" variant="secondary">
            Look at the payee
          </LinkButton>
        )}
      </div>
    </section>
  )
}

function refusalFor({ payee, status_name }: DetailedRequest): string | null | undefined {
  if (isApproved(status_name)) return payee?.refusal_to_print
  return groupings.pending.some((pending) => pending === status_name) ? payee?.refusal_to_approve : null
}
