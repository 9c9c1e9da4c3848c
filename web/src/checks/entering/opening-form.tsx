import { enteredCheckEndpoints } from '@check-requests/domain/checks/entered/endpoints.ts'
import { enterOpeningBody } from '@check-requests/domain/checks/entered/fields.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { checkNotices } from '#checks/detail/write-notices.ts'
import { EntryFooter } from '#checks/entering/entry-footer.tsx'
import type { EntryFormProps } from '#checks/entering/manual-form.tsx'
import { numberField } from '#checks/entering/number-field.ts'
import { MoneyInput } from '#platform/money-input.tsx'
import { TypedDateInput } from '#platform/typed-date-input.tsx'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { Form, FormField, showServerErrors, useZodForm } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'

const typedAmount = z
  .string()
  .transform((text): string | number => text)
  .pipe(enterOpeningBody.shape.amount)

const schema = enterOpeningBody.omit({ bank_account_id: true }).extend({ number: numberField, amount: typedAmount })

/** A check that was handed out before the account was set up here, and that the bank has not paid so far. */
export function OpeningForm({ account, onDirty, onDone }: EntryFormProps) {
  const setUpOn = datesIn(account.time_zone)(Date.parse(account.created_at))
  const form = useZodForm(schema, { number: '', check_date: '', payee_name: '', amount: '', closed_month_reason: null })
  const { isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const [isClosed, setIsClosed] = useState(false)
  const enter = useWriteWithNotices(enteredCheckEndpoints.opening, checkNotices.enter, {
    onSuccess: onDone,
    onError: ({ fields }) => {
      if (fields?.closed_month_reason) setIsClosed(true)
      showServerErrors(form, fields)
    },
  })
  return (
    <Form
      form={form}
      className="grid gap-4"
      onSubmit={({ amount, ...body }) =>
        enter.mutate({ body: { bank_account_id: account.id, ...body, amount: centsToDollars(amount) } })
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="number" label="Check number" required>
          {(number) => <Input {...number} inputMode="numeric" autoComplete="off" />}
        </FormField>
        <FormField form={form} name="check_date" label="Date on the check" required>
          {(date) => <TypedDateInput {...date} max={setUpOn} />}
        </FormField>
      </div>
      <FormField form={form} name="payee_name" label="Payee" required>
        {(payee) => <Input {...payee} />}
      </FormField>
      <FormField form={form} name="amount" label="Amount" required>
        {(amount) => <MoneyInput {...amount} />}
      </FormField>
      {isClosed && (
        <FormField form={form} name="closed_month_reason" label="Reason for Posting to a Closed Month" required>
          {(reason) => <Input {...reason} value={reason.value ?? ''} maxLength={200} />}
        </FormField>
      )}
      <EntryFooter pending={enter.isPending} failure={enter.error} onCancel={onDone} />
    </Form>
  )
}
