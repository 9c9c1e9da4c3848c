import { longestVin, mailingMethods, payeeSubTypes, payeeTypes } from '@check-requests/domain/check-requests/fields.ts'
import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { payeeJoins, payeeJoinWords } from '@check-requests/domain/check-requests/payee-names.ts'
import type { KnownPayee } from '@check-requests/domain/check-requests/payees.ts'
import { payeeKey, separateKey } from '@check-requests/domain/payees/identity.ts'
import type { PayeeState } from '@check-requests/domain/payees/lifecycle.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { usePayees } from '#check-requests/api.ts'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import { RequestFormSection } from '#check-requests/form/request-form-section.tsx'
import type { RequestFormValues } from '#check-requests/form/request-form-values.ts'
import type { FormChoices, RequestForm } from '#check-requests/form/use-request-form.ts'
import { formatDayOfYear } from '#check-requests/list/moments.ts'
import { Input } from '#ui/form/field.tsx'
import { FormField } from '#ui/form/form.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { SuggestInput } from '#ui/form/suggest-input.tsx'
import type { Suggestion, SuggestionMark } from '#ui/form/suggestion-list.tsx'
import { useSettled } from '#ui/timers.ts'

interface RequestFormPayeeProps {
  form: RequestForm
  /** Payees that match the typed text, or nearly. */
  payees: readonly KnownPayee[]
  /** The payee whose name is typed in full. */
  current: KnownPayee | undefined
  onChoose(payee: KnownPayee): void
  /** What can be taken over from earlier requests to the payee. */
  children?: ReactNode
}

