import { reminderInWords } from '@check-requests/domain/notices/inbox/reminders.ts'
import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { zoneInWords } from '@check-requests/domain/values/time-zones.ts'
import { BookOpen, CalendarDays, HandCoins, Landmark, ListChecks, Pencil, ShieldCheck } from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerGroups } from '#organization/api.ts'
import { paths } from '#paths.ts'
import { counted } from '#platform/counted.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { type DialogFor, useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { RowAction, RowActions, rowActionsColumn } from '#ui/table/row-controls.tsx'

const GroupDialog = lazy(async () => ({ default: (await import('#organization/group-dialog.tsx')).GroupDialog }))

const LocalSettingsDialog = lazy(async () => ({
  default: (await import('#organization/local-settings-dialog.tsx')).LocalSettingsDialog,
}))

const PayeeSettingsDialog = lazy(async () => ({
  default: (await import('#payees/payee-settings-dialog.tsx')).PayeeSettingsDialog,
}))

const ChartDialog = lazy(async () => ({ default: (await import('#books/accounting/chart-dialog.tsx')).ChartDialog }))

const SecondFactorRulesDialog = lazy(async () => ({
  default: (await import('#organization/second-factor-rules-dialog.tsx')).SecondFactorRulesDialog,
}))

const Requirements = lazy(async () => ({
  default: (await import('#check-requests/required/requirements-dialog.tsx')).RequirementsDialog,
}))

const columns: Column<DealerGroup>[] = [
  {
    key: 'name',
    header: 'Dealer Group',
    width: 136,
    grows: true,
    tellsInFull: true,
    onCard: 'title',
    cell: ({ name }) => markHidden(name),
  },
  {
    key: 'separation',
    header: 'Separation of Duties',
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
    header: 'Second Person',
    width: 130,
    cell: ({ settings }) => onOrOff(settings.account_confirmation),
  },
  {
    key: 'idle',
    header: 'Idle Limit',
    width: 94,
    onCard: 'mark',
    cell: ({ settings }) => (
      <>
        <span className="sm:hidden">Idle limit: </span>
        {counted(settings.idle_hours, 'hour')}
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
    header: 'Time Zone',
    width: 160,
    grows: true,
    givesWay: 2,
    cell: ({ settings }) => zoneOf(settings),
  },
]

const nothing = 'Only a super admin can change these settings.'
const localOnly =
  'You can change the time zone, business days, holidays, email footer, and second-factor rules. Only a super admin can change the other settings.'

function zoneOf({ time_zone }: DealerGroup['settings']): string {
  return zoneInWords(time_zone, Date.now())
}

function onOrOff(on: boolean): string {
  return on ? 'On' : 'Off'
}

interface Act {
  group: DealerGroup
  Dialog: ComponentType<DialogFor<DealerGroup>>
}

/** The settings that the group's own admins can change, each with its own dialog. */
const acts = [
  {
    icon: CalendarDays,
    labelFor: (name: string) => `Change time, calendar, and emails for ${name}`,
    Dialog: LocalSettingsDialog,
  },
  { icon: HandCoins, labelFor: (name: string) => `Change payee settings for ${name}`, Dialog: PayeeSettingsDialog },
  { icon: ListChecks, labelFor: (name: string) => `Change purpose requirements for ${name}`, Dialog: Requirements },
  {
    icon: ShieldCheck,
    labelFor: (name: string) => `Change second-factor rules for ${name}`,
    Dialog: SecondFactorRulesDialog,
  },
  { icon: BookOpen, labelFor: (name: string) => `Change the chart of accounts for ${name}`, Dialog: ChartDialog },
]

const change = { icon: Pencil, labelFor: (name: string) => `Change settings for ${name}`, Dialog: GroupDialog }

/**
 * The settings of dealer groups in the admin's scope; super admins change them (D1, E3), and the groups' own admins
 * change some of them.
 */
export function GroupSettings() {
  const person = usePerson()
  const [manages, setsLocal] = [may(person, 'dealer-groups.write'), may(person, 'local-settings.write')]
  const whoChanges = setsLocal ? localOnly : nothing
  const list = useDealerGroups()
  const { openFor, dialog } = useDialogFor<Act>(ActDialog)
  const actions: Column<DealerGroup> = {
    ...rowActionsColumn,
    width: 244,
    // On phones, there is no room for the buttons next to the name.
    onCard: 'below',
    cell: (group) => <GroupActs group={group} manages={manages} onAct={openFor} />,
  }
  return (
    <Card title="Dealer Group" description={manages ? undefined : whoChanges} flush>
      <DataTable
        caption="Dealer group settings"
        columns={setsLocal ? [...columns, actions] : columns}
        rows={list.data}
        rowKey={({ id }) => id}
        {...useLoadFailure(list)}
        empty={<EmptyState text="No dealer groups have been added yet." />}
        skeletonRows={2}
      />
      {dialog}
    </Card>
  )
}

function ActDialog({ subject: { group, Dialog }, ...dialog }: DialogFor<Act>) {
  return <Dialog subject={group} {...dialog} />
}

/** The buttons of a dealer group. */
function GroupActs({ group, manages, onAct }: { group: DealerGroup; manages: boolean; onAct(act: Act): void }) {
  const button = ({ icon, labelFor, Dialog }: (typeof acts)[number]) => (
    <RowAction
      key={labelFor(group.name)}
      small
      icon={icon}
      label={labelFor(group.name)}
      onClick={() => onAct({ group, Dialog })}
    />
  )
  return (
    <RowActions>
      {acts.map(button)}
      <LinkButton
        variant="ghost"
        size="small-icon"
        to={paths.bankAccounts}
        search={{ group: String(group.id) }}
        title={`Bank accounts for ${group.name}`}
        aria-label={`Bank accounts for ${group.name}`}
      >
        <Landmark aria-hidden className="size-4" />
      </LinkButton>
      {manages && button(change)}
    </RowActions>
  )
}
