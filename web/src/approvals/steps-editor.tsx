import type { PolicyReply } from '@check-requests/domain/approvals/replies.ts'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import {
  type EditedStep,
  type EditedUrgency,
  type HoursField,
  hoursFields,
  type Messages,
  moved,
  newStep,
} from '#approvals/edited-policy.ts'
import { countInWords } from '#approvals/policy-words.ts'
import { type PolicyChoices, withChosen } from '#approvals/use-policy-choices.ts'
import { Button } from '#ui/button.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { MultiSelect } from '#ui/form/multi-select.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { RowAction } from '#ui/table/row-controls.tsx'

interface StepsEditorProps {
  steps: readonly EditedStep[]
  path: string
  choices: PolicyChoices
  messages: Messages
  onChange(steps: readonly EditedStep[]): void
}

const mostOffered = 5

/** The steps of a rule in order. */
export function StepsEditor({ steps, path, choices, messages, onChange }: StepsEditorProps) {
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  function move(index: number, by: -1 | 1) {
    const focused = document.activeElement
    onChange(moved(steps, index, by))
    // Moving an element in the document makes it lose the focus.
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
          <Field label="Step Name" required error={messages[`${path}.name`]}>
            <Input
              autoComplete="off"
              value={step.name}
              onChange={({ target }) => onChange({ ...step, name: target.value })}
            />
          </Field>
          <Field label="Required Approvals" error={messages[`${path}.needed`]}>
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
        refusal={place.index === 0 ? 'This is the first step.' : undefined}
        onClick={() => onMove(-1)}
      />
      <RowAction
        small
        icon={ArrowDown}
        label={`Move ${title} down`}
        refusal={place.index === place.count - 1 ? 'This is the last step.' : undefined}
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

type Approvers = PolicyReply['fallback']

interface ApproversFieldsProps {
  approvers: Approvers
  path: string
  choices: PolicyChoices
  messages: Messages
  onChange(approvers: Approvers): void
}

const reaches = [
  { value: 'named', label: 'Specific titles and users' },
  { value: 'anyone', label: 'Any approver in scope' },
] as const

/** The approvers: any approver whose scope covers the request, or holders of titles and named users. */
export function ApproversFields({ approvers, path, choices, messages, onChange }: ApproversFieldsProps) {
  const { anyone_in_scope, approval_title_ids, user_ids } = approvers
  return (
    <div className="grid gap-3">
      <Field label="Approvers" group>
        <RadioGroup
          options={reaches}
          value={anyone_in_scope ? 'anyone' : 'named'}
          onChange={(reach) => onChange({ user_ids: [], approval_title_ids: [], anyone_in_scope: reach === 'anyone' })}
        />
      </Field>
      {!anyone_in_scope && (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <Field label="Titles" error={messages[path] ?? messages[`${path}.approval_title_ids`]}>
            <MultiSelect
              options={withChosen(choices, 'title', approval_title_ids)}
              value={approval_title_ids}
              placeholder={choices.options.title.length === 0 ? 'No titles yet' : 'Choose titles'}
              onChange={(ids) => onChange({ ...approvers, approval_title_ids: ids })}
            />
          </Field>
          <Field label="Users" error={messages[`${path}.user_ids`]}>
            <MultiSelect
              options={withChosen(choices, 'person', user_ids)}
              value={user_ids}
              placeholder="Choose users"
              onChange={(ids) => onChange({ ...approvers, user_ids: ids })}
            />
          </Field>
        </div>
      )}
    </div>
  )
}

interface UrgencyFieldsProps {
  urgency: EditedUrgency
  path: string
  choices: PolicyChoices
  messages: Messages
  onChange(urgency: EditedUrgency): void
}

const labels: Record<HoursField, string> = {
  remind_after: 'Send Reminder After',
  escalate_after: 'Offer to Others After',
  critical_remind_after: 'Critical: Send Reminder After',
  critical_escalate_after: 'Critical: Offer After',
}

const nobody = { value: 0, label: 'No one' }

/** The reminders and escalations of a rule's steps. */
export function UrgencyFields({ urgency, path, choices, messages, onChange }: UrgencyFieldsProps) {
  const chosen = urgency.escalate_to === null ? [] : [urgency.escalate_to]
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">
        Reminders and Escalation{' '}
        <span className="font-normal text-ink-soft">
          (in business hours at the dealership; leave a field blank for never)
        </span>
      </legend>
      <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-4">
        {hoursFields.map((field) => (
          <Field key={field} label={labels[field]} error={messages[`${path}.${field}`]}>
            <Input
              inputMode="numeric"
              autoComplete="off"
              value={urgency[field]}
              onChange={({ target }) => onChange({ ...urgency, [field]: target.value })}
            />
          </Field>
        ))}
        <Field label="Offer To" error={messages[`${path}.escalate_to`]} className="col-span-2">
          <NativeSelect
            className="w-full"
            options={[nobody, ...withChosen(choices, 'title', chosen)]}
            value={urgency.escalate_to ?? 0}
            onChange={(title) => onChange({ ...urgency, escalate_to: title || null })}
          />
        </Field>
      </div>
    </fieldset>
  )
}
