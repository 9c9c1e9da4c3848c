import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import type { DormancyRule, UnclaimedPropertyReply } from '@check-requests/domain/bank/unclaimed.ts'
import { formState } from '@check-requests/domain/values/us-address.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { unclaimedNotices } from '#checks/reports/api.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { FormFailure } from '#ui/form/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Edits a dealer group's table of unclaimed property rules. */
export function UnclaimedDialog({ subject: table, open, onOpenChange }: DialogFor<UnclaimedPropertyReply>) {
  const [holder, setHolder] = useState(table.holder_state ?? '')
  const [rules, setRules] = useState<readonly RuleDraft[]>(table.rules.map(typedRule))
  const [dirty, setDirty] = useState(false)
  const close = () => onOpenChange(false)
  const save = useWriteWithNotices(bankingEndpoints.saveUnclaimed, unclaimedNotices, { onSuccess: close })
  function change(changed: readonly RuleDraft[]) {
    setDirty(true)
    setRules(changed)
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Unclaimed Property"
      description="A rule for a payment type takes precedence over its state’s general rule. Enter days as month and day, such as 06-30."
      size="lg"
      dirty={dirty}
    >
      <form
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const holder_state = holder.trim() === '' ? null : formState(holder)
          const body = { holder_state, rules: rules.map(ruleOf), version: table.version }
          save.mutate({ params: { id: table.id }, body })
        }}
      >
        <Field
          label="Holder’s State"
          hint="The state under whose law your company is organized. Unclaimed money goes there if the payee’s state is unknown."
          error={save.error?.fields?.holder_state}
        >
          <Input
            className="max-w-24"
            autoComplete="off"
            value={holder}
            onChange={({ target }) => {
              setDirty(true)
              setHolder(target.value)
            }}
          />
        </Field>
        {rules.map((rule, index) => (
          <RuleFields
            // biome-ignore lint/suspicious/noArrayIndexKey: rules are identified by position; two can be equal
            key={index}
            rule={rule}
            number={index + 1}
            errorOf={(field) =>
              save.error?.fields?.[`rules.${index}.${field}`] ?? save.error?.fields?.[`rules.${index}`]
            }
            onChange={(changed) => change(rules.toSpliced(index, 1, changed))}
            onRemove={() => change(rules.toSpliced(index, 1))}
          />
        ))}
        <Button variant="secondary" className="justify-self-start" onClick={() => change([...rules, newRule])}>
          <Plus aria-hidden className="size-4" />
          Add Rule
        </Button>
        <FormFailure failure={save.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={save.isPending}>
            Save
          </Button>
        </FormDialogFooter>
      </form>
    </FormDialog>
  )
}

/** A rule as typed. */
type RuleDraft = Readonly<Record<keyof DormancyRule, string>>

const newRule: RuleDraft = {
  state: '',
  kind: '',
  dormancy_months: '',
  cutoff: '',
  report: '',
  letter_days: '60',
}

function typedRule({ kind, dormancy_months, letter_days, ...rule }: DormancyRule): RuleDraft {
  return { ...rule, kind: kind ?? '', dormancy_months: String(dormancy_months), letter_days: String(letter_days) }
}

/** The rule as sent to the server, which validates it. */
function ruleOf({ state, kind, dormancy_months, letter_days, ...days }: RuleDraft): DormancyRule {
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
  ['kind', 'Payment Type', 'All others'],
  ['dormancy_months', 'Abandoned After (Months)', '36'],
  ['cutoff', 'Cutoff Day', '06-30'],
  ['report', 'Due On', '11-01'],
  ['letter_days', 'Last Letter (Days Before)', '60'],
] as const

interface RuleFieldsProps {
  rule: RuleDraft
  number: number
  errorOf(field: keyof DormancyRule): string | undefined
  onChange(rule: RuleDraft): void
  onRemove(): void
}

/**
 * A rule. The fields of an unclaimed property rule. The payment type is a request purpose. A rule without a type
 * applies to all purposes that have no rule.
 */
function RuleFields({ rule, number, errorOf, onChange, onRemove }: RuleFieldsProps) {
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
