import { listedColumns, listedConditions, listedName } from '@check-requests/domain/approvals/conditions.ts'
import { type PayeeType, payeeTypes } from '@check-requests/domain/check-requests/fields.ts'
import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { priorities } from '@check-requests/domain/check-requests/priorities.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronRight, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { type EditedConditions, type EditedRule, type Messages, readable } from '#approvals/edited-policy.ts'
import { conditionsInWords, stepInWords, urgencyInWords } from '#approvals/policy-words.ts'
import { StepsEditor, UrgencyFields } from '#approvals/steps-editor.tsx'
import { type PolicyChoices, withChosen } from '#approvals/use-policy-choices.ts'
import { MoneyInput } from '#platform/money-input.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { MultiSelect } from '#ui/form/multi-select.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { RowAction } from '#ui/table/row-controls.tsx'

interface RuleEditorProps {
  rule: EditedRule
  place: { index: number; count: number }
  choices: PolicyChoices
  messages: Messages
  isOpen: boolean
  onToggle(): void
  onChange(rule: EditedRule): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

/** A rule: its sentence with buttons, and its fields when expanded. Alt with an arrow key moves the rule. */
export function RuleEditor(props: RuleEditorProps) {
  const { rule, place, choices, messages, isOpen, onChange, onMove } = props
  const fieldsId = useId()
  const path = `rules.${place.index}`
  const name = rule.name || 'new rule'
  // Runs before the select fields handle the key to open their lists.
  function moveByKey(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li id={`rule-${rule.key}`} className="rounded-md border border-line" onKeyDownCapture={moveByKey}>
      <div className="flex flex-wrap items-start gap-x-2 p-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={fieldsId}
          className="flex min-w-0 flex-1 basis-full sm:basis-52 gap-2 rounded-sm px-2 py-1.5 text-start hover:bg-sunken"
          onClick={props.onToggle}
        >
          <ChevronRight aria-hidden className={clsx('mt-0.5 size-4 shrink-0 text-ink-soft', isOpen && 'rotate-90')} />
          <span className="grid min-w-0 gap-0.5">
            <span className="font-medium wrap-anywhere">
              {place.index + 1}. {rule.name ? markHidden(rule.name) : 'New rule'}
            </span>
            {!isOpen && <Sentence rule={rule} choices={choices} />}
          </span>
        </button>
        <span className="ms-auto flex">
          <RowAction
            icon={ArrowUp}
            label={`Move ${name} up`}
            refusal={place.index === 0 ? 'This is the first rule.' : undefined}
            onClick={() => onMove(-1)}
          />
          <RowAction
            icon={ArrowDown}
            label={`Move ${name} down`}
            refusal={place.index === place.count - 1 ? 'This is the last rule.' : undefined}
            onClick={() => onMove(1)}
          />
          <RowAction icon={Trash2} danger label={`Remove ${name}`} onClick={props.onRemove} />
        </span>
      </div>
      <section
        id={fieldsId}
        aria-label={`Rule ${place.index + 1}`}
        hidden={!isOpen}
        className="border-t border-line p-3"
      >
        {isOpen && (
          <div className="grid gap-5">
            <Field label="Rule Name" required error={messages[`${path}.name`]}>
              <Input
                autoComplete="off"
                value={rule.name}
                onChange={({ target }) => onChange({ ...rule, name: target.value })}
              />
            </Field>
            <ConditionsFields
              conditions={rule.conditions}
              path={`${path}.conditions`}
              choices={choices}
              messages={messages}
              onChange={(conditions) => onChange({ ...rule, conditions })}
            />
            <StepsEditor
              steps={rule.steps}
              path={`${path}.steps`}
              choices={choices}
              messages={messages}
              onChange={(steps) => onChange({ ...rule, steps })}
            />
            <UrgencyFields
              urgency={rule.hurry}
              path={`${path}.hurry`}
              choices={choices}
              messages={messages}
              onChange={(hurry) => onChange({ ...rule, hurry })}
            />
          </div>
        )}
      </section>
    </li>
  )
}

function Sentence({ rule, choices: { nameOf } }: Pick<RuleEditorProps, 'rule' | 'choices'>) {
  const { conditions, steps, hurry } = readable(rule)
  return (
    <span className="text-[0.8125rem] wrap-anywhere text-ink-soft">
      {conditionsInWords(conditions, nameOf)}{' '}
      {steps.map((step) => `${markHidden(step.name)}: ${stepInWords(step, nameOf)}.`).join(' ')}
      {hurry && ` ${markHidden(urgencyInWords(hurry, nameOf))}`}
    </span>
  )
}

interface ConditionsFieldsProps {
  conditions: EditedConditions
  path: string
  choices: PolicyChoices
  messages: Messages
  onChange(conditions: EditedConditions): void
}

const payeeOptions = [
  { value: '', label: 'Any' },
  ...payeeTypes.map((value) => ({ value, label: capitalized(value) ?? value })),
]

const documentOptions = [
  { value: '', label: 'Any' },
  { value: 'true', label: 'Only if a document matches the amount and payee' },
  { value: 'false', label: 'Only if no document matches the amount and payee' },
]

/** The conditions of a rule. Empty conditions match every request. */
function ConditionsFields({ conditions, path, choices, messages, onChange }: ConditionsFieldsProps) {
  const set = (part: Partial<EditedConditions>) => onChange({ ...conditions, ...part })
  const listed = conditions.priority_levels
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">
        Conditions <span className="font-normal text-ink-soft">(leave a field blank to match any value)</span>
      </legend>
      <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-3">
        <Field label="Amount From" error={messages[`${path}.amount_from`]}>
          <MoneyInput value={conditions.amount_from} onChange={(amount_from) => set({ amount_from })} />
        </Field>
        <Field label="Amount To" error={messages[`${path}.amount_to`]}>
          <MoneyInput value={conditions.amount_to} onChange={(amount_to) => set({ amount_to })} />
        </Field>
        <Field label="Payee Type" className="max-lg:col-span-2">
          <NativeSelect
            className="w-full"
            options={payeeOptions}
            value={conditions.payee_type ?? ''}
            onChange={(value) => set({ payee_type: value === '' ? null : (value as PayeeType) })}
          />
        </Field>
        {listedColumns.map((column) => {
          const { field, plural } = listedConditions[column]
          return (
            <Field key={field} label={plural} error={messages[`${path}.${field}`]} className="max-sm:col-span-2">
              <MultiSelect
                placeholder="Any"
                options={withChosen(choices, listedName(column), conditions[field])}
                value={conditions[field]}
                onChange={(ids) => set({ [field]: ids })}
              />
            </Field>
          )
        })}
      </div>
      <Field label="Payee" group error={messages[`${path}.new_payee`]}>
        <Checkbox
          label="Only if the payee is new, or the name or address differs from the payee list"
          checked={conditions.new_payee ?? false}
          onChange={(new_payee) => set({ new_payee })}
        />
      </Field>
      <Field label="Documents" error={messages[`${path}.document_agrees`]}>
        <NativeSelect
          className="w-full"
          options={documentOptions}
          value={String(conditions.document_agrees ?? '')}
          onChange={(value) => set({ document_agrees: value === '' ? undefined : value === 'true' })}
        />
      </Field>
      <Field
        label="Priority"
        group
        hint={
          listed.length > 0 &&
          'Requesters choose the priority, so this rule doesn’t replace other rules. Its steps are added to theirs.'
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
