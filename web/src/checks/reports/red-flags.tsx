import type { FlaggedCheckReply } from '@check-requests/domain/checks/replies.ts'
import { addDays, formatDate, isCalendarDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useState } from 'react'
import { CheckStateBadge, RequestLinks } from '#checks/register/check-state.tsx'
import { useRedFlags } from '#checks/reports/api.ts'
import { checkPath } from '#paths.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'

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
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        error={error}
        onRetry={onRetry}
        empty={<EmptyState text="No checks in this period have a red flag." />}
      />
    </Card>
  )
}

const columns: Column<FlaggedCheckReply>[] = [
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
