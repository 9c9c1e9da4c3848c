import { recurringEndpoints as endpoints } from '@check-requests/domain/check-requests/recurring/endpoints.ts'
import {
  createRecurringBody,
  type RecurringList,
  type RecurringReply,
} from '@check-requests/domain/check-requests/recurring/fields.ts'
import { type Interval, intervals } from '@check-requests/domain/check-requests/recurring/schedule.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { addMonths, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { amountField } from '@check-requests/domain/values/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { plainAmount } from '@check-requests/domain/values/typed-amount.ts'
import { z } from 'zod'
import { recurringNotices, useRecurring } from '#check-requests/recurring/api.ts'
import type { ApiFailure } from '#platform/api-failure.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { Select } from '#ui/form/select.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'

const options = intervals.map(({ name, label }) => ({ value: name, label }))

const { every, first_on } = createRecurringBody.shape

const schema = z.object({
  every,
  next_on: first_on,
  until_on: z
    .string()
    .transform((text) => text || null)
    .pipe(first_on.nullable()),
  amount: z
    .string()
    .transform((text): string | number => plainAmount(text) ?? text)
    .pipe(amountField),
  is_automatic: z.boolean(),
})

interface Values {
  every: Interval
  next_on: string
  until_on: string
  amount: string
  is_automatic: boolean
}

interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** Repeats a request of one's own on a schedule. */
export function RepeatDialog({ request, ...dialog }: DialogProps & { request: DetailedRequest }) {
  const firstOfMonth = addMonths(`${localToday(new Date()).slice(0, 7)}-01`, 1)
  const create = useWriteWithNotices(endpoints.create, recurringNotices.create, {
    onSuccess: () => dialog.onOpenChange(false),
  })
  return (
    <ScheduleDialog
      {...dialog}
      title="Repeat Check Request"
      description={`${markHidden(request.payee_name_1)}, like ${request.request_number}. A draft is ready for you on each date.`}
      label="Set Up"
      initial={{
        every: 'month',
        next_on: firstOfMonth,
        until_on: '',
        amount: request.amount.toFixed(2),
        is_automatic: false,
      }}
      save={create}
      onSave={({ next_on: first_on, ...values }, onError) =>
        create.mutate({ body: { ...values, first_on, request_id: request.id } }, { onError })
      }
    />
  )
}

/** Changes a recurring request of one's own. */
export function ChangeRecurringDialog({
  subject: { id, version, every, next_on, until_on, amount, is_automatic, payee_name },
  ...dialog
}: DialogProps & { subject: RecurringReply }) {
  const update = useWriteWithNotices(endpoints.update, recurringNotices.update, {
    onSuccess: () => dialog.onOpenChange(false),
  })
  const initial = { every, next_on: next_on ?? '', until_on: until_on ?? '', amount: amount.toFixed(2), is_automatic }
  return (
    <ScheduleDialog
      {...dialog}
      title="Change Recurring Request"
      description={`${markHidden(payee_name)}. Drafts that wait already stay as they are.`}
      label="Save Changes"
      initial={initial}
      save={update}
      onSave={({ next_on: next, ...values }, onError) => {
        const moved = next !== next_on || values.every !== every ? { next_on: next } : {}
        update.mutate({ params: { id }, body: { ...values, ...moved, version } }, { onError })
      }}
    />
  )
}

type Saved = Omit<z.output<typeof schema>, 'amount'> & { amount: number }

interface ScheduleDialogProps extends DialogProps {
  title: string
  description: string
  label: string
  initial: Values
  save: { isPending: boolean; isSuccess: boolean; error: ApiFailure | null }
  onSave(values: Saved, onError: (failure: ApiFailure) => void): void
}

function ScheduleDialog({ open, onOpenChange, title, description, label, initial, save, onSave }: ScheduleDialogProps) {
  const form = useZodForm(schema, initial)
  const limit = useRecurring().data?.limit?.amount ?? null
  const today = localToday(new Date())
  const onError = ({ fields }: ApiFailure) => {
    const { first_on, ...others } = fields ?? {}
    showServerErrors(form, { ...others, ...(first_on !== undefined && { next_on: first_on }) })
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      dirty={form.formState.isDirty && !save.isSuccess}
    >
      <Form
        form={form}
        className="grid grid-cols-1 gap-4"
        onSubmit={({ amount, ...values }) => onSave({ ...values, amount: centsToDollars(amount) }, onError)}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField form={form} name="every" label="Repeats" required>
            {(field) => <Select {...field} options={options} />}
          </FormField>
          <FormField form={form} name="amount" label="Amount" required>
            {(field) => <Input {...field} inputMode="decimal" autoComplete="off" />}
          </FormField>
          <FormField form={form} name="next_on" label="Next Day" required>
            {(field) => <TypedDateInput {...field} min={today} />}
          </FormField>
          <FormField form={form} name="until_on" label="Until" hint="Leave this blank for no end.">
            {(field) => <TypedDateInput {...field} min={today} />}
          </FormField>
        </div>
        {limit !== null && (
          <FormField
            form={form}
            name="is_automatic"
            label="Automatic Submission"
            hint={`Only up to ${formatDollars(limit)}, to a verified payee, and only if nothing has changed since the last approved request.`}
            group
          >
            {({ value, ...field }) => <Checkbox {...field} checked={value} label="Submit each request for me" />}
          </FormField>
        )}
        <FormFailure failure={save.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={save.isPending}>
            {label}
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

const limitSchema = z.object({
  limit: z
    .string()
    .trim()
    .transform((text): string | number | null => (text === '' ? null : (plainAmount(text) ?? text)))
    .pipe(amountField.nullable()),
})

/** The largest amount that a dealer group submits automatically. A higher one waits for a second admin (F10). */
export function RecurringLimit({ limit }: { limit: NonNullable<RecurringList['limit']> }) {
  const { dealer_group_id: id, version, amount } = limit
  const form = useZodForm(limitSchema, { limit: amount === null ? '' : amount.toFixed(2) })
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
          hint="Leave this blank to turn it off. A higher limit needs a second admin. The requests still need approval."
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
