import type { DraftReply } from '@check-requests/domain/approvals/replies.ts'
import { useEffect, useRef, useState } from 'react'
import { ApproversFields } from '#approvals/approvers-fields.tsx'
import { HurryFields } from '#approvals/hurry-fields.tsx'
import { PolicyConflict } from '#approvals/policy-conflict.tsx'
import { PolicyRules } from '#approvals/policy-rules.tsx'
import { everythingElse } from '#approvals/policy-words.ts'
import { StepsEditor } from '#approvals/steps-editor.tsx'
import type { PolicyChoices } from '#approvals/use-policy-choices.ts'
import { usePolicyEditor } from '#approvals/use-policy-editor.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { UnsavedChanges } from '#ui/unsaved-changes.tsx'

interface PolicyEditorProps {
  opened: DraftReply
  choices: PolicyChoices
  onClose(): void
}

/** Changes the draft of a policy: ordered rules, each with conditions and steps, and everything else. */
export function PolicyEditor({ opened, choices, onClose }: PolicyEditorProps) {
  const form = useRef<HTMLFormElement>(null)
  const [asks, ask] = useState(false)
  useEffect(() => form.current?.focus(), [])
  // A rule with a mistake opens by itself, after the next render.
  const showMistakes = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  const editing = usePolicyEditor(opened, onClose, showMistakes)
  const { policy, change, messages } = editing
  return (
    <Card
      title="Draft"
      description="The first rule that fits a request decides its steps. Nothing is in force before somebody else has published it."
    >
      <form
        ref={form}
        tabIndex={-1}
        aria-label="Draft of the policy"
        noValidate
        className="grid grid-cols-1 gap-5 outline-hidden"
        onSubmit={(event) => {
          event.preventDefault()
          editing.submit()
        }}
      >
        <PolicyConflict editing={editing} />
        <PolicyRules editing={editing} choices={choices} />
        <section aria-label={everythingElse} className="grid gap-3 border-t border-line pt-4">
          <h3 className="font-semibold">{everythingElse}</h3>
          <StepsEditor
            steps={policy.otherwise}
            path="otherwise.steps"
            choices={choices}
            messages={messages}
            onChange={(otherwise) => change({ ...policy, otherwise })}
          />
          <HurryFields
            hurry={policy.otherwiseHurry}
            path="otherwise.hurry"
            choices={choices}
            messages={messages}
            onChange={(otherwiseHurry) => change({ ...policy, otherwiseHurry })}
          />
        </section>
        <section aria-label="Too few people" className="grid gap-3 border-t border-line pt-4">
          <div className="grid gap-0.5">
            <h3 className="font-semibold">Too few people</h3>
            <p className="text-ink-soft">
              Where a step has not enough people of its own, these can approve it as well.
            </p>
          </div>
          <ApproversFields
            approvers={policy.fallback}
            path="fallback"
            choices={choices}
            messages={messages}
            onChange={(fallback) => change({ ...policy, fallback })}
          />
        </section>
        {editing.failure && !editing.theirs && (
          <p role="alert" className="text-danger">
            {editing.failure.message}
          </p>
        )}
        <div
          data-bottom-bar="always"
          className="sticky bottom-0 z-10 -mx-4 -mb-4 flex flex-wrap gap-2 rounded-b-lg border-t border-line bg-surface px-4 py-3 sm:-mx-5 sm:px-5"
        >
          <Button type="submit" variant="primary" pending={editing.isSaving}>
            Save Draft
          </Button>
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
        text="What you changed in the policy has not been saved."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={onClose}
      />
    </Card>
  )
}
