import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { enteredCheckEndpoints } from '@check-requests/domain/checks/entered/endpoints.ts'
import { enterManualBody, enterOpeningBody } from '@check-requests/domain/checks/entered/rules.ts'
import { addDays, datesIn, todayIn } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { refusalOfRequest } from '#checks/account-rules.ts'
import { useApproved } from '#checks/api.ts'
import { checkNotices } from '#checks/detail/dialog-words.ts'
import type { ApiFailure } from '#platform/api-failure.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { MoneyInput } from '#platform/money-input.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/form/combobox.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const kinds = [
  { value: 'manual', label: 'Written by hand because printing was unavailable' },
  { value: 'opening', label: 'Outstanding from before setup' },
] as const

/** Enters a check that wasn't printed in a print run. Another person confirms it. */
export function EnterCheckDialog({ subject: accounts, open, onOpenChange }: DialogFor<readonly BankAccountReply[]>) {
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('manual')
  const [accountId, setAccountId] = useState(accounts[0]?.id ?? 0)
  const [dirty, setDirty] = useState(false)
  const account = accounts.find(({ id }) => id === accountId)
  const shared = { onDirty: setDirty, onDone: () => onOpenChange(false) }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Enter Check"
      description="Another user has to compare the entry with the paper check and confirm it before it takes effect."
      size="md"
      dirty={dirty}
    >
      <div className="mb-4 grid gap-4">
        <Field label="Type of Check" group>
          <RadioGroup options={kinds} value={kind} onChange={(chosen) => setKind(chosen)} stacked />
        </Field>
        {accounts.length > 1 && (
          <Field label="Account">
            <NativeSelect
              className="w-full"
              options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
              value={accountId}
              onChange={(chosen) => setAccountId(chosen)}
            />
          </Field>
        )}
      </div>
      {account && kind === 'manual' && <ManualForm key={`manual ${account.id}`} account={account} {...shared} />}
      {account && kind === 'opening' && <OpeningForm key={`opening ${account.id}`} account={account} {...shared} />}
    </FormDialog>
  )
}

const typedAmount = z
  .string()
  .transform((text): string | number => text)
  .pipe(enterOpeningBody.shape.amount)

const numberField = z
  .string()
  .trim()
  .regex(/^\d+$/, { error: 'Enter the check number.' })
  .transform(Number)
  .pipe(enterOpeningBody.shape.number)

const schema = enterOpeningBody.omit({ bank_account_id: true }).extend({ number: numberField, amount: typedAmount })

/** An outstanding check from before the account was set up. */
function OpeningForm({ account, onDirty, onDone }: EntryFormProps) {
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
        <FormField form={form} name="number" label="Check Number" required>
          {(number) => <Input {...number} inputMode="numeric" autoComplete="off" />}
        </FormField>
        <FormField form={form} name="check_date" label="Date on the Check" required>
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

/** A check number as typed. */
export const manualSchema = enterManualBody.omit({ bank_account_id: true }).required().extend({ number: numberField })

/** The props of both kinds of entry forms. */
export interface EntryFormProps {
  account: BankAccountReply
  onDirty(dirty: boolean): void
  onDone(): void
}

/** A handwritten check for an approved request. */
export function ManualForm({ account, onDirty, onDone }: EntryFormProps) {
  const today = todayIn(account.time_zone)
  const form = useZodForm(manualSchema, {
    number: String(account.next_check_number),
    check_date: today,
    closed_month_reason: null,
  })
  const { isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const [search, setSearch] = useState('')
  const options = useRequestOptions(account, search)
  const [isClosed, setIsClosed] = useState(false)
  const enter = useWriteWithNotices(enteredCheckEndpoints.manual, checkNotices.enter, {
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
      onSubmit={(body) => enter.mutate({ body: { bank_account_id: account.id, ...body } })}
    >
      <FormField form={form} name="check_request_id" label="Request" required>
        {(request) => <Combobox {...request} value={request.value ?? null} options={options} onSearch={setSearch} />}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          form={form}
          name="number"
          label="Check Number"
          hint={`The next number is ${account.next_check_number}. Skipped numbers are kept in the register as spoiled.`}
          required
        >
          {(number) => <Input {...number} inputMode="numeric" autoComplete="off" />}
        </FormField>
        <FormField form={form} name="check_date" label="Date on the Check" required>
          {(date) => <TypedDateInput {...date} value={date.value ?? ''} max={addDays(today, 31)} />}
        </FormField>
      </div>
      {isClosed && (
        <FormField form={form} name="closed_month_reason" label="Reason for Posting to a Closed Month" required>
          {(reason) => <Input {...reason} value={reason.value ?? ''} maxLength={200} />}
        </FormField>
      )}
      <EntryFooter pending={enter.isPending} failure={enter.error} onCancel={onDone} />
    </Form>
  )
}

/** The approved requests for which a handwritten check can be entered, as far as the browser knows. */
function useRequestOptions(account: BankAccountReply, search: string) {
  const person = usePerson()
  const { rows } = useApproved(account, search)
  return (rows ?? [])
    .filter((request) => refusalOfRequest(person, account, request) === undefined)
    .map(({ id, request_number, payee_name_1, amount }) => ({
      value: id,
      label: `${request_number} · ${markHidden(payee_name_1)} · ${formatDollars(amount)}`,
    }))
}

interface EntryFooterProps {
  pending: boolean
  failure: ApiFailure | null
  onCancel(): void
}

/** The footer of an entry form. */
export function EntryFooter({ pending, failure, onCancel }: EntryFooterProps) {
  return (
    <>
      <FormFailure failure={failure} />
      <FormDialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={pending}>
          Enter Check
        </Button>
      </FormDialogFooter>
    </>
  )
}
