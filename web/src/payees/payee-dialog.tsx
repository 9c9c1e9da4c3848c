import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import { createPayeeBody } from '@check-requests/domain/payees/fields.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { usePayee } from '#payees/api.ts'
import { PayeeFields, type PayeeForm, type PayeeFormValues } from '#payees/payee-fields.tsx'
import { payeeNotices } from '#payees/write-notices.ts'
import type { ApiFailure } from '#platform/api-failure.ts'
import { changedFields } from '#platform/changed-fields.ts'
import { useStoredRow } from '#platform/use-stored-row.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, showServerErrors, useZodForm } from '#ui/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/form-dialog.tsx'
import type { DialogFor } from '#ui/use-dialog-for.tsx'

const blank: PayeeFormValues = {
  dealer_group_id: null,
  name: '',
  payee_type: null,
  payee_sub_type: null,
  address: '',
  email: '',
  phone: '',
  default_purpose_id: null,
  note: '',
  is_separate: false,
}

function valuesOf(payee: PayeeReply): PayeeFormValues {
  const { dealer_group_id, name, payee_type, payee_sub_type, default_purpose_id } = payee
  const texts = {
    address: payee.address ?? '',
    email: payee.email ?? '',
    phone: payee.phone ?? '',
    note: payee.note ?? '',
  }
  return { dealer_group_id, name, payee_type, payee_sub_type, default_purpose_id, ...texts, is_separate: false }
}

/** Adds or changes a payee. */
export function PayeeDialog({ subject: opened, open, onOpenChange }: DialogFor<PayeeReply | null>) {
  const { dealer_group_id } = usePerson()
  const form: PayeeForm = useZodForm(createPayeeBody, opened ? valuesOf(opened) : { ...blank, dealer_group_id })
  const stored = usePayee(opened?.id ?? 0, { enabled: opened !== null })
  const list = { refetch: async () => ({ data: [(await stored.refetch()).data].filter((row) => row !== undefined) }) }
  const { row: payee, readAgain } = useStoredRow(form, opened, valuesOf, list)
  const handlers = {
    onSuccess: () => onOpenChange(false),
    onError: (failure: ApiFailure) => {
      showServerErrors(form, failure.fields)
      void readAgain(failure)
    },
  }
  const create = useWriteWithNotices(endpoints.create, payeeNotices.create, handlers)
  const update = useWriteWithNotices(endpoints.update, payeeNotices.update, handlers)
  const write = payee ? update : create
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={payee ? 'Update Payee' : 'Add Payee'}
      description={payee && payee.state === 'verified' && 'With another name or address it has to be verified again.'}
      size="md"
      dirty={form.formState.isDirty && !write.isSuccess}
    >
      <Form
        form={form}
        onSubmit={({ dealer_group_id: group, is_separate, ...body }) =>
          payee
            ? update.mutate({
                params: { id: payee.id },
                body: { ...changedFields(payee, body), version: payee.version, is_separate },
              })
            : create.mutate({ body: { dealer_group_id: group, ...body, is_separate } })
        }
        className="grid gap-4 sm:grid-cols-2"
      >
        <PayeeFields
          form={form}
          exists={payee !== null}
          canBeSeparate={write.error?.fields?.is_separate !== undefined}
        />
        <div className="sm:col-span-2">
          <FormFailure failure={write.error} />
        </div>
        <div className="sm:col-span-2">
          <FormDialogFooter>
            <Button variant="secondary" onClick={() => onOpenChange(false)}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" pending={write.isPending}>
              {payee ? 'Update Payee' : 'Add Payee'}
            </Button>
          </FormDialogFooter>
        </div>
      </Form>
    </FormDialog>
  )
}
