import {
  type PayeeSubType,
  type PayeeType,
  payeeSubTypes,
  payeeTypes,
} from '@check-requests/domain/check-requests/fields.ts'
import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import { type CreatePayeeInput, createPayeeBody } from '@check-requests/domain/payees/fields.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import type { UseFormReturn } from 'react-hook-form'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerGroups, usePurposes } from '#organization/api.ts'
import { placeOptions } from '#organization/places.tsx'
import { payeeNotices, usePayee } from '#payees/api.ts'
import type { ApiFailure } from '#platform/api-failure.ts'
import { changedFields, useStoredRow } from '#platform/stored-row.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { Select } from '#ui/form/select.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

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
      description={
        payee && payee.state === 'verified' && 'If you change the name or address, the payee has to be verified again.'
      }
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

interface PayeeFormValues {
  dealer_group_id: number | null
  name: string
  payee_type: PayeeType | null
  payee_sub_type: PayeeSubType | null
  address: string
  email: string
  phone: string
  default_purpose_id: number | null
  note: string
  is_separate: boolean
}

type PayeeForm = UseFormReturn<PayeeFormValues, unknown, CreatePayeeInput>

interface PayeeFieldsProps {
  form: PayeeForm
  /** True for an existing payee, which can't move to another dealer group. */
  exists: boolean
  /** True if another payee has the same name except for its legal form. */
  canBeSeparate: boolean
}

/** The form fields of a payee. */
function PayeeFields({ form, exists, canBeSeparate }: PayeeFieldsProps) {
  const { dealer_group_id: ownGroup } = usePerson()
  const groups = useDealerGroups().data ?? []
  const purposes = (usePurposes().data ?? []).map(({ id, name }) => ({ value: id, label: capitalized(name) }))
  return (
    <>
      {ownGroup === null && !exists && (
        <FormField form={form} name="dealer_group_id" label="Dealer Group" required className="sm:col-span-2">
          {(field) => <Select {...field} searchable options={placeOptions(groups)} />}
        </FormField>
      )}
      <FormField form={form} name="name" label="Name" required className="sm:col-span-2">
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      {canBeSeparate && (
        <FormField form={form} name="is_separate" label="Separate Payee" group className="sm:col-span-2">
          {({ value, onChange }) => <Checkbox label="These are two payees" checked={value} onChange={onChange} />}
        </FormField>
      )}
      <FormField form={form} name="payee_type" label="Payee Type" required group>
        {(field) => <RadioGroup {...field} options={optionsOf(payeeTypes)} />}
      </FormField>
      <FormField form={form} name="payee_sub_type" label="Payee Sub Type" required group>
        {(field) => <RadioGroup {...field} options={optionsOf(payeeSubTypes)} />}
      </FormField>
      <FormField form={form} name="address" label="Address" className="sm:col-span-2">
        {(field) => <Textarea {...field} rows={3} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="email" label="Email">
        {(field) => <Input {...field} type="email" autoComplete="off" />}
      </FormField>
      <FormField form={form} name="phone" label="Phone">
        {(field) => <Input {...field} type="tel" autoComplete="off" />}
      </FormField>
      <FormField form={form} name="default_purpose_id" label="Usual Purpose" className="sm:col-span-2">
        {(field) => <Select {...field} searchable options={purposes} placeholder="None" />}
      </FormField>
      <FormField form={form} name="note" label="Note" className="sm:col-span-2">
        {(field) => <Textarea {...field} rows={2} />}
      </FormField>
    </>
  )
}

function optionsOf<Word extends string>(words: readonly Word[]) {
  return words.map((word) => ({ value: word, label: capitalized(word) }))
}
