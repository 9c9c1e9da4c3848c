import type { DormancyRule, UnclaimedPropertyReply } from '@check-requests/domain/bank/unclaimed.ts'
import type { FlaggedCheckReply } from '@check-requests/domain/checks/replies.ts'
import { addDays, formatDate, isCalendarDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { lazy, useState } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { CheckStateBadge, RequestLinks } from '#checks/register/check-state.tsx'
import { useRedFlags, useUnclaimedProperty } from '#checks/reports/api.ts'
import { StaleChecks } from '#checks/reports/stale-checks.tsx'
import { GroupSelect, useChosenGroup } from '#organization/chosen-group.tsx'
import { checkPath } from '#paths.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'

/** Reports about checks that need attention. */
export function CheckReportsScreen() {
  const chosenGroup = useChosenGroup()
  const { chosen } = chosenGroup
  const person = usePerson()
  return (
    <>
      <PageHeader
        title="Check Reports"
        subtitle="Checks that need a closer look."
        actions={<GroupSelect {...chosenGroup} />}
      />
      <StaleChecks />
      {may(person, 'checks.look-into') && <RedFlags />}
      {chosen && <UnclaimedProperty key={chosen.id} groupId={chosen.id} />}
    </>
  )
}

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

const daysAtFirst = 30

/** The checks with red flags in a period, and the reasons. */
export function RedFlags() {
  const [period, setPeriod] = useState(() => {
    const today = localToday(new Date())
    return { from: addDays(today, -daysAtFirst), to: addDays(today, 1) }
  })
  const query = useRedFlags(period)
  const { error, onRetry } = useLoadFailure(query)
  const { items, flagged = 0, looked_at = 0 } = query.data ?? {}
  const choose = (part: Partial<typeof period>) =>
    Object.values(part).every(isCalendarDate) && setPeriod({ ...period, ...part })
  return (
    <Card
      title="Red Flags"
      flush
      description="Round amounts, amounts just below a limit, new payees with a P.O. box, two checks within a week, checks dated on a weekend, and voided checks that were reissued. A flag doesn’t prove a problem: most of these checks are in order."
    >
      <div className="grid grid-cols-2 gap-3 px-4 pb-4 sm:max-w-96 sm:px-5">
        <Field label="From">
          <TypedDateInput value={period.from} max={period.to} onChange={(from) => choose({ from })} />
        </Field>
        <Field label="To">
          <TypedDateInput value={period.to} min={period.from} onChange={(to) => choose({ to })} />
        </Field>
      </div>
      {items && (
        <p role="status" className="px-4 pb-4 text-ink-soft sm:px-5">
          {`${flagged.toLocaleString('en-US')} of ${looked_at.toLocaleString('en-US')} checks in this period have a flag.`}
          {items.length < flagged && ` The first ${items.length} are shown: choose a shorter period to see the others.`}
        </p>
      )}
      <DataTable
        caption="Checks with red flags"
        columns={flagColumns}
        rows={items}
        rowKey={({ id }) => id}
        error={error}
        onRetry={onRetry}
        empty={<EmptyState text="No checks in this period have a red flag." />}
      />
    </Card>
  )
}

const flagColumns: Column<FlaggedCheckReply>[] = [
  {
    key: 'number',
    header: 'Check #',
    onCard: 'title',
    cell: ({ id, number }) => <TextLink to={checkPath(id)}>{number}</TextLink>,
  },
  { key: 'state', header: 'State', cell: (check) => <CheckStateBadge check={check} /> },
  { key: 'date', header: 'Date', cell: ({ check_date }) => formatDate(check_date) },
  {
    key: 'payee',
    header: 'Payee',
    cell: ({ payee_name }) => <span className="wrap-anywhere">{markHidden(payee_name)}</span>,
  },
  { key: 'amount', header: 'Amount', align: 'end', className: 'figure', cell: ({ amount }) => formatDollars(amount) },
  { key: 'flags', header: 'Reasons', cell: ({ flags }) => <Flags flags={flags} /> },
  {
    key: 'request',
    header: 'Request #',
    cell: ({ requests, request_number }) =>
      requests.length === 0 ? (request_number ?? '–') : <RequestLinks requests={requests} />,
  },
  { key: 'account', header: 'Account', cell: ({ bank_account_name }) => markHidden(bank_account_name) },
]

function Flags({ flags }: Pick<FlaggedCheckReply, 'flags'>) {
  return (
    <ul className="grid gap-1">
      {flags.map(({ kind, sentence, about }) => (
        <li key={kind} className="wrap-anywhere">
          {markHidden(sentence)}
          {about && (
            <>
              {' '}
              <TextLink to={checkPath(about.id)}>Check {about.number}</TextLink>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
