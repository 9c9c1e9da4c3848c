import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { refusalToPublish } from '@check-requests/domain/approvals/policy.ts'
import type { DraftReply, PolicyReply } from '@check-requests/domain/approvals/replies.ts'
import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { FlaskConical, Layers, LifeBuoy, ListOrdered, Pencil, Send } from 'lucide-react'
import { lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { discardNotices, usePolicyDraft, usePolicyVersions } from '#approvals/api.ts'
import { changesBetween, PolicyRead, PolicyWarnings } from '#approvals/policy-versions.tsx'
import type { PublishSubject } from '#approvals/publish-dialog.tsx'
import { type PolicyChoices, usePolicyChoices } from '#approvals/use-policy-choices.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'

const PolicyEditor = lazy(async () => ({ default: (await import('#approvals/policy-editor.tsx')).PolicyEditor }))
const PublishDialog = lazy(async () => ({ default: (await import('#approvals/publish-dialog.tsx')).PublishDialog }))
const Steps = lazy(async () => ({ default: (await import('#ui/steps.tsx')).Steps }))
const TryPolicy = lazy(async () => ({ default: (await import('#approvals/try-policy.tsx')).TryPolicy }))
const TryHistory = lazy(async () => ({ default: (await import('#approvals/try-history.tsx')).TryHistory }))

const steps = [
  { name: 'Rules', picture: ListOrdered },
  { name: 'Everything Else', picture: Layers },
  { name: 'Fallback', picture: LifeBuoy },
  { name: 'Test', picture: FlaskConical },
  { name: 'Publish', picture: Send },
] as const
const [testing, publishing] = [3, 4]

/** The steps of a policy from its rules to its publication, with the current one marked. */
function PolicySteps({ current }: { current: number }) {
  return (
    <div className="min-h-15 sm:min-h-9">
      <Suspense>
        <Steps steps={steps} current={current} />
      </Suspense>
    </div>
  )
}

/** The policy draft in steps, until another admin publishes it. */
export function PolicyDraft({ group }: { group: DealerGroup }) {
  const query = usePolicyDraft(group.id)
  const versions = usePolicyVersions(group.id).data
  const { error, onRetry } = useLoadFailure(query)
  const [step, setStep] = useState<number>()
  const draft = query.data
  const isEdited = draft !== undefined && draft.version > 0
  const isEditing = step !== undefined && step < testing
  const choices = usePolicyChoices(group.id, isEdited || isEditing)
  const edit = useRef<HTMLButtonElement>(null)
  function leaveEditor(next?: number) {
    setStep(next)
    requestAnimationFrame(() => edit.current?.focus())
  }
  if (draft && choices && isEditing)
    return (
      <Suspense>
        <PolicyEditor
          opened={draft}
          choices={choices}
          step={step}
          progress={<PolicySteps current={step} />}
          onStep={setStep}
          onSaved={() => leaveEditor(testing)}
          onClose={leaveEditor}
        />
      </Suspense>
    )
  return (
    <>
      <Card
        title="Draft"
        description={draft && aboutDraft(draft)}
        flush={draft !== undefined && !isEdited}
        actions={
          draft && (
            <DraftActions
              draft={draft}
              edit={edit}
              onEdit={() => setStep(0)}
              onTest={step === testing ? undefined : () => setStep(testing)}
            />
          )
        }
      >
        {error && <ErrorState message={error} onRetry={onRetry} />}
        {(!draft || !versions || !choices) && !error && <SkeletonRows count={2} />}
        {isEdited && versions && choices && (
          <Edited
            group={group}
            draft={draft}
            choices={choices}
            inForce={versions.find(({ is_in_force }) => is_in_force)?.policy}
            step={step ?? publishing}
            onStep={setStep}
          />
        )}
      </Card>
      {step === testing && (
        <Suspense>
          <TryPolicy group={group} />
          <TryHistory group={group} />
        </Suspense>
      )}
    </>
  )
}

interface DraftActionsProps {
  draft: DraftReply
  edit: RefObject<HTMLButtonElement | null>
  onEdit(): void
  /** Undefined while the tests are shown. */
  onTest: (() => void) | undefined
}

function DraftActions({ draft, edit, onEdit, onTest }: DraftActionsProps) {
  const isEdited = draft.version > 0
  return (
    <>
      {onTest && (
        <Button variant="secondary" onClick={onTest}>
          <FlaskConical aria-hidden className="size-4" />
          {isEdited ? 'Test Draft' : 'Test Policy'}
        </Button>
      )}
      <Button ref={edit} variant={isEdited || draft.in_force !== null ? 'secondary' : 'primary'} onClick={onEdit}>
        <Pencil aria-hidden className="size-4" />
        {buttonText(draft)}
      </Button>
    </>
  )
}

function aboutDraft({ version, edited_by, edited_at }: DraftReply): string {
  if (version === 0 || !edited_at) return 'There are no unpublished changes.'
  return `Edited by ${markHidden(listWithAnd(edited_by.map(({ name }) => name)))}, ${formatMoment(edited_at)}`
}

function buttonText({ version, in_force }: DraftReply): string {
  if (version > 0) return 'Edit Draft'
  return in_force === null ? 'Create Policy' : 'Edit Policy'
}

interface EditedProps {
  group: DealerGroup
  draft: DraftReply
  choices: PolicyChoices
  inForce: PolicyReply | undefined
  step: number
  onStep(step: number): void
}

/** The saved draft with its changes and warnings, while it is tested and published. */
function Edited({ group, draft, choices, inForce, step, onStep }: EditedProps) {
  const changes = changesBetween(inForce, draft.policy)
  return (
    <div className="grid gap-4">
      <PolicySteps current={step} />
      <PolicyWarnings warnings={draft.warnings} />
      {inForce && (
        <section aria-label="Changes in the draft" className="rounded-md bg-sunken px-3 py-2">
          {changes.length === 0 ? (
            <p>The draft is the same as the policy in force.</p>
          ) : (
            <ul className="grid gap-0.5">
              {changes.map((sentence) => (
                <li key={sentence} className="wrap-anywhere">
                  {markHidden(sentence)}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      <PolicyRead policy={draft.policy} nameOf={choices.nameOf} />
      {step === testing ? (
        <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
          <Button variant="primary" onClick={() => onStep(publishing)}>
            Next
          </Button>
          <p className="text-ink-soft">Test the draft below before it is published.</p>
        </div>
      ) : (
        <Publish group={group} draft={draft} changes={changes} />
      )}
    </div>
  )
}

/** Publishes the draft. Users who edited the draft are told that another admin has to publish it. */
function Publish({ group, draft, changes }: { group: DealerGroup; draft: DraftReply; changes: readonly string[] }) {
  const { id } = usePerson()
  const { openFor, dialog } = useDialogFor<PublishSubject>(PublishDialog)
  const refusal = refusalToPublish(id, draft.edited_by, group.settings.separation_of_duties)
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
      {refusal ? (
        <p className="text-ink-soft">{markHidden(refusal)}</p>
      ) : (
        <Button variant="primary" onClick={() => openFor({ draft, changes })}>
          <Send aria-hidden className="size-4" />
          Publish
        </Button>
      )}
      <DiscardDraft draft={draft} />
      {dialog}
    </div>
  )
}

/** Discards the draft after confirmation. */
function DiscardDraft({ draft: { dealer_group_id: id, version, in_force } }: { draft: DraftReply }) {
  const [asks, ask] = useState(false)
  const discard = useWriteWithNotices(approvalEndpoints.discardDraft, discardNotices)
  return (
    <>
      <Button variant="secondary" pending={discard.isPending} onClick={() => ask(true)}>
        Discard Draft
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={ask}
        title="Discard the draft?"
        text={
          in_force === null
            ? 'The draft is removed from this screen. The audit trail keeps a copy.'
            : 'The policy in force doesn’t change, and the next draft starts from it. The audit trail keeps a copy of this draft.'
        }
        confirmLabel="Discard Draft"
        cancelLabel="Keep Draft"
        onConfirm={() => discard.mutate({ params: { id }, body: { version } })}
      />
    </>
  )
}
