import type { ReconciliationReply } from '@check-requests/domain/bank/reports/fields.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { checkPath } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import type { Column } from '#ui/data-table.tsx'
import { TextLink } from '#ui/link-button.tsx'

type Outstanding = ReconciliationReply['outstanding_checks'][number]

export const outstandingColumns: readonly Column<Outstanding>[] = [
  {
    key: 'number',
    header: 'Check #',
    onCard: 'title',
    cell: ({ id, number }) => <TextLink to={checkPath(id)}>{number}</TextLink>,
  },
  { key: 'payee', header: 'Payee', cell: ({ payee_name }) => <Payee name={payee_name} /> },
  { key: 'amount', header: 'Amount', align: 'end', className: 'figure', cell: ({ amount }) => formatDollars(amount) },
  { key: 'date', header: 'Date', cell: ({ check_date }) => formatDate(check_date) },
  { key: 'issued', header: 'Left', cell: ({ issued_on }) => formatDate(issued_on) },
  {
    key: 'days',
    header: 'Days Out',
    align: 'end',
    cell: ({ days, is_stale }) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-2">
        {is_stale && <Badge color="orange">Stale</Badge>}
        {days.toLocaleString('en-US')}
      </span>
    ),
  },
]

type Difference = ReconciliationReply['differences'][number]

export const differenceColumns: readonly Column<Difference>[] = [
  {
    key: 'number',
    header: 'Check #',
    onCard: 'title',
    cell: ({ id, number }) => <TextLink to={checkPath(id)}>{number}</TextLink>,
  },
  { key: 'payee', header: 'Payee', cell: ({ payee_name }) => <Payee name={payee_name} /> },
  { key: 'paid', header: 'Bank Paid', align: 'end', className: 'figure', cell: ({ paid }) => formatDollars(paid) },
  {
    key: 'amount',
    header: 'Register',
    align: 'end',
    className: 'figure',
    cell: ({ amount }) => formatDollars(amount),
  },
  {
    key: 'more',
    header: 'Difference',
    align: 'end',
    className: 'figure',
    cell: ({ paid, amount }) => formatDollars(Math.round((paid - amount) * 100) / 100),
  },
  { key: 'on', header: 'Paid', cell: ({ paid_on }) => formatDate(paid_on) },
]

function Payee({ name }: { name: string }) {
  return <span className="wrap-anywhere">{markHidden(name)}</span>
}
