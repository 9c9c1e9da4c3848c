import { reminderInWords } from '@check-requests/domain/notices/inbox/reminders.ts'
import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { isFound, type SettingRow } from '@check-requests/domain/organization/setting-rows.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { zoneInWords } from '@check-requests/domain/values/time-zones.ts'
import {
  BookOpen,
  CalendarDays,
  HandCoins,
  Landmark,
  ListChecks,
  type LucideIcon,
  Pencil,
  ShieldCheck,
} from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, useEffect, useRef } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerGroups } from '#organization/api.ts'
import { paths } from '#paths.ts'
import { counted } from '#platform/counted.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { hasSetting, matches, rowOf, useSought } from '#settings/settings-page.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { TextLink, textLinkClass } from '#ui/link-button.tsx'
import { type DialogFor, useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'

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

/** The settings that a group has, each with its own dialog. */
const acts = [
  {
    key: 'calendar',
    icon: CalendarDays,
    labelFor: (name: string) => `Change time, calendar, and emails for ${name}`,
    Dialog: LocalSettingsDialog,
  },
  {
    key: 'payee-settings',
    icon: HandCoins,
    labelFor: (name: string) => `Change payee settings for ${name}`,
    Dialog: PayeeSettingsDialog,
  },
  {
    key: 'requirements',
    icon: ListChecks,
    labelFor: (name: string) => `Change purpose requirements for ${name}`,
    Dialog: Requirements,
  },
  {
    key: 'second-factor-rules',
    icon: ShieldCheck,
    labelFor: (name: string) => `Change second-factor rules for ${name}`,
    Dialog: SecondFactorRulesDialog,
  },
  {
    key: 'chart-of-accounts',
    icon: BookOpen,
    labelFor: (name: string) => `Change the chart of accounts for ${name}`,
    Dialog: ChartDialog,
  },
  {
    key: 'group-settings',
    icon: Pencil,
    labelFor: (name: string) => `Change approval and account controls for ${name}`,
    Dialog: GroupDialog,
  },
] as const

const bankAccounts = {
  text: 'Bank accounts',
  description: 'Accounts, check numbers, signers, and bank files',
  words: 'banking check stock',
}

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
  const { typed } = useSought()
  const shown = acts.filter(({ key }) => hasSetting(rowOf(key), person) && matches(rowOf(key), typed))
  const showsBank = setsLocal && isFound(bankAccounts, typed.trim())
  useNamedSetting(list.data, openFor)
  if (typed !== '' && shown.length === 0 && !showsBank) return dialog
  return (
    <Card title="Dealer Group" description={manages ? undefined : whoChanges} flush>
      {typed === '' && <Facts list={list} />}
      {setsLocal &&
        list.data?.map((group) => (
          <section
            key={group.id}
            aria-label={`Settings for ${group.name}`}
            className="border-t border-line px-4 py-3 sm:px-5"
          >
            {list.data.length > 1 && <h3 className="mb-2 font-semibold">{markHidden(group.name)}</h3>}
            <ul className="grid gap-x-6 gap-y-1 md:grid-cols-2 2xl:grid-cols-3">
              {shown.map(({ key, icon, labelFor, Dialog }) => (
                <Entry key={key} icon={icon} row={rowOf(key)}>
                  <button
                    type="button"
                    aria-label={labelFor(group.name)}
                    className={entryClass}
                    onClick={() => openFor({ group, Dialog })}
                  >
                    {rowOf(key).text}
                  </button>
                </Entry>
              ))}
              {showsBank && (
                <Entry icon={Landmark} row={bankAccounts}>
                  <TextLink
                    to={paths.bankAccounts}
                    search={{ group: String(group.id) }}
                    aria-label={`Bank accounts for ${group.name}`}
                    className="inline-block min-h-6 pointer-coarse:min-h-9"
                  >
                    {bankAccounts.text}
                  </TextLink>
                </Entry>
              )}
            </ul>
          </section>
        ))}
      {dialog}
    </Card>
  )
}

function Facts({ list }: { list: ReturnType<typeof useDealerGroups> }) {
  return (
    <DataTable
      caption="Dealer group settings"
      columns={columns}
      rows={list.data}
      rowKey={({ id }) => id}
      {...useLoadFailure(list)}
      empty={<EmptyState text="No dealer groups have been added yet." />}
      skeletonRows={2}
    />
  )
}

const entryClass = `min-h-6 text-start pointer-coarse:min-h-9 ${textLinkClass}`

/** A setting with its name, which opens it, and what it is about. */
function Entry({
  icon: Icon,
  row,
  children,
}: {
  icon: LucideIcon
  row: Pick<SettingRow, 'description'>
  children: ReactNode
}) {
  return (
    <li className="flex gap-2.5 py-1">
      <Icon aria-hidden className="mt-1 size-4 shrink-0 text-ink-soft" />
      <div className="grid min-w-0 justify-items-start">
        {children}
        <p className="text-[0.8125rem] text-ink-soft">{row.description}</p>
      </div>
    </li>
  )
}

/** Opens the setting that the address names or, if several groups have it, looks for it. */
function useNamedSetting(groups: readonly DealerGroup[] | undefined, openFor: (act: Act) => void): void {
  const { named, type, forget } = useSought()
  const act = acts.find(({ key }) => key === named)
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (named === '') opened.current = undefined
    if (!act || !groups || opened.current === act.key) return
    opened.current = act.key
    const [group, ...others] = groups
    if (group && others.length === 0) openFor({ group, Dialog: act.Dialog })
    else type(rowOf(act.key).text)
    forget()
  }, [named, act, groups, openFor, type, forget])
}

function ActDialog({ subject: { group, Dialog }, ...dialog }: DialogFor<Act>) {
  return <Dialog subject={group} {...dialog} />
}
