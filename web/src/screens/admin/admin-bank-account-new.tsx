import { bankingEndpoints as endpoints } from '@check-requests/domain/bank/endpoints.ts'
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
} from '#bank/accounts/account-form-model.ts'
import { accountNotices } from '#bank/accounts/api.ts'
import { CheckOfForm, PaperFields } from '#bank/accounts/paper-fields.tsx'
import { PeopleFields } from '#bank/accounts/people-fields.tsx'
import { useChosenGroup } from '#organization/chosen-group.tsx'
import { paths } from '#paths.ts'
import type { ApiFailure } from '#platform/api-failure.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormFailure, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { UnsavedChanges } from '#ui/form/unsaved-changes.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Steps } from '#ui/steps.tsx'

/** Proposes a bank account for the dealer group in the URL. */
export function AdminBankAccountNewScreen() {
  const { chosen } = useChosenGroup()
  return (
    <>
      <PageHeader
        title="Propose Bank Account"
        subtitle="Another admin has to confirm the account before checks are drawn on it."
      />
      {chosen && <Proposal key={chosen.id} groupId={chosen.id} />}
    </>
  )
}

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

function Proposal({ groupId }: { groupId: number }) {
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
