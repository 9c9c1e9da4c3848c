import { bankingEndpoints as endpoints } from '@check-requests/domain/bank/endpoints.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { AccountFields, DealershipFields, MicrFields } from '#bank/accounts/account-fields.tsx'
import {
  type AccountForm,
  accountFormSchema,
  type CheckedAccount,
  storedValues,
  valuesOfAccount,
} from '#bank/accounts/account-form-model.ts'
import { accountNotices, useBankAccounts } from '#bank/accounts/api.ts'
import { PaperFields } from '#bank/accounts/paper-fields.tsx'
import { PeopleFields } from '#bank/accounts/people-fields.tsx'
import type { ApiFailure } from '#platform/api-failure.ts'
import { changedFields, useStoredRow } from '#platform/stored-row.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

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
