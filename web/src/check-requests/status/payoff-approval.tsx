import { isApproved } from '@check-requests/domain/check-requests/lifecycle.ts'
import { approvedThroughAtLeast, payoffOn } from '@check-requests/domain/check-requests/payoff.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { formatDate, isCalendarDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { useWatch } from 'react-hook-form'
import { clockOf } from '#check-requests/detail/payoff-clock.ts'
import type { StatusChoice } from '#check-requests/status/transition-labels.ts'
import type { StatusForm } from '#check-requests/status/update-status-schema.ts'
import { TypedDateInput } from '#platform/typed-date-input.tsx'
import { FormField } from '#ui/form.tsx'
import { useNow } from '#ui/use-now.ts'

interface PayoffApprovalProps {
  form: StatusForm
  request: DetailedRequest
  chosen: StatusChoice | undefined
}

/** Through which day the approval of a payoff counts, and what is owed then. */
export function PayoffApproval({ form, request, chosen }: PayoffApprovalProps) {
  const through = useWatch({ control: form.control, name: 'approved_through' })
  const today = localToday(useNow())
  const clock = clockOf(request)
  if (!clock || !chosen || !isApproved(chosen.to.name)) return null
  const first = approvedThroughAtLeast(clock.goodThrough, today)
  const named = isCalendarDate(through) ? through : first
  return (
    <FormField
      form={form}
      name="approved_through"
      label="Approve Through"
      hint={`At most ${formatDollars(centsToDollars(payoffOn(clock, named)))}, the payoff on ${formatDate(named)}.`}
    >
      {(field) => <TypedDateInput {...field} min={first} />}
    </FormField>
  )
}
