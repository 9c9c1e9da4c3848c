import { capitalized } from '@check-requests/domain/check-requests/field-values.ts'
import {
  type PayeeSubType,
  type PayeeType,
  payeeSubTypes,
  payeeTypes,
} from '@check-requests/domain/check-requests/fields.ts'
import type { CreatePayeeInput } from '@check-requests/domain/payees/fields.ts'
import type { UseFormReturn } from 'react-hook-form'
import { useDealerGroups, usePurposes } from '#organisation/api.ts'
import { placeOptions } from '#organisation/place-options.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { FormField } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'

export interface PayeeFormValues {
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

export type PayeeForm = UseFormReturn<PayeeFormValues, unknown, CreatePayeeInput>

interface PayeeFieldsProps {
  form: PayeeForm
  /** A payee stays in its dealer group. */
  exists: boolean
  /** Another payee has the name, but for its legal form. */
  canBeSeparate: boolean
}

/** All fields of a payee that people type. */
export function PayeeFields({ form, exists, canBeSeparate }: PayeeFieldsProps) {
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
