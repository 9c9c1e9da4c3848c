import { type EditedHurry, type HoursField, hoursFields } from '#approvals/edited-hurry.ts'
import { type PolicyChoices, withChosen } from '#approvals/use-policy-choices.ts'
import type { Messages } from '#approvals/use-policy-editor.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'

interface HurryFieldsProps {
  hurry: EditedHurry
  path: string
  choices: PolicyChoices
  messages: Messages
  onChange(hurry: EditedHurry): void
}

const labels: Record<HoursField, string> = {
  remind_after: 'Remind after',
  escalate_after: 'Offer to others after',
  critical_remind_after: 'Critical: remind after',
  critical_escalate_after: 'Critical: offer after',
}

const nobody = { value: 0, label: 'Nobody' }

/** When the steps of a rule are hurried up, and to whom they are offered then. */
export function HurryFields({ hurry, path, choices, messages, onChange }: HurryFieldsProps) {
  const chosen = hurry.escalate_to === null ? [] : [hurry.escalate_to]
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">
        What has waited too long{' '}
        <span className="font-normal text-ink-soft">
          (in business hours of the place; what is left empty never happens)
        </span>
      </legend>
      <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-4">
        {hoursFields.map((field) => (
          <Field key={field} label={labels[field]} error={messages[`${path}.${field}`]}>
            <Input
              inputMode="numeric"
              autoComplete="off"
              value={hurry[field]}
              onChange={({ target }) => onChange({ ...hurry, [field]: target.value })}
            />
          </Field>
        ))}
        <Field label="Offer to" error={messages[`${path}.escalate_to`]} className="col-span-2">
          <NativeSelect
            className="w-full"
            options={[nobody, ...withChosen(choices, 'title', chosen)]}
            value={hurry.escalate_to ?? 0}
            onChange={(title) => onChange({ ...hurry, escalate_to: title || null })}
          />
        </Field>
      </div>
    </fieldset>
  )
}
