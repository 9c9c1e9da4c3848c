import { reminderInWords } from '@check-requests/domain/inbox/reminders.ts'
import type { DealerGroup } from '@check-requests/domain/organisation/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { zoneInWords } from '@check-requests/domain/values/time-zones.ts'
import { BookOpen, CalendarDays, HandCoins, Landmark, ListChecks, Pencil } from 'lucide-react'
import { lazy } from 'react'
import { useDealerGroups } from '#organisation/api.ts'
import { paths } from '#paths.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { may } from '#sessions/may.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { RowAction, RowActions, rowActionsColumn } from '#ui/row-action.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'

const GroupDialog = lazy(async () => ({ default: (await import('#organisation/group-dialog.tsx')).GroupDialog }))

const LocalSettingsDialog = lazy(async () => ({
  default: (await import('#organisation/local-settings-dialog.tsx')).LocalSettingsDialog,
}))

const PayeeSettingsDialog = lazy(async () => ({
  default: (await import('#payees/payee-settings-dialog.tsx')).PayeeSettingsDialog,
}))

const ChartDialog = lazy(async () => ({ default: (await import('#accounting/chart-dialog.tsx')).ChartDialog }))

const DemandsDialog = lazy(async () => ({ default: (await import('#demands/demands-dialog.tsx')).DemandsDialog }))

const columns: Column<DealerGroup>[] = [
  {
    key: 'name',
    header: 'Dealer group',
    width: 136,
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
        <span className="sm:hidden">
          {` · Second person: ${onOrOff(settings.account_confirmation)} · ${zoneOf(settings)}`}
        </span>
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
    width: 94,
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
    givesWay: 1,
    cell: ({ settings }) => reminderInWords(settings.reminder_days),
  },
  {
    key: 'zone',
    header: 'Time zone',
    width: 160,
    grows: true,
    givesWay: 2,
    cell: ({ settings }) => zoneOf(settings),
  },
]

const nothing = 'A super admin changes these.'
const localOnly = `${nothing} You choose the time zone, business days, holidays and the text in mails.`

function zoneOf({ time_zone }: DealerGroup['settings']): string {
  return zoneInWords(time_zone, Date.now())
}

function onOrOff(on: boolean): string {
  return on ? 'On' : 'Off'
}

/** What applies to the dealer groups in the admin's scope; super admins change it (D1, E3), their own admins a part. */
export function GroupSettings() {
  const person = usePerson()
  const [manages, setsLocal] = [may(person, 'dealer-groups.write'), may(person, 'local-settings.write')]
  const whoChanges = setsLocal ? localOnly : nothing
  const list = useDealerGroups()
  const edit = useDialogFor<DealerGroup | null>(GroupDialog)
  const editLocal = useDialogFor<DealerGroup>(LocalSettingsDialog)
  const editPayees = useDialogFor<DealerGroup>(PayeeSettingsDialog)
  const editDemands = useDialogFor<DealerGroup>(DemandsDialog)
  const editChart = useDialogFor<DealerGroup>(ChartDialog)
  const actions: Column<DealerGroup> = {
    ...rowActionsColumn,
    width: 212,
    cell: (group) => (
      <RowActions>
        <RowAction
          small
          icon={CalendarDays}
          label={`Change time, calendar and mails of ${group.name}`}
          onClick={() => editLocal.openFor(group)}
        />
        <RowAction
          small
          icon={HandCoins}
          label={`Change payees of ${group.name}`}
          onClick={() => editPayees.openFor(group)}
        />
        <RowAction
          small
          icon={ListChecks}
          label={`Change what purposes demand at ${group.name}`}
          onClick={() => editDemands.openFor(group)}
        />
        <RowAction
          small
          icon={BookOpen}
          label={`Change the chart of accounts of ${group.name}`}
          onClick={() => editChart.openFor(group)}
        />
        <LinkButton
          variant="ghost"
          size="small-icon"
          to={paths.bankAccounts}
          search={{ group: String(group.id) }}
          title={`Bank accounts of ${group.name}`}
          aria-label={`Bank accounts of ${group.name}`}
        >
          <Landmark aria-hidden className="size-4" />
        </LinkButton>
        {manages && (
          <RowAction
            small
            icon={Pencil}
            label={`Change the settings of ${group.name}`}
            onClick={() => edit.openFor(group)}
          />
        )}
      </RowActions>
    ),
  }
  return (
    <Card title="Dealer Group" description={manages ? undefined : whoChanges} flush>
      <DataTable
        caption="Settings of dealer groups"
        columns={setsLocal ? [...columns, actions] : columns}
        rows={list.data}
        rowKey={({ id }) => id}
        {...useLoadFailure(list)}
        empty={<EmptyState text="No dealer groups have been added yet." />}
        skeletonRows={2}
      />
      {edit.dialog}
      {editLocal.dialog}
      {editPayees.dialog}
      {editDemands.dialog}
      {editChart.dialog}
    </Card>
  )
}
