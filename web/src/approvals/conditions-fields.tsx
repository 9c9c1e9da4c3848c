import { capitalized } from '@check-requests/domain/check-requests/field-values.ts'
import { type PayeeType, payeeTypes } from '@check-requests/domain/check-requests/fields.ts'
import { priorities } from '@check-requests/domain/check-requests/priorities.ts'
import type { EditedConditions } from '#approvals/edited-policy.ts'
import type { Kind } from '#approvals/policy-words.ts'
import { type PolicyChoices, withChosen } from '#approvals/use-policy-choices.ts'
import type { Messages } from '#approvals/use-policy-editor.ts'
import { MoneyInput } from '#platform/money-input.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { MultiSelect } from '#ui/multi-select.tsx'
import { NativeSelect } from '#ui/native-select.tsx'

interface ConditionsFieldsProps {
  conditions: EditedConditions
  path: string
  choices: PolicyChoices
  messages: Messages
  onChange(conditions: EditedConditions): void
}

const lists = [
  { field: 'dealership_ids', kind: 'dealership', label: 'Dealerships' },
  { field: 'department_ids', kind: 'department', label: 'Departments' },
  { field: 'purpose_ids', kind: 'purpose', label: 'Purposes' },
] as const satisfies readonly { field: keyof EditedConditions; kind: Kind; label: string }[]

const payeeOptions = [
  { value: '', label: 'Any' },
  ...payeeTypes.map((value) => ({ value, label: capitalized(value) ?? value })),
]

/** Which requests a rule is about. What is left empty asks for nothing. */
export function ConditionsFields({ conditions, path, choices, messages, onChange }: ConditionsFieldsProps) {
  const set = (part: Partial<EditedConditions>) => onChange({ ...conditions, ...part })
  const listed = conditions.priority_levels
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">
        Which requests <span className="font-normal text-ink-soft">(what is left empty fits any)</span>
      </legend>
      <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-3">
        <Field label="Amount from" error={messages[`${path}.amount_from`]}>
          <MoneyInput value={conditions.amount_from} onChange={(amount_from) => set({ amount_from })} />
        </Field>
        <Field label="Amount to" error={messages[`${path}.amount_to`]}>
          <MoneyInput value={conditions.amount_to} onChange={(amount_to) => set({ amount_to })} />
        </Field>
        <Field label="Payee type" className="max-lg:col-span-2">
          <NativeSelect
            className="w-full"
            options={payeeOptions}
            value={conditions.payee_type ?? ''}
            onChange={(value) => set({ payee_type: value === '' ? null : (value as PayeeType) })}
          />
        </Field>
        {lists.map(({ field, kind, label }) => (
          <Field key={field} label={label} error={messages[`${path}.${field}`]} className="max-sm:col-span-2">
            <MultiSelect
              placeholder="Any"
              options={withChosen(choices, kind, conditions[field])}
              value={conditions[field]}
              onChange={(ids) => set({ [field]: ids })}
            />
          </Field>
        ))}
      </div>
      <Field label="Payee" group error={messages[`${path}.new_payee`]}>
        <Checkbox
          label="Only if the payee is new, or name or address differ from the payee’s"
          checked={conditions.new_payee ?? false}
          onChange={(new_payee) => set({ new_payee })}
        />
      </Field>
      <Field
        label="Priority"
        group
        hint={
          listed.length > 0 && 'Requesters choose the priority, so this rule adds its steps to those of another rule.'
        }
      >
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {priorities.map(({ name, label }) => (
            <Checkbox
              key={name}
              label={label}
              checked={listed.includes(name)}
              onChange={(on) =>
                set({ priority_levels: on ? [...listed, name] : listed.filter((other) => other !== name) })
              }
            />
          ))}
        </div>
      </Field>
    </fieldset>
  )
}
