import type { PaymentsReply } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { formatDay } from '#check-requests/list/moments.ts'
import { StatusBadge } from '#check-requests/status/status-badge.tsx'
import { checkRequestPath } from '#paths.ts'
import { usePayments } from '#payees/api.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'

/** What was paid to a payee, when, for whom and from which store, and what is under way. */
export function PayeePayments({ payeeId }: { payeeId: number }) {
  const { payments, failure } = usePayments(payeeId)
  if (failure.error) return <ErrorState message={failure.error} onRetry={failure.onRetry} />
  if (!payments) return <SkeletonRows count={2} />
  return (
    <section aria-label="Requests" className="grid gap-2 border-t border-line pt-4">
      <h3 className="font-semibold">Requests</h3>
      <p className="text-ink-soft">{inWords(payments)}</p>
      {payments.items.length > 0 && (
        <ul className="grid max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line">
          {payments.items.map((payment) => (
            <Payment key={payment.id} {...payment} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Payment(payment: PaymentsReply['items'][number]) {
  const { id, request_number, amount, status_name, requester_name, dealership_name, check_number } = payment
  const when = payment.paid_at ? `Paid ${formatDay(payment.paid_at)}` : `Raised ${formatDay(payment.raised_at)}`
  const facts = [when, requester_name, dealership_name, check_number && `check ${check_number}`]
  return (
    <li className="grid gap-1 px-3 py-2">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TextLink to={checkRequestPath(id)}>{request_number}</TextLink>
        <StatusBadge status={status_name} />
        <span className="ms-auto font-medium">{formatDollars(amount)}</span>
      </span>
      <span className="text-[0.8125rem] break-words text-ink-soft">
        {markHidden(facts.filter((fact) => fact !== null && fact !== '').join(' · '))}
      </span>
    </li>
  )
}

function inWords({ items, paid, under_way, is_lower_bound }: PaymentsReply): string {
  if (items.length === 0) return 'No requests to this payee that you can see.'
  const least = is_lower_bound ? 'At least ' : ''
  return `${least}${formatDollars(paid.amount)} paid in ${counted(paid.count)}, ${formatDollars(under_way.amount)} under way in ${counted(under_way.count)}.`
}

function counted(count: number): string {
  return count === 1 ? '1 request' : `${count.toLocaleString('en-US')} requests`
}
