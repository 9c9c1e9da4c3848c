import type { DormancyRule, UnclaimedPropertyReply } from '@check-requests/domain/bank/unclaimed.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { lazy } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useUnclaimedProperty } from '#checks/reports/api.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'

const UnclaimedDialog = lazy(async () => ({
  default: (await import('#checks/reports/unclaimed-dialog.tsx')).UnclaimedDialog,
}))

/** The due dates of uncashed checks: a table that the group maintains, because none is shipped. */
export function UnclaimedProperty({ groupId }: { groupId: number }) {
  const writes = may(usePerson(), 'bank-accounts.write')
  const query = useUnclaimedProperty(groupId)
  const { error, onRetry } = useLoadFailure(query)
  const editor = useDialogFor<UnclaimedPropertyReply>(UnclaimedDialog)
  const table = query.isFetchedAfterMount ? query.data : undefined
  return (
    <Card
      title="Unclaimed Property"
      flush
      description={
        <>State laws change, so maintain this table yourself with your lawyer’s help. {table && holderInWords(table)}</>
      }
      actions={writes && table && <Button onClick={() => editor.openFor(table)}>Edit Table</Button>}
    >
      <DataTable
        caption="Rules"
        columns={columns}
        rows={table?.rules.map((rule, index) => ({ ...rule, index }))}
        rowKey={({ index }) => index}
        error={error}
        onRetry={onRetry}
        empty={
          <EmptyState text="No rules have been added yet, so due dates for uncashed checks can’t be calculated." />
        }
      />
      {editor.dialog}
    </Card>
  )
}

function holderInWords({ holder_state: state }: UnclaimedPropertyReply): string {
  if (state === null) return 'The holder’s state isn’t set.'
  return `If a payee’s state is unknown, the money goes to ${state}, the holder’s state.`
}

const columns: Column<DormancyRule & { index: number }>[] = [
  { key: 'state', header: 'State', onCard: 'title', cell: ({ state }) => state },
  { key: 'kind', header: 'Payment Type', cell: ({ kind }) => (kind === null ? 'All others' : markHidden(kind)) },
  { key: 'dormancy', header: 'Abandoned After', cell: ({ dormancy_months: months }) => `${months} months` },
  { key: 'cutoff', header: 'Cutoff Day', cell: ({ cutoff }) => cutoff },
  { key: 'report', header: 'Due On', cell: ({ report }) => report },
  { key: 'letter', header: 'Last Letter', cell: ({ letter_days: days }) => `${days} days before` },
]
