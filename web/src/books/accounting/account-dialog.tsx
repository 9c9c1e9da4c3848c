import { createAccountBody, type LedgerAccount } from '@check-requests/domain/books/accounting/chart-fields.ts'
import { accountingEndpoints as endpoints } from '@check-requests/domain/books/accounting/endpoints.ts'
import { accountingNotices, useStoredAccount } from '#books/accounting/api.ts'
import { useStoredRow } from '#platform/stored-row.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** The account to rename; undefined for a new one. */
export interface AccountSubject {
  readonly groupId: number
  readonly account?: LedgerAccount
}

const schema = createAccountBody.pick({ number: true, name: true })
const valuesOf = ({ number, name }: LedgerAccount) => ({ number, name })

/** Adds or renames an account of a chart. */
export function AccountDialog({ subject: { groupId, account }, open, onOpenChange }: DialogFor<AccountSubject>) {
  const form = useZodForm(schema, { number: account?.number ?? '', name: account?.name ?? '' })
  const stored = useStoredAccount(groupId, account?.number ?? '')
  const { row, readAgain } = useStoredRow(form, account ?? null, valuesOf, stored)
  const create = useWriteWithNotices(endpoints.create, accountingNotices.create, {
    onSuccess: () => onOpenChange(false),
    onError: (failure) => showServerErrors(form, failure.fields),
  })
  const update = useWriteWithNotices(endpoints.update, accountingNotices.update, {
    onSuccess: () => onOpenChange(false),
    onError: (failure) => {
      showServerErrors(form, failure.fields)
      void readAgain(failure)
    },
  })
  function save({ number, name }: { number: string; name: string }) {
    if (row) update.mutate({ params: { id: row.id }, body: { name, version: row.version } })
    else create.mutate({ body: { dealer_group_id: groupId, number, name } })
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={account ? 'Rename Account' : 'Add Account'}
      dirty={form.formState.isDirty && !create.isSuccess && !update.isSuccess}
    >
      <Form form={form} onSubmit={save} className="grid grid-cols-1 gap-4">
        <FormField
          form={form}
          name="number"
          label="Number"
          required
          hint={
            account
              ? 'The account number can’t be changed because requests refer to it.'
              : 'The number in the general ledger.'
          }
        >
          {(field) => <Input {...field} readOnly={account !== undefined} autoComplete="off" />}
        </FormField>
        <FormField form={form} name="name" label="Name" required>
          {(field) => <Input {...field} autoComplete="off" />}
        </FormField>
        <FormFailure failure={create.error ?? update.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={create.isPending || update.isPending}>
            {account ? 'Rename' : 'Add Account'}
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}