/** The payee and the text printed on the check (R118, R162 to R164, B2). */
export function RequestFormPayee({ form, payees, current, onChoose, children }: RequestFormPayeeProps) {
  const typed = payeeKey(useWatch({ control: form.control, name: 'payee_name_1' }))
  const suggestions = payees.map((payee) => ({ ...suggestionOf(payee, typed), choose: () => onChoose(payee) }))
  // Blocked payees come last.
  const close = payees.find(({ is_close }) => is_close)
  return (
    <RequestFormSection title="Payee">
      <FormField
        form={form}
        name="payee_name_1"
        label={fieldLabels.payee_name_1}
        required
        hint={<PayeeHint current={current} close={close} />}
      >
        {(field) => (
          <SuggestInput
            {...field}
            suggestions={suggestions}
            about={payees.some(({ listed }) => listed) ? 'Payees' : 'Earlier payees'}
            onChoose={({ choose }) => choose()}
          />
        )}
      </FormField>
      <FormField form={form} name="payee_name_2" label={fieldLabels.payee_name_2}>
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      {useWatch({ control: form.control, name: 'payee_name_2' }) && <PayeeJoinField form={form} />}
      <FormField form={form} name="payee_type" label={fieldLabels.payee_type} required group>
        {(field) => <RadioGroup {...field} options={optionsOf(payeeTypes)} />}
      </FormField>
      <FormField form={form} name="payee_sub_type" label={fieldLabels.payee_sub_type} required group>
        {(field) => <RadioGroup {...field} options={optionsOf(payeeSubTypes)} />}
      </FormField>
      <FormField form={form} name="memo_line" label={fieldLabels.memo_line} className="sm:col-span-2">
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      {children}
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

const marks: Record<PayeeState, SuggestionMark> = {
  verified: { text: 'Verified', tone: 'good' },
  new: { text: 'New', tone: 'plain' },
  blocked: { text: 'Blocked', tone: 'bad' },
}

/** Nobody is led to a blocked payee, and the rest of a name still being typed isn't a slip. `typed`: a payee's key. */
function suggestionOf(payee: KnownPayee, typed: string): Suggestion {
  const { name, listed, is_close } = payee
  const label = markHidden(name)
  const isMeant = is_close && !isBlocked(payee) && !payeeKey(name).startsWith(typed)
  return {
    value: name,
    label: isMeant ? `Did you mean ${label}?` : label,
    detail: payeeDetail(payee),
    mark: listed && marks[listed.state],
    isDisabled: isBlocked(payee),
  }
}

function isBlocked({ listed }: KnownPayee): boolean {
  return listed?.state === 'blocked'
}

/** A payee on one line: `vendor · 6 paid, last Nov 3, $2,210.87 · W-9 on file · 12 Pier Street, Madison`. */
export function payeeDetail({ last, listed, paid, last_paid, is_lower_bound }: KnownPayee): string {
  const often = paid === 0 ? 'not paid yet' : `${paid}${is_lower_bound ? '+' : ''} paid`
  const lastly = last_paid && `last ${formatDayOfYear(last_paid.at)}, ${formatDollars(last_paid.amount)}`
  const address = markHidden((listed?.address ?? last?.mailing_address ?? '').replace(/\s*\n\s*/gu, ', '))
  const form = listed && (listed.has_tax_form_document ? 'W-9 on file' : 'no W-9 on file')
  const kind = listed?.payee_sub_type ?? last?.payee_sub_type
  return [kind, [often, lastly].filter(Boolean).join(', '), form, address].filter(Boolean).join(' · ')
}

interface PayeeHintProps {
  current: KnownPayee | undefined
  /** A payee with nearly the typed name. */
  close: KnownPayee | undefined
}

/** What the payee list says about the typed payee. Its line is always reserved so that fields don't move. */
function PayeeHint(props: PayeeHintProps) {
  return <span className="block min-h-5">{hintIn(props)}</span>
}

function hintIn({ current, close }: PayeeHintProps): string | undefined {
  if (current && isBlocked(current))
    return `${markHidden(current.name)} is blocked, so a request to this payee can’t be approved.`
  if (close && isBlocked(close)) return `This is nearly the name of a blocked payee, ${markHidden(close.name)}.`
  if (close) return `Did you mean ${markHidden(close.name)}?`
  if (!current?.listed) return undefined
  const { state, has_tax_form_document } = current.listed
  const form = has_tax_form_document ? 'W-9 on file' : 'no W-9 on file'
  return `${state === 'verified' ? 'Verified payee' : 'New payee, not verified yet'}, ${form}.`
}

const pause = 150
const mostLetters = 100

/** Payees that match the typed text, or nearly, and the one whose name is typed in full. */
export function useKnownPayees(form: RequestForm) {
  const [dealer_group_id, typed] = useWatch({ control: form.control, name: ['dealer_group_id', 'payee_name_1'] })
  const search = useSettled(typed.trim().slice(0, mostLetters), pause)
  const payees = usePayees(dealer_group_id === null ? undefined : { dealer_group_id, search })
  const key = payeeKey(typed)
  const same = payees.filter(({ name }) => payeeKey(name) === key)
  return { payees, current: same.find(({ name }) => separateKey(name) === separateKey(typed)) ?? same[0] }
}

/** Whether the typed payee has its own W-9, which counts as a required tax form. */
export function useHasTaxForm(form: RequestForm): boolean {
  return useKnownPayees(form).current?.listed?.has_tax_form_document ?? false
}

/**
 * The values that a new request copies from the last request to this payee, or from the payee list, if those values are
 * still valid.
 */
export function valuesFrom({ name, last, listed }: KnownPayee, choices: FormChoices): Partial<RequestFormValues> {
  const purposeOf = (id: number | null) => choices.purposes.find((purpose) => purpose.id === id)?.id
  if (last)
    return {
      payee_name_1: name,
      payee_type: last.payee_type,
      payee_sub_type: last.payee_sub_type,
      purpose_id: purposeOf(last.purpose_id) ?? null,
      purpose_other: last.purpose_other ?? '',
      delivery_method_id: choices.deliveryMethods.find(({ id }) => id === last.delivery_method_id)?.id ?? null,
      mailing_method: mailingMethods.find((method) => method === last.mailing_method) ?? null,
      mailing_address: last.mailing_address ?? '',
      delivery_method_other: last.delivery_method_other ?? '',
    }
  if (!listed) return { payee_name_1: name }
  const { payee_type, payee_sub_type, default_purpose_id } = listed
  const purpose_id = purposeOf(default_purpose_id)
  return { payee_name_1: name, payee_type, payee_sub_type, ...(purpose_id !== undefined && { purpose_id }) }
}

const joinOptions = payeeJoins.map((join) => ({ value: join, label: payeeJoinWords[join] }))

/** Asks, once there is a second payee, whether both must endorse the check or either can cash it. */
function PayeeJoinField({ form }: { form: RequestForm }) {
  return (
    <FormField form={form} name="payee_join" label={fieldLabels.payee_join} className="sm:col-span-2" group>
      {(field) => <RadioGroup {...field} value={field.value ?? 'and'} options={joinOptions} />}
    </FormField>
  )
}
