import type { DraftReply } from '@check-requests/domain/approvals/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { editingSteps, moved, newRule, type PolicyEditing, usePolicyEditor } from '#approvals/edited-policy.ts'
import { changesBetween } from '#approvals/policy-versions.tsx'
import { everythingElse } from '#approvals/policy-words.ts'
import { RuleEditor } from '#approvals/rule-editor.tsx'
import { ApproversFields, StepsEditor, UrgencyFields } from '#approvals/steps-editor.tsx'
import type { PolicyChoices } from '#approvals/use-policy-choices.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { UnsavedChanges } from '#ui/form/unsaved-changes.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

interface PolicyEditorProps {
  opened: DraftReply
  choices: PolicyChoices
  /** The step shown, from 0. */
  step: number
  progress: ReactNode
  onStep(step: number): void
  onSaved(): void
  onClose(): void
}

/** Edits a policy draft in steps: ordered rules with conditions, the steps for all other requests, and the fallback. */
export function PolicyEditor({ opened, choices, step, progress, onStep, onSaved, onClose }: PolicyEditorProps) {
  const form = useRef<HTMLFormElement>(null)
  const [asks, ask] = useState(false)
  useEffect(() => form.current?.focus(), [])
  function show(next: number, focused = 'h3') {
    onStep(next)
    // A rule with an error opens automatically after the next render.
    requestAnimationFrame(() => (form.current?.querySelector<HTMLElement>(focused) ?? form.current)?.focus())
  }
  const editing = usePolicyEditor(opened, onSaved, (wrong) => show(Math.max(wrong, 0), '[aria-invalid]'))
  const isLast = step === editingSteps - 1
  const save = () => editing.check(editingSteps) && editing.save()
  function goOn() {
    if (isLast) save()
    else if (editing.check(step + 1)) show(step + 1)
  }
  return (
    <Card
      title="Draft"
      description="The first rule that matches a request determines its steps. Changes take effect after another admin publishes the draft."
    >
      <form
        ref={form}
        tabIndex={-1}
        aria-label="Policy draft"
        noValidate
        className="grid grid-cols-1 gap-5 outline-hidden"
        onSubmit={(event) => {
          event.preventDefault()
          goOn()
        }}
      >
        {progress}
        <PolicyConflict editing={editing} />
        <ShownStep step={step} editing={editing} choices={choices} />
        {editing.failure && !editing.theirs && (
          <p role="alert" className="text-danger">
            {editing.failure.message}
          </p>
        )}
        <div
          data-bottom-bar="always"
          className="sticky bottom-0 z-10 -mx-4 -mb-4 flex flex-wrap gap-2 rounded-b-lg border-t border-line bg-surface px-4 py-3 sm:-mx-5 sm:px-5"
        >
          {!isLast && (
            <Button type="submit" variant="primary">
              Next
            </Button>
          )}
          <Button
            type={isLast ? 'submit' : 'button'}
            variant={isLast ? 'primary' : 'secondary'}
            pending={editing.isSaving}
            onClick={isLast ? undefined : save}
          >
            Save Draft
          </Button>
          {step > 0 && (
            <Button variant="secondary" onClick={() => show(step - 1)}>
              Back
            </Button>
          )}
          <Button variant="secondary" onClick={() => (editing.isDirty ? ask(true) : onClose())}>
            Cancel
          </Button>
        </div>
      </form>
      <UnsavedChanges when={editing.isDirty} />
      <ConfirmDialog
        open={asks}
        onOpenChange={ask}
        title="Close without saving?"
        text="Your changes to the policy haven’t been saved."
        confirmLabel="Discard Changes"
        cancelLabel="Keep Editing"
        onConfirm={onClose}
      />
    </Card>
  )
}

interface EditedProps {
  editing: PolicyEditing
  choices: PolicyChoices
}

