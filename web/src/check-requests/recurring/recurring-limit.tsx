import { recurringEndpoints as endpoints } from '@check-requests/domain/check-requests/recurring/endpoints.ts'
import type { RecurringList } from '@check-requests/domain/check-requests/recurring/fields.ts'
import { amountField } from '@check-requests/domain/values/fields.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { plainAmount } from '@check-requests/domain/values/typed-amount.ts'
import { z } from 'zod'
import { recurringNotices } from '#check-requests/recurring/api.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'

const schema = z.object({
  limit: z
    .string()
    .trim()
    .transform((text): string | number | null => (text === '' ? null : (plainAmount(text) ?? text)))
    .pipe(amountField.nullable()),
})

/** The largest amount that a dealer group submits automatically. A higher one waits for a second admin (F10). */
export function RecurringLimit({ limit }: { limit: NonNullable<RecurringList['limit']> }) {
  const { dealer_group_id: id, version, amount } = limit
  const form = useZodForm(schema, { limit: amount === null ? '' : amount.toFixed(2) })
  const save = useWriteWithNotices(endpoints.saveLimit, recurringNotices.limit, {
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  const now =
    amount === null
      ? 'Off: requesters submit every recurring request themselves.'
      : `On: unchanged requests up to ${formatDollars(amount)} to verified payees are submitted without their requester.`
  return (
    <Card title="Automatic Submission" description={now}>
      <Form
        form={form}
        className="flex flex-wrap items-end gap-3"
        onSubmit={({ limit: cents }) =>
          save.mutate({ params: { id }, body: { limit: cents === null ? null : centsToDollars(cents), version } })
        }
      >
        <FormField
          form={form}
          name="limit"
          label="Submit Automatically Up To"
          hint="Leave this blank to turn it off. A higher limit needs a second admin. Approval stays as it is."
          className="min-w-0 flex-1 basis-64"
        >
          {(field) => <Input {...field} inputMode="decimal" autoComplete="off" />}
        </FormField>
        <Button type="submit" variant="secondary" pending={save.isPending}>
          Save Limit
        </Button>
      </Form>
      <FormFailure failure={save.error} />
    </Card>
  )
}
