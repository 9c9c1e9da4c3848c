import { capitalized } from '@check-requests/domain/check-requests/field-values.ts'
import { longestVin, payeeSubTypes, payeeTypes } from '@check-requests/domain/check-requests/fields.ts'
import type { KnownPayee } from '@check-requests/domain/check-requests/payees.ts'
import type { PayeeName } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { lazy, Suspense } from 'react'
import { useWatch } from 'react-hook-form'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import type { RequestForm } from '#check-requests/form/request-form-model.ts'
import { RequestFormSection } from '#check-requests/form/request-form-section.tsx'
import { FormField } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio.tsx'
import { SuggestInput } from '#ui/suggest-input.tsx'

const PayeeJoinField = lazy(async () => ({
  default: (await import('#check-requests/form/payee-join-field.tsx')).PayeeJoinField,
}))

interface RequestFormPayeeProps {
  form: RequestForm
  /** Payees that fit what is typed. */
  payees: readonly KnownPayee[]
  /** Others that are on the list of payees. */
  listed: readonly PayeeName[]
  onChoose(payee: KnownPayee): void
  onChooseListed(payee: PayeeName): void
}

/** Who gets the check, and what is printed on it (R118, R162 to R164, B2). */
export function RequestFormPayee({ form, payees, listed, onChoose, onChooseListed }: RequestFormPayeeProps) {
  const earlier = payees.map((payee) => ({
    value: payee.name,
    label: markHidden(payee.name),
    detail: payeeDetail(payee),
    choose: () => onChoose(payee),
  }))
  const others = listed.map((payee) => ({
    value: payee.name,
    label: markHidden(payee.name),
    detail: listedDetail(payee),
    choose: () => onChooseListed(payee),
  }))
  return (
    <RequestFormSection title="Payee">
      <FormField form={form} name="payee_name_1" label={fieldLabels.payee_name_1} required>
        {(field) => (
          <SuggestInput
            {...field}
            suggestions={[...earlier, ...others]}
            about={listed.length > 0 ? 'Payees' : 'Earlier payees'}
            onChoose={({ choose }) => choose()}
          />
        )}
      </FormField>
      <FormField form={form} name="payee_name_2" label={fieldLabels.payee_name_2}>
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      {useWatch({ control: form.control, name: 'payee_name_2' }) && (
        <Suspense>
          <PayeeJoinField form={form} />
        </Suspense>
      )}
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
      <FormField form={form} name="invoice_number" label={fieldLabels.invoice_number}>
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
    </RequestFormSection>
  )
}

function optionsOf<Word extends string>(words: readonly Word[]) {
  return words.map((word) => ({ value: word, label: capitalized(word) }))
}

/** What is known of a payee, on one line: `vendor · 6 paid, last $2,210.87`. */
export function payeeDetail({ last, paid, amounts, is_lower_bound }: KnownPayee): string {
  const [amount] = amounts
  const often = paid === 0 ? 'not paid yet' : `${paid}${is_lower_bound ? '+' : ''} paid`
  return `${last.payee_sub_type} · ${often}${amount === undefined ? '' : `, last ${formatDollars(amount)}`}`
}

/** What the list of payees says of one, on one line: `vendor · on the list, verified`. */
function listedDetail({ payee_sub_type, state }: PayeeName): string {
  return `${payee_sub_type} · on the list, ${state}`
}
