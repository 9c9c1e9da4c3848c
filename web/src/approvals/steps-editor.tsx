import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { ApproversFields } from '#approvals/approvers-fields.tsx'
import { type EditedStep, moved, newStep } from '#approvals/edited-policy.ts'
import { countInWords } from '#approvals/policy-words.ts'
import type { PolicyChoices } from '#approvals/use-policy-choices.ts'
import type { Messages } from '#approvals/use-policy-editor.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { RowAction } from '#ui/row-action.tsx'

interface StepsEditorProps {
  steps: readonly EditedStep[]
  path: string
  choices: PolicyChoices
  messages: Messages
  onChange(steps: readonly EditedStep[]): void
}

const mostOffered = 5

/** The steps of a rule, in order. */
export function StepsEditor({ steps, path, choices, messages, onChange }: StepsEditorProps) {
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  function move(index: number, by: -1 | 1) {
    const focused = document.activeElement
    onChange(moved(steps, index, by))
    // What moves in the document loses the focus.
    requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus())
  }
  function addStep() {
    onChange([...steps, newStep()])
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('input')?.focus())
  }
  function remove(index: number) {
    onChange(steps.toSpliced(index, 1))
    requestAnimationFrame(() => add.current?.focus())
  }
  return (
    <div className="grid gap-3">
      <ol ref={list} className="grid gap-3">
        {steps.map((step, index) => (
          <StepFields
            key={step.key}
            step={step}
            place={{ index, count: steps.length }}
            path={`${path}.${index}`}
            choices={choices}
            messages={messages}
            onChange={(next) => onChange(steps.with(index, next))}
            onMove={(by) => move(index, by)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <div>
        <Button ref={add} variant="secondary" size="sm" onClick={addStep}>
          <Plus aria-hidden className="size-4" />
          Add Step
        </Button>
      </div>
    </div>
  )
}

interface StepFieldsProps extends Omit<StepsEditorProps, 'steps' | 'onChange'> {
  step: EditedStep
  place: { index: number; count: number }
  onChange(step: EditedStep): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

function StepFields({ step, place, path, choices, messages, ...acts }: StepFieldsProps) {
  const { onChange } = acts
  const title = `Step ${place.index + 1}`
  return (
    <li>
      <fieldset className="grid gap-3 rounded-md bg-sunken p-3">
        <legend className="sr-only">{title}</legend>
        <div className="flex items-center justify-between gap-2">
          <span aria-hidden className="font-medium">
            {title}
          </span>
          {place.count > 1 && <StepActions title={title} place={place} {...acts} />}
        </div>
        <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <Field label="Name of the step" required error={messages[`${path}.name`]}>
            <Input
              autoComplete="off"
              value={step.name}
              onChange={({ target }) => onChange({ ...step, name: target.value })}
            />
          </Field>
          <Field label="How many approve" error={messages[`${path}.needed`]}>
            <NativeSelect
              className="w-full"
              options={neededOptions(step.needed)}
              value={step.needed}
              onChange={(needed) => onChange({ ...step, needed })}
            />
          </Field>
        </div>
        <ApproversFields
          approvers={step.approvers}
          path={`${path}.approvers`}
          choices={choices}
          messages={messages}
          onChange={(approvers) => onChange({ ...step, approvers })}
        />
      </fieldset>
    </li>
  )
}

type StepActionsProps = Pick<StepFieldsProps, 'place' | 'onMove' | 'onRemove'> & { title: string }

function StepActions({ title, place, onMove, onRemove }: StepActionsProps) {
  return (
    <span className="flex">
      <RowAction
        small
        icon={ArrowUp}
        label={`Move ${title} up`}
        refusal={place.index === 0 ? 'It is the first step.' : undefined}
        onClick={() => onMove(-1)}
      />
      <RowAction
        small
        icon={ArrowDown}
        label={`Move ${title} down`}
        refusal={place.index === place.count - 1 ? 'It is the last step.' : undefined}
        onClick={() => onMove(1)}
      />
      <RowAction small icon={Trash2} danger label={`Remove ${title}`} onClick={onRemove} />
    </span>
  )
}

function neededOptions(needed: EditedStep['needed']): { value: EditedStep['needed']; label: string }[] {
  const counts = Array.from({ length: mostOffered }, (_, index) => index + 1)
  const others = typeof needed === 'number' && needed > mostOffered ? [needed] : []
  const offered = [...counts, ...others].map((value) => ({
    value,
    label: `${capitalized(countInWords(value))} of them`,
  }))
  return [...offered, { value: 'all', label: 'All of them' }]
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
