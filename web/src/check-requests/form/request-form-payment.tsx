import { mailingMethods } from '@check-requests/domain/check-requests/fields.ts'
import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { priorities } from '@check-requests/domain/check-requests/priorities.ts'
import { type DeliveryMethod, otherPurpose, type Purpose } from '@check-requests/domain/organization/fields.ts'
import type { CalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import type { ComponentProps } from 'react'
import { useWatch } from 'react-hook-form'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import { RequestFormSection } from '#check-requests/form/request-form-section.tsx'
import type { RequestForm } from '#check-requests/form/use-request-form.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { moneyInput, useMoneyText } from '#platform/money-input.tsx'
import { Input } from '#ui/form/field.tsx'
import { FormField, setFollowing } from '#ui/form/form.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { Select } from '#ui/form/select.tsx'
import { SuggestInput } from '#ui/form/suggest-input.tsx'
import type { Suggestion } from '#ui/form/suggestion-list.tsx'
import { Textarea } from '#ui/form/textarea.tsx'

interface RequestFormPaymentProps {
  form: RequestForm
  purposes: readonly Purpose[]
  earliestDue: CalendarDate
  /** Recent amounts of the payee, in dollars. */
  amounts: readonly number[]
}

/** Amount, purpose, and priority (R159, R160, R165, R166, R171). */
export function RequestFormPayment({ form, purposes, earliestDue, amounts }: RequestFormPaymentProps) {
  const purposeId = useWatch({ control: form.control, name: 'purpose_id' })
  const isOther = purposes.some(({ id, name }) => id === purposeId && name === otherPurpose)
  const purposeOptions = purposes.map(({ id, name, payment_for }) => ({
    value: id,
    label: markHidden(capitalized(name)),
    group: payment_for,
  }))
  const priorityOptions = priorities.map(({ name, label }) => ({ value: name, label }))
  return (
    <RequestFormSection title="Payment">
      <FormField form={form} name="amount" label={fieldLabels.amount} required>
        {(field) => <MoneySuggestInput {...field} suggestions={amounts.map(suggested)} about="Recent amounts" />}
      </FormField>
      <FormField form={form} name="purpose_id" label={fieldLabels.purpose_id} required>
        {(field) => (
          <Select
            {...field}
            searchable
            options={purposeOptions}
            onChange={(id) => {
              field.onChange(id)
              setFollowing(form, { purpose_other: '', good_through: '', per_diem: '' })
            }}
          />
        )}
      </FormField>
      {isOther && (
        <FormField
          form={form}
          name="purpose_other"
          label={fieldLabels.purpose_other}
          required
          className="sm:col-span-2"
        >
          {(field) => <Input {...field} autoComplete="off" />}
        </FormField>
      )}
      <FormField form={form} name="due_date" label={fieldLabels.due_date} required>
        {(field) => <TypedDateInput {...field} min={earliestDue} />}
      </FormField>
      <FormField form={form} name="priority_level" label={fieldLabels.priority_level} required group>
        {(field) => <RadioGroup {...field} options={priorityOptions} />}
      </FormField>
    </RequestFormSection>
  )
}

function suggested(amount: number) {
  return { value: amount.toFixed(2), label: formatDollars(amount) }
}

interface RequestFormDeliveryProps {
  form: RequestForm
  deliveryMethods: readonly DeliveryMethod[]
}

/** Delivery to the payee: by carrier to an address, by pickup, or as described in a message (R167, R172, A9). */
export function RequestFormDelivery({ form, deliveryMethods }: RequestFormDeliveryProps) {
  const methodId = useWatch({ control: form.control, name: 'delivery_method_id' })
  const kind = deliveryMethods.find(({ id }) => id === methodId)?.kind
  return (
    <RequestFormSection title="Delivery">
      <FormField form={form} name="delivery_method_id" label={fieldLabels.delivery_method_id} required>
        {(field) => (
          <Select
            {...field}
            options={deliveryMethods.map(({ id, name }) => ({ value: id, label: markHidden(name) }))}
            onChange={(id) => {
              field.onChange(id)
              setFollowing(form, { mailing_method: null, delivery_method_other: '' })
            }}
          />
        )}
      </FormField>
      {kind === 'carrier' && <MailFields form={form} />}
      {kind === 'other' && <MessageField form={form} />}
    </RequestFormSection>
  )
}

function MailFields({ form }: { form: RequestForm }) {
  return (
    <>
      <FormField form={form} name="mailing_method" label={fieldLabels.mailing_method}>
        {(field) => <Select {...field} options={mailingMethods.map((name) => ({ value: name, label: name }))} />}
      </FormField>
      <FormField form={form} name="mailing_address" label={fieldLabels.mailing_address} className="sm:col-span-2">
        {(field) => <Textarea {...field} autoComplete="off" />}
      </FormField>
    </>
  )
}

function MessageField({ form }: { form: RequestForm }) {
  return (
    <FormField
      form={form}
      name="delivery_method_other"
      label={fieldLabels.delivery_method_other}
      required
      className="sm:col-span-2"
    >
      {(field) => <Textarea {...field} />}
    </FormField>
  )
}

type MoneySuggestInputProps = Omit<ComponentProps<typeof SuggestInput<Suggestion>>, 'children' | 'onChoose'>

/** A `MoneyInput` with suggested amounts, which are plain decimal text such as `1234.50`. */
export function MoneySuggestInput({ value, onChange, onBlur, suggestions, ...rest }: MoneySuggestInputProps) {
  const { text, type, leave } = useMoneyText(value, onChange)
  return (
    <SuggestInput
      {...rest}
      value={text}
      onChange={type}
      onBlur={() => {
        leave()
        onBlur?.()
      }}
      suggestions={suggestions.filter((suggestion) => suggestion.value !== value && suggestion.value.startsWith(value))}
      onChoose={(suggestion) => onChange(suggestion.value)}
    >
      {(input) => <input {...input} {...moneyInput} />}
    </SuggestInput>
  )
}
