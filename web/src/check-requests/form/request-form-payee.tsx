import { capitalized } from '@check-requests/domain/check-requests/field-values.ts'
import { longestVin, payeeSubTypes, payeeTypes } from '@check-requests/domain/check-requests/fields.ts'
import { useFewCheckRequests } from '#check-requests/api.ts'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import type { RequestForm } from '#check-requests/form/request-form-model.ts'
import { RequestFormSection } from '#check-requests/form/request-form-section.tsx'
import { FormField } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio.tsx'

const payeeListId = 'known-payees'
const latest = 100

/** Who gets the check, and what is printed on it (R118, R162 to R164, B2). */
export function RequestFormPayee({ form }: { form: RequestForm }) {
  const knownPayees = useKnownPayees()
  return (
    <RequestFormSection title="Payee">
      <FormField form={form} name="payee_name_1" label={fieldLabels.payee_name_1} required>
        {(field) => <Input {...field} list={payeeListId} autoComplete="off" />}
      </FormField>
      <datalist id={payeeListId}>
        {knownPayees.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <FormField form={form} name="payee_name_2" label={fieldLabels.payee_name_2}>
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="payee_type" label={fieldLabels.payee_type} required group>
        {(field) => <RadioGroup {...field} options={optionsOf(payeeTypes)} />}
      </FormField>
      <FormField form={form} name="payee_sub_type" label={fieldLabels.payee_sub_type} required group>
        {(field) => <RadioGroup {...field} options={optionsOf(payeeSubTypes)} />}
      </FormField>
      <FormField form={form} name="memo_line" label={fieldLabels.memo_line} className="sm:col-span-2">
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
    </RequestFormSection>
  )
}

/** What the payment is for: a vehicle, a purchase order, or both. An error in one is an error in both (R168, R169). */
export function RequestFormReference({ form }: { form: RequestForm }) {
  const both = ['vin_last_digits', 'po_purchase_no'] as const
  return (
    <RequestFormSection title="Reference" hint="A VIN, a PO number, or both.">
      <FormField form={form} name="vin_last_digits" label={fieldLabels.vin_last_digits} alsoCheck={both}>
        {(field) => <Input {...field} maxLength={longestVin} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="po_purchase_no" label={fieldLabels.po_purchase_no} alsoCheck={both}>
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
    </RequestFormSection>
  )
}

function optionsOf<Word extends string>(words: readonly Word[]) {
  return words.map((word) => ({ value: word, label: capitalized(word) }))
}

/** Payees of recent requests, suggested while typing. */
function useKnownPayees(): string[] {
  const { data = [] } = useFewCheckRequests({ limit: latest })
  return [...new Set(data.map((request) => request.payee_name_1))].sort()
}
