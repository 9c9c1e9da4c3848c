import type { ListSort } from '@check-requests/domain/check-requests/list-views.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatDay } from '#check-requests/list/moments.ts'
import { PriorityBadge } from '#check-requests/list/priority-badge.tsx'
import { RequestLink, ViewLink } from '#check-requests/list/request-link.tsx'
import { StatusCell } from '#check-requests/status/status-cell.tsx'
import type { Column } from '#ui/data-table.tsx'

export interface RequestColumn extends Column<ListedRequest> {
  sort?: { descending?: ListSort; ascending?: ListSort }
}

const number: RequestColumn = {
  key: 'number',
  header: 'Request #',
  onCard: 'title',
  cell: (row) => (
    <span className="block min-w-35 wrap-anywhere">
      <RequestLink request={row} />
    </span>
  ),
}

const amount: RequestColumn = {
  key: 'amount',
  header: 'Amount',
  align: 'end',
  sort: { descending: 'amount-high', ascending: 'amount-low' },
  cell: (row) => formatDollars(row.amount),
}

const requestDate: RequestColumn = {
  key: 'requestDate',
  header: 'Req Date',
  sort: { descending: 'newest', ascending: 'oldest' },
  cell: (row) => formatDay(row.request_date),
}

const priority: RequestColumn = {
  key: 'priority',
  header: 'Priority',
  sort: { descending: 'priority' },
  cell: (row) => <PriorityBadge priority={row.priority_level} />,
}

const completedDate: RequestColumn = {
  key: 'completedDate',
  header: 'Completed Date',
  sort: { descending: 'completed' },
  cell: (row) => (row.cleared_date ? formatDay(row.cleared_date) : '–'),
}

const purpose: RequestColumn = {
  key: 'purpose',
  header: 'Purpose',
  cell: ({ purpose_name, purpose_other }) => (
    <span className="block min-w-22 wrap-anywhere">
      {markHidden(purpose_name)}
      {purpose_other && <span className="text-ink-soft"> {markHidden(purpose_other)}</span>}
    </span>
  ),
}

/** Every column that a table of check requests can have. */
export const columns = {
  number,
  amount,
  requestDate,
  priority,
  requester: textColumn('requester', 'Requester', (row) => row.requester_name),
  department: textColumn('department', 'Department', (row) => row.department_name),
  payee: textColumn('payee', 'Payee', (row) => row.payee_name_1, 'min-w-22'),
  purpose,
  checkNumber: textColumn('checkNumber', 'Check #', (row) => row.check_number),
  deliveryMethod: textColumn('deliveryMethod', 'Delivery Method', (row) => row.delivery_method_name),
  completedDate,
  status: statusColumn(),
  waitingStatus: statusColumn({ waiting: true }),
  view: actionsColumn('View', (row) => <ViewLink request={row} />),
  action: actionsColumn('Action', (row) => <ViewLink request={row} />),
} as const

/** Columns of the queues, and the fields that are searched (R081, R082). */
export const queueColumns = queueWith(columns.status)
export const waitingColumns = queueWith(columns.waitingStatus)
export const queueSearch = 'Search by request #, requester, payee, or purpose...'

function queueWith(status: RequestColumn): RequestColumn[] {
  const { requester, department, payee, purpose, action } = columns
  return [number, requester, department, payee, amount, purpose, requestDate, status, priority, action]
}

/** A column of buttons and links, at the bottom of the card on a phone. */
export function actionsColumn(header: string, cell: (row: ListedRequest) => ReactNode): RequestColumn {
  return {
    key: 'actions',
    header,
    onCard: 'actions',
    cell: (row) => <span className="flex gap-1.5">{cell(row)}</span>,
  }
}

type TextOf = (row: ListedRequest) => string | null

/** Text wraps; a word longer than its column breaks instead of widening the table. */
function textColumn(key: string, header: string, text: TextOf, width = 'min-w-16'): RequestColumn {
  const className = clsx('block wrap-anywhere', width)
  return { key, header, cell: (row) => <span className={className}>{markHidden(text(row) ?? '–')}</span> }
}

function statusColumn({ waiting = false } = {}): RequestColumn {
  const sort = waiting && { sort: { descending: 'waiting' } as const }
  return { key: 'status', header: 'Status', ...sort, cell: (row) => <StatusCell request={row} waiting={waiting} /> }
}
