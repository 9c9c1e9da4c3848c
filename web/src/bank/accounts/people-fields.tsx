import { type AccountRight, accountRights, signingGaps } from '@check-requests/domain/checks/rules.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { parseAmount } from '@check-requests/domain/values/typed-amount.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { AccountSection } from '#bank/accounts/account-fields.tsx'
import type { AccountForm, PersonValues } from '#bank/accounts/account-form-model.ts'
import { rightWords } from '#bank/accounts/account-words.ts'
import { useUsers } from '#people/users/api.ts'
import { MoneyInput } from '#platform/money-input.tsx'
import { Button } from '#ui/button.tsx'
import { WarningList } from '#ui/feedback/warning-list.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Combobox } from '#ui/form/combobox.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormField } from '#ui/form/form.tsx'
import type { Option } from '#ui/form/option.ts'
import { RowAction } from '#ui/table/row-controls.tsx'

/** The fields for amount limits and for people with rights on the account. */
export function PeopleFields({ form }: { form: AccountForm }) {
  return (
    <AccountSection title="Limits and Signers">
      <FormField
        form={form}
        name="two_signers_above"
        label="Two Signers Above"
        hint="Leave blank to require one signer for every amount."
        className="sm:col-span-3"
      >
        {(field) => <MoneyInput {...field} />}
      </FormField>
      <FormField
        form={form}
        name="limit_per_check"
        label="Limit per Check"
        hint="Leave blank for no limit."
        className="sm:col-span-3"
      >
        {(field) => <MoneyInput {...field} />}
      </FormField>
      <FormField
        form={form}
        name="people"
        label="People"
        group
        hint="If no one here has a permission, roles apply: processors print and reconcile; approvers and processors sign."
        className="sm:col-span-6"
      >
        {({ value, onChange }) => <PeopleEditor form={form} people={value} onChange={onChange} />}
      </FormField>
      <SigningGaps form={form} />
    </AccountSection>
  )
}

function SigningGaps({ form }: { form: AccountForm }) {
  const [above, limit, people] = useWatch({
    control: form.control,
    name: ['two_signers_above', 'limit_per_check', 'people'],
  })
  const warnings = signingGaps({
    people: people.map((one) => ({ rights: one.rights, mostToSign: typedCents(one.most_to_sign) })),
    twoSignersAbove: typedCents(above),
    limitPerCheck: typedCents(limit),
  })
  return (
    <div className="sm:col-span-6">
      <WarningList warnings={warnings} />
    </div>
  )
}

/** The cents of a typed amount; null if empty or invalid. */
function typedCents(text: string): number | null {
  const cents = parseAmount(text)
  return typeof cents === 'number' ? cents : null
}

interface PeopleEditorProps {
  form: AccountForm
  people: readonly PersonValues[]
  onChange(people: PersonValues[]): void
}

function PeopleEditor({ form, people, onChange }: PeopleEditorProps) {
  const groupId = useWatch({ control: form.control, name: 'dealer_group_id' })
  const users = useUsers().data?.filter(({ dealer_group_id, active }) => active && dealer_group_id === groupId) ?? []
  const options = users.map(({ id, first_name, last_name, username }) => ({
    value: id,
    label: markHidden(`${first_name} ${last_name} (${username})`),
  }))
  const errors = form.formState.errors.people
  return (
    <div className="grid gap-3">
      {people.map((one, index) => (
        <PersonRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity before a person is chosen
          key={index}
          number={index + 1}
          person={one}
          options={options}
          errors={errors?.[index]}
          onChange={(next) => onChange(people.with(index, next))}
          onRemove={() => onChange(people.toSpliced(index, 1))}
        />
      ))}
      <div>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => onChange([...people, { user_id: null, rights: ['sign'], most_to_sign: '' }])}
        >
          <Plus aria-hidden className="size-4" />
          Add Person
        </Button>
      </div>
    </div>
  )
}

type Message = { readonly message?: string | undefined } | undefined

interface PersonRowProps {
  number: number
  person: PersonValues
  options: readonly Option<number>[]
  errors: { readonly user_id?: Message; readonly rights?: unknown; readonly most_to_sign?: Message } | undefined
  onChange(person: PersonValues): void
  onRemove(): void
}

function PersonRow({ number, person, options, errors, onChange, onRemove }: PersonRowProps) {
  const { user_id, rights, most_to_sign } = person
  return (
    <fieldset aria-label={`Person ${number}`} className="flex min-w-0 items-start gap-2 rounded-md bg-sunken p-3">
      <div className="grid min-w-0 flex-1 items-start gap-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(0,2fr)]">
        <Field label="Person" required error={errors?.user_id?.message}>
          <Combobox<number> options={options} value={user_id} onChange={(id) => onChange({ ...person, user_id: id })} />
        </Field>
        <Field label="Permissions" required group error={messageOf(errors?.rights)}>
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {accountRights.map((right) => (
              <Checkbox
                key={right}
                label={rightWords[right]}
                checked={rights.includes(right)}
                onChange={(on) => onChange(withRight(person, right, on))}
              />
            ))}
          </div>
        </Field>
        {rights.includes('sign') && (
          <Field label="Signs Up To" error={errors?.most_to_sign?.message}>
            <MoneyInput value={most_to_sign} onChange={(amount) => onChange({ ...person, most_to_sign: amount })} />
          </Field>
        )}
      </div>
      <RowAction small icon={Trash2} label={`Remove person ${number}`} onClick={onRemove} />
    </fieldset>
  )
}

/** Users who don't sign have no signing limit. */
function withRight(person: PersonValues, right: AccountRight, on: boolean): PersonValues {
  const rights = accountRights.filter((one) => (one === right ? on : person.rights.includes(one)))
  return { ...person, rights, most_to_sign: rights.includes('sign') ? person.most_to_sign : '' }
}

function messageOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined
  return typeof error.message === 'string' ? error.message : undefined
}
