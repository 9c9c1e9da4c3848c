import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronRight, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { ConditionsFields } from '#approvals/conditions-fields.tsx'
import { type EditedRule, readable } from '#approvals/edited-policy.ts'
import { HurryFields } from '#approvals/hurry-fields.tsx'
import { conditionsInWords, hurryInWords, stepInWords } from '#approvals/policy-words.ts'
import { StepsEditor } from '#approvals/steps-editor.tsx'
import type { PolicyChoices } from '#approvals/use-policy-choices.ts'
import type { Messages } from '#approvals/use-policy-editor.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { RowAction } from '#ui/row-action.tsx'

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

/** One rule: its sentence with buttons, and its fields once it is opened. Alt with an arrow key moves it. */
export function RuleEditor(props: RuleEditorProps) {
  const { rule, place, choices, messages, isOpen, onChange, onMove } = props
  const fieldsId = useId()
  const path = `rules.${place.index}`
  const name = rule.name || 'new rule'
  // Before the lists among its fields take the key to open themselves.
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
            refusal={place.index === 0 ? 'It is the first rule.' : undefined}
            onClick={() => onMove(-1)}
          />
          <RowAction
            icon={ArrowDown}
            label={`Move ${name} down`}
            refusal={place.index === place.count - 1 ? 'It is the last rule.' : undefined}
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
            <Field label="Name of the rule" required error={messages[`${path}.name`]}>
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
            <HurryFields
              hurry={rule.hurry}
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
      {hurry && ` ${markHidden(hurryInWords(hurry, nameOf))}`}
    </span>
  )
}
