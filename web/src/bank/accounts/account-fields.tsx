import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { type ReactNode, useId } from 'react'
import { useWatch } from 'react-hook-form'
import { usePerson } from '#access/sessions/session-provider.tsx'
import type { AccountForm } from '#bank/accounts/account-form-model.ts'
import { positivePayOptions } from '#bank/accounts/account-words.ts'
import { useDealerGroups, useDealerships } from '#organization/api.ts'
import { placeOptions } from '#organization/places.tsx'
import { Input, useFieldControl } from '#ui/form/field.tsx'
import { FormField, setFollowing } from '#ui/form/form.tsx'
import { MultiSelect } from '#ui/form/multi-select.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { Select } from '#ui/form/select.tsx'

export interface FieldsProps {
  form: AccountForm
  /** The account to change; null for a new one. */
  account: BankAccountReply | null
}

/** The fields of the account and its bank. */
export function AccountFields({ form, account }: FieldsProps) {
  const { dealer_group_id: ownGroup } = usePerson()
  const groups = useDealerGroups().data ?? []
  return (
    <AccountSection
      title="Account"
      hint={account ? undefined : 'Copy the numbers from the bank’s specification sheet.'}
    >
      {ownGroup === null && !account && (
        <FormField form={form} name="dealer_group_id" label="Dealer Group" required className="sm:col-span-6">
          {({ onChange, ...field }) => (
            <Select
              {...field}
              searchable
              options={placeOptions(groups)}
              onChange={(id) => {
                onChange(id)
                setFollowing(form, { dealership_ids: [], default_dealership_ids: [], people: [] })
              }}
            />
          )}
        </FormField>
      )}
      <FormField form={form} name="name" label="Account Name" required className="sm:col-span-3">
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="bank_name" label="Bank" required className="sm:col-span-3">
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="bank_place" label="Bank City and State" className="sm:col-span-3">
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField
        form={form}
        name="routing_number"
        label="Routing Number"
        required
        alsoCheck={['fraction']}
        className="sm:col-span-3"
      >
        {(field) => <Input {...field} inputMode="numeric" autoComplete="off" />}
      </FormField>
      <FormField
        form={form}
        name="account_number"
        label="Account Number"
        required={!account}
        hint={account ? numberHint(account) : 'Encrypted when saved. The full number appears only on printed checks.'}
        className="sm:col-span-3"
      >
        {(field) => <Input {...field} inputMode="numeric" autoComplete="off" spellCheck={false} />}
      </FormField>
      <FormField
        form={form}
        name="fraction"
        label="Fractional Routing Number"
        hint="Such as 55-2/212, at the upper right of a check."
        className="sm:col-span-3"
      >
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="next_check_number" label="Next Check Number" required className="sm:col-span-3">
        {({ ref: _, ...field }) => <NumberInput {...field} />}
      </FormField>
      <FormField form={form} name="positive_pay" label="Positive Pay" className="sm:col-span-3">
        {(field) => <NativeSelect {...field} className="w-full" options={positivePayOptions} />}
      </FormField>
    </AccountSection>
  )
}

function numberHint({ account_last4, waiting }: BankAccountReply): string {
  const waits = waiting?.account_last4 ? ` A number ending in ${waiting.account_last4} is pending.` : ''
  return `The current number ends in ${account_last4}.${waits} Leave this blank to keep it.`
}

/** The dealerships whose checks are drawn on the account. */
export function DealershipFields({ form }: Pick<FieldsProps, 'form'>) {
  const groupId = useWatch({ control: form.control, name: 'dealer_group_id' })
  const drawing = useWatch({ control: form.control, name: 'dealership_ids' })
  const dealerships = useDealerships().data?.filter(({ dealer_group_id }) => dealer_group_id === groupId) ?? []
  return (
    <AccountSection
      title="Dealerships"
      hint="Once the account is confirmed, its rules apply to printing, signing, and handing over these dealerships’ checks."
    >
      <FormField
        form={form}
        name="dealership_ids"
        label="Dealerships That Use This Account"
        required
        className="sm:col-span-6"
      >
        {({ onChange, ...field }) => (
          <MultiSelect
            {...field}
            options={placeOptions(dealerships)}
            onChange={(ids) => {
              onChange(inOrder(ids))
              const defaults = form.getValues('default_dealership_ids').filter((id) => ids.includes(id))
              setFollowing(form, { default_dealership_ids: defaults })
            }}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="default_dealership_ids"
        label="Default Account For"
        hint="Checks for these dealerships are printed on this account unless another account is chosen. Each dealership has one default account."
        className="sm:col-span-6"
      >
        {({ onChange, ...field }) => (
          <MultiSelect
            {...field}
            options={placeOptions(dealerships.filter(({ id }) => drawing.includes(id)))}
            onChange={(ids) => onChange(inOrder(ids))}
          />
        )}
      </FormField>
    </AccountSection>
  )
}

function inOrder(ids: readonly number[]): number[] {
  return [...ids].sort((one, other) => one - other)
}

/** The fields that define the MICR line of a check, except for the routing number. */
export function MicrFields({ form }: Pick<FieldsProps, 'form'>) {
  return (
    <AccountSection
      title="MICR Line"
      hint="As the bank’s specification sheet shows it: P for the on-us symbol, A for the account number, C for the check number, S for a blank; dashes and digits unchanged."
    >
      <FormField
        form={form}
        name="auxiliary_on_us"
        label="Left of the Routing Number"
        hint="Leave blank for none."
        className="sm:col-span-2"
      >
        {(field) => <Input {...field} autoComplete="off" spellCheck={false} />}
      </FormField>
      <FormField form={form} name="on_us" label="Right of the Routing Number" required className="sm:col-span-2">
        {(field) => <Input {...field} autoComplete="off" spellCheck={false} />}
      </FormField>
      <FormField
        form={form}
        name="on_us_at"
        label="Position of the On-Us Symbol"
        hint="14 to 31, if the bank requires a position."
        className="sm:col-span-2"
      >
        {({ ref: _, ...field }) => <NumberInput {...field} placeholder="Next to the routing number" />}
      </FormField>
    </AccountSection>
  )
}

interface AccountSectionProps {
  title: string
  hint?: string | undefined
  children: ReactNode
}

/** A titled group of form fields, in six columns if there is room. */
export function AccountSection({ title, hint, children }: AccountSectionProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid gap-3 border-t border-line pt-4 first:border-t-0 first:pt-0">
      <div className="grid gap-0.5">
        <h3 id={titleId} className="font-semibold">
          {title}
        </h3>
        {hint && <p className="text-[0.8125rem] text-ink-soft">{hint}</p>}
      </div>
      <div className="grid items-start gap-x-4 gap-y-4 sm:grid-cols-6">{children}</div>
    </section>
  )
}

interface NumberInputProps {
  /** The number as typed; empty if blank. */
  value: string
  onChange(value: string): void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  allowNegative?: boolean | undefined
  placeholder?: string | undefined
}

/** A field for a whole number. Other text stays as typed, and the form reports an error. */
export function NumberInput({ onChange, allowNegative = false, ...rest }: NumberInputProps) {
  return (
    <input
      className="control"
      inputMode={allowNegative ? 'text' : 'numeric'}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      {...useFieldControl()}
      {...rest}
    />
  )
}
