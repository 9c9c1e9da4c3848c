import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import type { TitleReply } from '@check-requests/domain/approvals/replies.ts'
import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { CircleOff, CirclePlay, Pencil, Plus, UserPlus } from 'lucide-react'
import { lazy } from 'react'
import { titleNotices, useApprovalTitles } from '#approvals/api.ts'
import { Delegations } from '#approvals/delegations/delegations.tsx'
import type { HeldTitlesSubject } from '#approvals/held-titles-dialog.tsx'
import { PolicyDraft } from '#approvals/policy-draft.tsx'
import { PolicyInForce, PolicyVersions } from '#approvals/policy-versions.tsx'
import type { TitleSubject } from '#approvals/title-dialog.tsx'
import { GroupSelect, useChosenGroup } from '#organization/chosen-group.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RowAction } from '#ui/table/row-controls.tsx'

/** The approval policy of a dealer group: who must approve what, and in which order. */
export function AdminApprovalsScreen() {
  const chosenGroup = useChosenGroup()
  const { list, chosen } = chosenGroup
  const { error, onRetry } = useLoadFailure(list)
  return (
    <>
      <PageHeader
        title="Approval Policy"
        subtitle="Sets who must approve each request, and in what order."
        actions={<GroupSelect {...chosenGroup} />}
      />
      {error && (
        <Card flush>
          <ErrorState message={error} onRetry={onRetry} />
        </Card>
      )}
      {list.data && !chosen && (
        <Card flush>
          <EmptyState text="No dealer groups have been added yet." />
        </Card>
      )}
      {chosen && (
        <div key={chosen.id} className="grid gap-5">
          <PolicyInForce group={chosen} />
          <PolicyDraft group={chosen} />
          <ApprovalTitles group={chosen} />
          <Delegations forOthers />
          <PolicyVersions group={chosen} />
        </div>
      )}
    </>
  )
}

const TitleDialog = lazy(async () => ({ default: (await import('#approvals/title-dialog.tsx')).TitleDialog }))
const HeldTitlesDialog = lazy(async () => ({
  default: (await import('#approvals/held-titles-dialog.tsx')).HeldTitlesDialog,
}))

/** The approval titles that a policy can name instead of people, with their holders. */
export function ApprovalTitles({ group }: { group: DealerGroup }) {
  const list = useApprovalTitles()
  const { error, onRetry } = useLoadFailure(list)
  const edit = useDialogFor<TitleSubject>(TitleDialog)
  const hold = useDialogFor<HeldTitlesSubject>(HeldTitlesDialog)
  const update = useWriteWithNotices(approvalEndpoints.updateTitle, titleNotices.update)
  const titles = list.data?.filter(({ dealer_group_id }) => dealer_group_id === group.id)
  return (
    <Card
      title="Approval Titles"
      description="Roles such as Controller. A policy that names titles instead of users doesn’t change when users do."
      actions={
        <Button variant="secondary" onClick={() => edit.openFor({ groupId: group.id })}>
          <Plus aria-hidden className="size-4" />
          Add Title
        </Button>
      }
      flush
    >
      {error && <ErrorState message={error} onRetry={onRetry} />}
      {titles?.length === 0 && <EmptyState text="No titles have been added yet." />}
      <ul aria-label="Approval titles">
        {titles?.map((title) => (
          <TitleRow
            key={title.id}
            title={title}
            onEdit={() => edit.openFor({ groupId: group.id, title })}
            onHold={() => hold.openFor({ groupId: group.id, titleId: title.id })}
            onSwitch={() =>
              update.mutate({
                params: { id: title.id },
                body: { is_active: !title.is_active, version: title.version },
              })
            }
          />
        ))}
      </ul>
      {edit.dialog}
      {hold.dialog}
    </Card>
  )
}

interface TitleRowProps {
  title: TitleReply
  onEdit(): void
  onHold(): void
  onSwitch(): void
}

function TitleRow({ title, onEdit, onHold, onSwitch }: TitleRowProps) {
  const { name, is_active } = title
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 sm:px-5">
      <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="wrap-anywhere">{markHidden(name)}</span>
          {!is_active && <Badge color="gray">Inactive</Badge>}
        </p>
        <p className="text-[0.8125rem] wrap-anywhere text-ink-soft">{holdersInWords(title)}</p>
      </div>
      <span className="ms-auto flex">
        <RowAction
          small
          icon={UserPlus}
          label={`Assign the ${name} title`}
          refusal={is_active ? undefined : 'This title is inactive.'}
          onClick={onHold}
        />
        <RowAction small icon={Pencil} label={`Rename ${name}`} onClick={onEdit} />
        <RowAction
          small
          icon={is_active ? CircleOff : CirclePlay}
          label={is_active ? `Deactivate ${name}` : `Reactivate ${name}`}
          onClick={onSwitch}
        />
      </span>
    </li>
  )
}

function holdersInWords({ holders, still_count = [] }: TitleReply): string {
  if (holders.length + still_count.length === 0) return 'No one has this title yet.'
  const held = holders.map((holder) => {
    return holder.waits
      ? `${whereHeld(holder)} (pending: takes effect when a second person confirms)`
      : whereHeld(holder)
  })
  const taken = still_count.map(
    (holder) => `${whereHeld(holder)} (removal pending: stays in effect until a second person confirms)`,
  )
  return markHidden(listWithAnd([...held, ...taken]))
}

function whereHeld({ name, dealership_name }: Omit<TitleReply['holders'][number], 'waits'>): string {
  return dealership_name ? `${name} at ${dealership_name}` : name
}