function ShownStep({ step, editing, choices }: EditedProps & { step: number }) {
  const { policy, change, messages } = editing
  if (step === 0) return <PolicyRules editing={editing} choices={choices} />
  if (step === 1)
    return (
      <section aria-label={everythingElse} className="grid gap-3">
        <h3 className="font-semibold">{everythingElse}</h3>
        <StepsEditor
          steps={policy.otherwise}
          path="otherwise.steps"
          choices={choices}
          messages={messages}
          onChange={(otherwise) => change({ ...policy, otherwise })}
        />
        <UrgencyFields
          urgency={policy.otherwiseUrgency}
          path="otherwise.hurry"
          choices={choices}
          messages={messages}
          onChange={(otherwiseUrgency) => change({ ...policy, otherwiseUrgency })}
        />
      </section>
    )
  return (
    <section aria-label="Fallback Approvers" className="grid gap-3">
      <div className="grid gap-0.5">
        <h3 className="font-semibold">Fallback Approvers</h3>
        <p className="text-ink-soft">They can also approve a step that doesn’t have enough approvers.</p>
      </div>
      <ApproversFields
        approvers={policy.fallback}
        path="fallback"
        choices={choices}
        messages={messages}
        onChange={(fallback) => change({ ...policy, fallback })}
      />
    </section>
  )
}

/** Shows another user's changes to the draft, and asks which draft to keep. */
function PolicyConflict({ editing: { theirs, base, failure, settle } }: { editing: PolicyEditing }) {
  if (!theirs) return null
  const changes = changesBetween(base.policy, theirs.policy)
  return (
    <section
      aria-label="Changes by another user"
      className="grid gap-2 rounded-md border border-yellow bg-yellow-soft px-3 py-3"
    >
      <p role="alert" className="font-medium">
        {failure?.message ?? 'Another user changed the approval policy in the meantime.'}
      </p>
      <ul className="grid gap-0.5">
        {changes.map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {markHidden(sentence)}
          </li>
        ))}
        {changes.length === 0 && <li>There are no differences.</li>}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => settle(true)}>
          Keep My Version
        </Button>
        <Button variant="secondary" onClick={() => settle(false)}>
          Use Their Version
        </Button>
      </div>
    </section>
  )
}

/** The rules in order. Each rule expands to show its fields, and does so automatically if there is an error in it. */
function PolicyRules({ editing: { policy, change, messages }, choices }: EditedProps) {
  const add = useRef<HTMLButtonElement>(null)
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set())
  const [said, say] = useState('')
  const { rules } = policy
  const wrong = new Set(Object.keys(messages).map((path) => /^rules\.(\d+)/.exec(path)?.[1]))

  // A rule stays expanded after its error is fixed, because the user is still editing the rule.
  const closed = rules.filter(({ key }, index) => wrong.has(String(index)) && !openKeys.has(key))
  if (closed.length > 0) setOpenKeys(new Set([...openKeys, ...closed.map(({ key }) => key)]))

  function addRule() {
    const rule = newRule()
    change({ ...policy, rules: [...rules, rule] })
    setOpenKeys(new Set([...openKeys, rule.key]))
    requestAnimationFrame(() => document.getElementById(`rule-${rule.key}`)?.querySelector('input')?.focus())
  }

  function move(index: number, by: -1 | 1) {
    const next = moved(rules, index, by)
    if (next === rules) return
    const focused = document.activeElement
    change({ ...policy, rules: next })
    say(`${rules[index]?.name || 'The rule'} is now rule ${index + by + 1} of ${rules.length}.`)
    // Moving an element in the document makes it lose the focus.
    requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus())
  }

  function remove(index: number) {
    change({ ...policy, rules: rules.toSpliced(index, 1) })
    say(`${rules[index]?.name || 'The rule'} was removed.`)
    requestAnimationFrame(() => add.current?.focus())
  }

  function toggle(key: string) {
    const next = new Set(openKeys)
    if (!next.delete(key)) next.add(key)
    setOpenKeys(next)
  }

  return (
    <section aria-label="Rules" className="grid grid-cols-1 gap-3">
      <h3 className="font-semibold">Rules</h3>
      {rules.length === 0 && (
        <p className="text-ink-soft">There are no rules yet. Every request takes the steps under “{everythingElse}”.</p>
      )}
      <ol className="grid grid-cols-1 gap-2">
        {rules.map((rule, index) => (
          <RuleEditor
            key={rule.key}
            rule={rule}
            place={{ index, count: rules.length }}
            choices={choices}
            messages={messages}
            isOpen={openKeys.has(rule.key)}
            onToggle={() => toggle(rule.key)}
            onChange={(next) => change({ ...policy, rules: rules.with(index, next) })}
            onMove={(by) => move(index, by)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <div>
        <Button ref={add} variant="secondary" onClick={addRule}>
          <Plus aria-hidden className="size-4" />
          Add Rule
        </Button>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  )
}
