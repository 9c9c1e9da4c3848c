import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerGroups } from '#organization/api.ts'
import { useLinkedRecord } from '#organization/linked-record.ts'
import { PlaceName } from '#organization/places.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { RowAction, RowActions, rowActionsColumn } from '#ui/table/row-controls.tsx'

const GroupDialog = lazy(async () => ({ default: (await import('#organization/group-dialog.tsx')).GroupDialog }))
const DeleteDialog = lazy(async () => ({
  default: (await import('#organization/delete-group-dialog.tsx')).DeleteGroupDialog,
}))

const columns: Column<DealerGroup>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 140,
    grows: true,
    onCard: 'title',
    cell: (group) => <PlaceName place={group} />,
  },
  { key: 'code', header: 'Code', width: 100, onCard: 'mark', cell: ({ code }) => code },
]

/** The dealer groups; only super admins can add, change, and delete them (R108, R191). */
export function DealerGroups() {
  const manages = may(usePerson(), 'dealer-groups.write')
  const list = useDealerGroups()
  const { data } = list
  const linked = useLinkedRecord('dealer-group', data !== undefined)
  const edit = useDialogFor<DealerGroup | null>(GroupDialog)
  const remove = useDialogFor<DealerGroup>(DeleteDialog)
  const actions: Column<DealerGroup> = {
    ...rowActionsColumn,
    cell: (group) => (
      <RowActions>
        <RowAction small icon={Pencil} label={`Edit ${group.name}`} onClick={() => edit.openFor(group)} />
        <RowAction small icon={Trash2} danger label={`Delete ${group.name}`} onClick={() => remove.openFor(group)} />
      </RowActions>
    ),
  }
  return (
    <Card
      title="Dealer Groups"
      actions={
        manages && (
          <Button variant="secondary" onClick={() => edit.openFor(null)}>
            <Plus aria-hidden className="size-4" />
            Add Dealer Group
          </Button>
        )
      }
      flush
    >
      <DataTable
        caption="Dealer Groups"
        columns={manages ? [...columns, actions] : columns}
        rows={data}
        rowKey={({ id }) => id}
        activeKey={linked}
        {...useLoadFailure(list)}
        empty={<EmptyState text="No dealer groups have been added yet." />}
        skeletonRows={2}
      />
      {edit.dialog}
      {remove.dialog}
    </Card>
  )
}
