import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { refusalToPublish } from '@check-requests/domain/approvals/policy.ts'
import type { DraftReply, PolicyReply } from '@check-requests/domain/approvals/replies.ts'
import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { Pencil, Send } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
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

/** The policy draft, until another admin publishes it. */
export function PolicyDraft({ group }: { group: DealerGroup }) {
  const query = usePolicyDraft(group.id)
  const versions = usePolicyVersions(group.id).data
  const { error, onRetry } = useLoadFailure(query)
  const [isEditing, setEditing] = useState(false)
  const draft = query.data
  const isEdited = draft !== undefined && draft.version > 0
  const choices = usePolicyChoices(group.id, isEdited || isEditing)
  const edit = useRef<HTMLButtonElement>(null)
  function close() {
    setEditing(false)
    requestAnimationFrame(() => edit.current?.focus())
  }
  if (draft && choices && isEditing)
    return (
      <Suspense>
        <PolicyEditor opened={draft} choices={choices} onClose={close} />
      </Suspense>
    )
  return (
    <Card
      title="Draft"
      description={draft && aboutDraft(draft)}
      flush={draft !== undefined && !isEdited}
      actions={
        draft && (
          <Button
            ref={edit}
            variant={isEdited || draft.in_force !== null ? 'secondary' : 'primary'}
            onClick={() => setEditing(true)}
          >
            <Pencil aria-hidden className="size-4" />
            {buttonText(draft)}
          </Button>
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
        />
      )}
    </Card>
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
}

/** The draft with its changes and warnings. */
function Edited({ group, draft, choices, inForce }: EditedProps) {
  const changes = changesBetween(inForce, draft.policy)
  return (
    <div className="grid gap-4">
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
      <Publish group={group} draft={draft} changes={changes} />
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
