import { bankingEndpoints as endpoints } from '@check-requests/domain/bank/endpoints.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { useNavigate } from '@tanstack/react-router'
import { Building2, FileText, Landmark, ScanLine, UsersRound } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { AccountFields, DealershipFields, MicrFields } from '#bank/accounts/account-fields.tsx'
import {
  type AccountForm,
  type AccountFormValues,
  accountFormSchema,
  blankAccount,
  type CheckedAccount,
  storedValues,
  valuesOfAccount,
} from '#bank/accounts/account-form-model.ts'
import { accountNotices, useBankAccounts } from '#bank/accounts/api.ts'
import { CheckOfForm, PaperFields } from '#bank/accounts/paper-fields.tsx'
import { PeopleFields } from '#bank/accounts/people-fields.tsx'
import { paths } from '#paths.ts'
import type { ApiFailure } from '#platform/api-failure.ts'
import { changedFields, useStoredRow } from '#platform/stored-row.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Form, FormFailure, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { UnsavedChanges } from '#ui/form/unsaved-changes.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'
import { Steps } from '#ui/steps.tsx'

const onePerson =
  'Another admin has to confirm changes to numbers, dealerships, limits, people, positive pay, the logo, and the MICR line before they take effect. Changes to names and paper take effect immediately.'

/** Changes a bank account. */
export function AccountDialog({ subject, open, onOpenChange }: DialogFor<BankAccountReply>) {
  const initial = valuesOfAccount(subject)
  const form: AccountForm = useZodForm(accountFormSchema(true), initial)
  const { row: account, readAgain } = useStoredRow(form, subject, valuesOfAccount, useBankAccounts())
  const update = useWriteWithNotices(endpoints.update, accountNotices.update, {
    onSuccess: () => {
      onOpenChange(false)
      // Keeps the browser from storing the account number.
      form.reset(initial)
      update.reset()
    },
    onError: (failure: ApiFailure) => {
      showServerErrors(form, failure.fields)
      void readAgain(failure)
    },
  })
  function submit({ dealer_group_id: _, account_number, ...body }: CheckedAccount) {
    const changes = changedFields(storedValues(account), body)
    const number = account_number === '' ? {} : { account_number }
    update.mutate({ params: { id: account.id }, body: { ...changes, ...number, version: account.version } })
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Update Bank Account"
      description={describe(account)}
      size="lg"
      dirty={form.formState.isDirty && !update.isSuccess}
    >
      <Form form={form} onSubmit={submit} className="grid gap-5">
        <AccountFields form={form} account={account} />
        <DealershipFields form={form} />
        <PaperFields form={form} isNew={false} />
        <PeopleFields form={form} />
        <MicrFields form={form} />
        <FormFailure failure={update.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={update.isPending}>
            Update Account
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

function describe(account: BankAccountReply): string {
  if (account.state === 'active') return onePerson
  return 'Another admin has to confirm the account before checks are drawn on it.'
}

/** The steps of the form for a new account. */
const steps = [
  { name: 'Account', picture: Landmark, show: (form: AccountForm) => <AccountFields form={form} account={null} /> },
  { name: 'Dealerships', picture: Building2, show: (form: AccountForm) => <DealershipFields form={form} /> },
  { name: 'Paper', picture: FileText, show: (form: AccountForm) => <PaperFields form={form} isNew /> },
  { name: 'People', picture: UsersRound, show: (form: AccountForm) => <PeopleFields form={form} /> },
  { name: 'MICR Line', picture: ScanLine, show: (form: AccountForm) => <MicrFields form={form} /> },
] as const

type StepName = (typeof steps)[number]['name']

/** The step of each field. */
const stepOfField: Readonly<Record<keyof AccountFormValues, StepName>> = {
  dealer_group_id: 'Account',
  name: 'Account',
  bank_name: 'Account',
  bank_place: 'Account',
  routing_number: 'Account',
  account_number: 'Account',
  fraction: 'Account',
  next_check_number: 'Account',
  positive_pay: 'Account',
  dealership_ids: 'Dealerships',
  default_dealership_ids: 'Dealerships',
  layout: 'Paper',
  stock: 'Paper',
  micr: 'Paper',
  offset_x: 'Paper',
  offset_y: 'Paper',
  field_offsets: 'Paper',
  void_after_days: 'Paper',
  date_form: 'Paper',
  logo: 'Paper',
  stale_after_days: 'Paper',
  pick_up_reminder_days: 'Paper',
  mail_task_days: 'Paper',
  two_signers_above: 'People',
  limit_per_check: 'People',
  people: 'People',
  on_us: 'MICR Line',
  auxiliary_on_us: 'MICR Line',
  on_us_at: 'MICR Line',
}
const fields = Object.keys(stepOfField) as (keyof AccountFormValues)[]

/** Proposes an account of a dealer group, in steps. */
export function Proposal({ groupId }: { groupId: number }) {
  const navigate = useNavigate()
  const initial = blankAccount(groupId)
  const form: AccountForm = useZodForm(accountFormSchema(false), initial)
  const [current, setCurrent] = useState(0)
  const shown = useRef<HTMLDivElement>(null)
  function show(next: number) {
    setCurrent(next)
    requestAnimationFrame(() => shown.current?.querySelector('input')?.focus())
  }
  const propose = useWriteWithNotices(endpoints.create, accountNotices.propose, {
    onSuccess: () => {
      // Keeps the browser from storing the account number.
      form.reset(initial)
      propose.reset()
      void navigate({ to: paths.bankAccounts, search: { group: String(groupId) } })
    },
    onError: ({ fields = {} }: ApiFailure) => {
      showStepOf(fields)
      showServerErrors(form, fields)
    },
  })
  const step = steps[current]
  const isLast = current === steps.length - 1
  const showStepOf = (wrong: object) => {
    const first = steps.findIndex(({ name }) => fields.some((field) => field in wrong && stepOfField[field] === name))
    if (first >= 0) show(first)
  }
  async function goOn(event: FormEvent) {
    event.preventDefault()
    if (isLast) return form.handleSubmit(send, (errors: FieldErrors) => showStepOf(errors))()
    const own = fields.filter((field) => stepOfField[field] === step?.name)
    if (await form.trigger(own, { shouldFocus: true })) show(current + 1)
  }
  function send(body: CheckedAccount) {
    propose.mutate({ body })
  }
  return (
    <>
      <Steps steps={steps} current={current} />
      <Card title={`Step ${current + 1} of ${steps.length}`}>
        <form noValidate className="grid gap-5" onSubmit={(event) => void goOn(event)}>
          <div ref={shown} className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <div className={step?.name === 'Paper' ? 'lg:col-span-2' : undefined}>{step?.show(form)}</div>
            {step?.name !== 'Paper' && <CheckOfForm form={form} />}
          </div>
          <FormFailure failure={propose.error} />
          <div className="flex flex-wrap gap-2 border-t border-line pt-4">
            <Button type="submit" variant="primary" pending={propose.isPending}>
              {isLast ? 'Propose Account' : 'Next'}
            </Button>
            {current > 0 && (
              <Button variant="secondary" onClick={() => show(current - 1)}>
                Back
              </Button>
            )}
            <LinkButton variant="secondary" to={paths.bankAccounts} search={{ group: String(groupId) }}>
              Cancel
            </LinkButton>
          </div>
        </form>
      </Card>
      <UnsavedChanges when={form.formState.isDirty && !propose.isSuccess && !propose.isPending} />
    </>
  )
}
