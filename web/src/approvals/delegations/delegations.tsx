import { delegationEndpoints } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import type { DelegationReply } from '@check-requests/domain/approvals/delegations/fields.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { CircleOff, Plus } from 'lucide-react'
import { lazy } from 'react'
import { endNotices, useCandidates, useDelegations } from '#approvals/delegations/api.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { RowAction } from '#ui/table/row-controls.tsx'

const DelegationDialog = lazy(async () => ({
  default: (await import('#approvals/delegations/delegation-dialog.tsx')).DelegationDialog,
}))

/**
 * An approver's own delegations or, for an admin, all delegations. Renders nothing if no approval policy is in force,
 * because every approver in scope can then decide.
 */
export function Delegations({ forOthers = false }: { forOthers?: boolean }) {
  const candidates = useCandidates().data ?? []
  const list = useDelegations(candidates.length > 0)
  const { error, onRetry } = useLoadFailure(list)
  const create = useDialogFor<{ forOthers: boolean }>(DelegationDialog)
  if (candidates.length === 0) return null
  return (
    <Card
      title="Delegations"
      description={
        forOthers
          ? 'While approvers are away, a delegate can decide the requests that wait for them, on their behalf.'
          : 'While you are away, a delegate can decide the requests that wait for you, on your behalf.'
      }
      actions={
        <Button variant="secondary" onClick={() => create.openFor({ forOthers })}>
          <Plus aria-hidden className="size-4" />
          Add Delegation
        </Button>
      }
      flush
    >
      {error && <ErrorState message={error} onRetry={onRetry} />}
      {list.data?.length === 0 && <EmptyState text="No delegations yet." />}
      <ul aria-label="Delegations">
        {list.data?.map((delegation) => (
          <DelegationRow key={delegation.id} delegation={delegation} />
        ))}
      </ul>
      {create.dialog}
    </Card>
  )
}

function DelegationRow({ delegation }: { delegation: DelegationReply }) {
  const { id, from, to, starts_on, ends_on, dealerships, reason, is_in_force } = delegation
  const end = useWriteWithNotices(delegationEndpoints.remove, endNotices)
  const places = dealerships.length > 0 && ` at ${listWithAnd(dealerships.map(({ name }) => markHidden(name)))}`
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 border-t border-line px-4 py-2 sm:px-5">
      <div className="grid min-w-0">
        <p className="font-medium wrap-anywhere">
          {markHidden(to.name)} for {markHidden(from.name)} {is_in_force && <Badge color="green">In force</Badge>}
        </p>
        <p className="text-[0.8125rem] wrap-anywhere text-ink-soft">
          {formatDate(starts_on)} to {formatDate(ends_on)}
          {places}: {markHidden(reason)}
        </p>
      </div>
      <RowAction
        icon={CircleOff}
        danger
        label={`End delegation: ${markHidden(to.name)} for ${markHidden(from.name)}`}
        onClick={() => end.mutate({ params: { id } })}
      />
    </li>
  )
}
