import type { DormancyRule } from '@check-requests/domain/banking/unclaimed.ts'
import { formState } from '@check-requests/domain/values/us-address.ts'
import { Trash2 } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

/** A rule as it is typed. */
export type RuleDraft = Readonly<Record<keyof DormancyRule, string>>

export const newRule: RuleDraft = {
  state: '',
  kind: '',
  dormancy_months: '',
  cutoff: '',
  report: '',
  letter_days: '60',
}

export function typedRule({ kind, dormancy_months, letter_days, ...rule }: DormancyRule): RuleDraft {
  return { ...rule, kind: kind ?? '', dormancy_months: String(dormancy_months), letter_days: String(letter_days) }
}

/** What the server is sent; it says what is wrong with it. */
export function ruleOf({ state, kind, dormancy_months, letter_days, ...days }: RuleDraft): DormancyRule {
  return {
    ...days,
    state: formState(state),
    kind: kind.trim() === '' ? null : kind,
    dormancy_months: Number(dormancy_months),
    letter_days: Number(letter_days),
  }
}

const fields = [
  ['state', 'State', 'TX'],
  ['kind', 'Kind of payment', 'All others'],
  ['dormancy_months', 'Abandoned after, months', '36'],
  ['cutoff', 'Counted up to', '06-30'],
  ['report', 'Due on', '11-01'],
  ['letter_days', 'Last letter, days before', '60'],
] as const

interface RuleFieldsProps {
  rule: RuleDraft
  number: number
  errorOf(field: keyof DormancyRule): string | undefined
  onChange(rule: RuleDraft): void
  onRemove(): void
}

/** One rule. A kind of payment is a purpose of requests; none stands for all that have no rule of their own. */
export function RuleFields({ rule, number, errorOf, onChange, onRemove }: RuleFieldsProps) {
  return (
    <fieldset className="grid grid-cols-1 gap-2 border-t border-line pt-3">
      <legend className="sr-only">Rule {number}</legend>
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3">
        {fields.map(([field, label, placeholder]) => (
          <Field key={field} label={label} error={errorOf(field)}>
            <Input
              autoComplete="off"
              placeholder={placeholder}
              value={rule[field]}
              onChange={({ target }) => onChange({ ...rule, [field]: target.value })}
            />
          </Field>
        ))}
      </div>
      <Button variant="ghost" size="sm" className="justify-self-start" onClick={onRemove}>
        <Trash2 aria-hidden className="size-4" />
        Remove Rule {number}
      </Button>
    </fieldset>
  )
}
