import { bankingEndpoints as endpoints } from '@check-requests/domain/bank/endpoints.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { useNavigate } from '@tanstack/react-router'
import { Building2, FileText, Landmark, type LucideIcon, ScanLine, UsersRound } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
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

/** A step of the form for a new account, with its fields. */
interface FormStep {
  readonly name: string
  readonly picture: LucideIcon
  readonly fields: readonly (keyof AccountFormValues)[]
  show(form: AccountForm): ReactNode
}

const steps: readonly FormStep[] = [
  {
    name: 'Account',
    picture: Landmark,
    fields: [
      'dealer_group_id',
      'name',
      'bank_name',
      'bank_place',
      'routing_number',
      'account_number',
      'fraction',
      'next_check_number',
      'positive_pay',
    ],
    show: (form) => <AccountFields form={form} account={null} />,
  },
  {
    name: 'Dealerships',
    picture: Building2,
    fields: ['dealership_ids', 'default_dealership_ids'],
    show: (form) => <DealershipFields form={form} />,
  },
  {
    name: 'Paper',
    picture: FileText,
    fields: [
      'layout',
      'stock',
      'micr',
      'offset_x',
      'offset_y',
      'field_offsets',
      'void_after_days',
      'date_form',
      'logo',
      'stale_after_days',
      'pick_up_reminder_days',
      'mail_task_days',
    ],
    show: (form) => <PaperFields form={form} isNew />,
  },
  {
    name: 'People',
    picture: UsersRound,
    fields: ['two_signers_above', 'limit_per_check', 'people'],
    show: (form) => <PeopleFields form={form} />,
  },
  {
    name: 'MICR Line',
    picture: ScanLine,
    fields: ['on_us', 'auxiliary_on_us', 'on_us_at'],
    show: (form) => <MicrFields form={form} />,
  },
]

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
    const first = steps.findIndex(({ fields }) => fields.some((name) => name in wrong))
    if (first >= 0) show(first)
  }
  async function goOn(event: FormEvent) {
    event.preventDefault()
    if (isLast) return form.handleSubmit(send, (errors: FieldErrors) => showStepOf(errors))()
    if (await form.trigger(step?.fields, { shouldFocus: true })) show(current + 1)
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
