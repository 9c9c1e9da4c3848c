import { longestVin, mailingMethods, payeeSubTypes, payeeTypes } from '@check-requests/domain/check-requests/fields.ts'
import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import type { KnownPayee } from '@check-requests/domain/check-requests/payees.ts'
import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import { payeeKey, separateKey } from '@check-requests/domain/payees/identity.ts'
import type { PayeeName } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useWatch } from 'react-hook-form'
import { usePayees } from '#check-requests/api.ts'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import { RequestFormSection } from '#check-requests/form/request-form-section.tsx'
import type { RequestFormValues } from '#check-requests/form/request-form-values.ts'
import type { FormChoices, RequestForm } from '#check-requests/form/use-request-form.ts'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import { Input } from '#ui/form/field.tsx'
import { FormField } from '#ui/form/form.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { SuggestInput } from '#ui/form/suggest-input.tsx'
import { useSettled } from '#ui/timers.ts'

const PayeeJoinField = lazy(async () => ({
  default: (await import('#check-requests/form/payee-join-field.tsx')).PayeeJoinField,
}))

interface RequestFormPayeeProps {
  form: RequestForm
  /** Payees that match the typed text. */
  payees: readonly KnownPayee[]
  /** Other payees on the payee list. */
  listed: readonly PayeeName[]
  onChoose(payee: KnownPayee): void
  onChooseListed(payee: PayeeName): void
}

/** The payee and the text printed on the check (R118, R162 to R164, B2). */
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

/** The VIN and the PO number. At least one is required, so an error about that is shown at both fields (R168, R169). */
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

/** A payee's history on one line: `vendor · 6 paid, last $2,210.87`. */
export function payeeDetail({ last, paid, amounts, is_lower_bound }: KnownPayee): string {
  const [amount] = amounts
  const often = paid === 0 ? 'not paid yet' : `${paid}${is_lower_bound ? '+' : ''} paid`
  return `${last.payee_sub_type} · ${often}${amount === undefined ? '' : `, last ${formatDollars(amount)}`}`
}

/** A payee's list entry on one line: `vendor · on the list, verified`. */
function listedDetail({ payee_sub_type, state }: PayeeName): string {
  return `${payee_sub_type} · on the list, ${state}`
}

const pause = 150
const mostLetters = 100

/**
 * Payees of earlier requests that match the typed text, including an exact match, and other payees on the payee list.
 */
export function useKnownPayees(form: RequestForm) {
  const [dealer_group_id, typed] = useWatch({ control: form.control, name: ['dealer_group_id', 'payee_name_1'] })
  const search = useSettled(typed.trim().slice(0, mostLetters), pause)
  const payees = usePayees(dealer_group_id === null ? undefined : { dealer_group_id, search })
  const key = payeeKey(typed)
  const known = new Set(payees.map(({ name }) => payeeKey(name)))
  const listed = useListedPayees(dealer_group_id, search).filter(({ name }) => !known.has(payeeKey(name)))
  const current = payees.find(({ name }) => payeeKey(name) === key)
  return { payees, listed, current, onList: listed.find(({ name }) => payeeKey(name) === key) }
}

/** Whether the typed payee has its own W-9, which counts as a required tax form. */
export function useHasTaxForm(form: RequestForm, groupId: number | null): boolean {
  const typed = useWatch({ control: form.control, name: 'payee_name_1' })
  const listed = useListedPayees(groupId, useSettled(typed.trim().slice(0, mostLetters), pause))
  const same = listed.filter(({ name }) => payeeKey(name) === payeeKey(typed))
  const payee = same.find(({ name }) => separateKey(name) === separateKey(typed)) ?? same[0]
  return payee?.has_tax_form_document ?? false
}

/** The values that a new request copies from the last request to this payee, if those values are still valid. */
export function valuesFrom({ name, last }: KnownPayee, choices: FormChoices): Partial<RequestFormValues> {
  return {
    payee_name_1: name,
    payee_type: last.payee_type,
    payee_sub_type: last.payee_sub_type,
    purpose_id: choices.purposes.find(({ id }) => id === last.purpose_id)?.id ?? null,
    purpose_other: last.purpose_other ?? '',
    delivery_method_id: choices.deliveryMethods.find(({ id }) => id === last.delivery_method_id)?.id ?? null,
    mailing_method: mailingMethods.find((method) => method === last.mailing_method) ?? null,
    mailing_address: last.mailing_address ?? '',
    delivery_method_other: last.delivery_method_other ?? '',
  }
}

/** The values that a request copies from the payee list. */
export function valuesFromList(
  { name, payee_type, payee_sub_type, default_purpose_id }: PayeeName,
  choices: FormChoices,
): Partial<RequestFormValues> {
  const purpose = choices.purposes.find(({ id }) => id === default_purpose_id)
  return { payee_name_1: name, payee_type, payee_sub_type, ...(purpose && { purpose_id: purpose.id }) }
}

// The payees that a user can see depend on the organization data that the user can see.
const topic = 'organisation'

/**
 * Payees on a dealer group's list whose names contain the words; empty if the group has no list. The names are only
 * suggestions, so a failure to load them is neither shown nor retried.
 */
function useListedPayees(groupId: number | null, search: string) {
  const api = useApi()
  const id = groupId ?? 0
  const settings = useQuery({
    queryKey: [topic, 'payee-settings', id, 'for-typing'],
    queryFn: read(api, endpoints.settings, { params: { id } }),
    enabled: groupId !== null,
    staleTime: listFreshness.staleTime,
    retry: false,
  })
  const { data = [] } = useQuery({
    queryKey: [topic, 'payee-names', id, search],
    queryFn: read(api, endpoints.names, { query: { dealer_group_id: id, search } }),
    enabled: groupId !== null && settings.data?.payee_list === 'on',
    staleTime: listFreshness.staleTime,
    retry: false,
    placeholderData: keepPreviousData,
  })
  return data
}
