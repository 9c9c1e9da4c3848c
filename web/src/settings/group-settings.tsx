import { reminderInWords } from '@check-requests/domain/inbox/reminders.ts'
import type { DealerGroup } from '@check-requests/domain/organisation/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Pencil } from 'lucide-react'
import { lazy } from 'react'
import { useDealerGroups } from '#organisation/api.ts'
import { mayManage } from '#organisation/place-authority.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RowAction, RowActions, rowActionsColumn } from '#ui/row-action.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'

const GroupDialog = lazy(async () => ({ default: (await import('#organisation/group-dialog.tsx')).GroupDialog }))

const columns: Column<DealerGroup>[] = [
  {
    key: 'name',
    header: 'Dealer group',
    width: 140,
    grows: true,
    tellsInFull: true,
    onCard: 'title',
    cell: ({ name }) => markHidden(name),
  },
  {
    key: 'separation',
    header: 'Separation of duties',
    width: 160,
    onCard: 'below',
    className: 'max-sm:whitespace-normal',
    cell: ({ settings }) => (
      <>
        <span className="sm:hidden">Separation of duties: </span>
        {onOrOff(settings.separation_of_duties)}
        <span className="sm:hidden"> · Second person: {onOrOff(settings.account_confirmation)}</span>
      </>
    ),
  },
  {
    key: 'confirmation',
    header: 'Second person',
    width: 130,
    cell: ({ settings }) => onOrOff(settings.account_confirmation),
  },
  {
    key: 'idle',
    header: 'Idle limit',
    width: 110,
    onCard: 'mark',
    cell: ({ settings }) => (
      <>
        <span className="sm:hidden">Idle limit: </span>
        {settings.idle_hours} hours
      </>
    ),
  },
  {
    key: 'reminder',
    header: 'Reminder',
    width: 150,
    cell: ({ settings }) => reminderInWords(settings.reminder_days),
  },
]

function onOrOff(on: boolean): string {
  return on ? 'On' : 'Off'
}

/** What applies to the dealer groups in the admin's scope; super admins change it (D1, E3). */
export function GroupSettings() {
  const manages = mayManage(usePerson(), 'dealer-groups.write')
  const list = useDealerGroups()
  const edit = useDialogFor<DealerGroup | null>(GroupDialog)
  const actions: Column<DealerGroup> = {
    ...rowActionsColumn,
    cell: (group) => (
      <RowActions>
        <RowAction
          small
          icon={Pencil}
          label={`Change the settings of ${group.name}`}
          onClick={() => edit.openFor(group)}
        />
      </RowActions>
    ),
  }
  return (
    <Card title="Dealer Group" description={manages ? undefined : 'A super admin changes these.'} flush>
      <DataTable
        caption="Settings of dealer groups"
        columns={manages ? [...columns, actions] : columns}
        rows={list.data}
        rowKey={({ id }) => id}
        {...useLoadFailure(list)}
        empty={<EmptyState text="No dealer groups have been added yet." />}
        skeletonRows={2}
      />
      {edit.dialog}
    </Card>
  )
}
