import { payoffOn, payoffPurpose } from '@check-requests/domain/check-requests/payoff.ts'
import type { Purpose } from '@check-requests/domain/organization/fields.ts'
import { addDays, type CalendarDate, formatDate, isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { parseAmount } from '@check-requests/domain/values/typed-amount.ts'
import { useWatch } from 'react-hook-form'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import { RequestFormSection } from '#check-requests/form/request-form-section.tsx'
import type { RequestForm } from '#check-requests/form/use-request-form.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { MoneyInput } from '#platform/money-input.tsx'
import { FormField, setFollowing } from '#ui/form/form.tsx'

interface RequestFormPayoffProps {
  form: RequestForm
  purposes: readonly Purpose[]
  earliestDue: CalendarDate
}

/** The good-through date and per diem of a payoff, which determine the due date. Shown only for the purpose Payoff. */
export function RequestFormPayoff({ form, purposes, earliestDue }: RequestFormPayoffProps) {
  const [purposeId, goodThrough, amount, perDiem] = useWatch({
    control: form.control,
    name: ['purpose_id', 'good_through', 'amount', 'per_diem'],
  })
  if (!purposes.some(({ id, name }) => id === purposeId && name === payoffPurpose)) return null
  return (
    <RequestFormSection title="Payoff" hint="From the lender’s payoff letter.">
      <FormField
        form={form}
        name="good_through"
        label={fieldLabels.good_through}
        hint="This day also becomes the due date."
      >
        {(field) => (
          <TypedDateInput
            {...field}
            min={earliestDue}
            onChange={(date) => {
              field.onChange(date)
              if (isCalendarDate(date)) setFollowing(form, { due_date: date })
            }}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="per_diem"
        label={fieldLabels.per_diem}
        hint={weekLater({ goodThrough, amount, perDiem })}
      >
        {(field) => <MoneyInput {...field} />}
      </FormField>
    </RequestFormSection>
  )
}

export function weekLater(typed: { goodThrough: string; amount: string; perDiem: string }): string {
  const [amount, perDiem] = [parseAmount(typed.amount), parseAmount(typed.perDiem)]
  if (typeof amount !== 'number' || typeof perDiem !== 'number' || !isCalendarDate(typed.goodThrough))
    return 'Added for each day after the good-through date.'
  const day = addDays(typed.goodThrough, 7)
  const owed = payoffOn({ amount, perDiem, goodThrough: typed.goodThrough }, day)
  return `On ${formatDate(day)} the payoff is ${formatDollars(centsToDollars(owed))}.`
}
