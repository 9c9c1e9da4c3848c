import type { ListSort } from '@check-requests/domain/check-requests/list/views.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import type { ReactNode } from 'react'
import { MarksOf } from '#check-requests/list/marked.tsx'
import { formatDay } from '#check-requests/list/moments.ts'
import { RequestLink, ViewLink } from '#check-requests/list/request-link.tsx'
import { PriorityBadge, StatusBadge } from '#check-requests/status/badges.tsx'
import { StatusCell } from '#check-requests/status/status-cell.tsx'
import { overdueText } from '#check-requests/status/waiting.ts'
import type { Column } from '#ui/table/data-table.tsx'
import { useNow } from '#ui/timers.ts'

export interface RequestColumn extends Column<ListedRequest> {
  sort?: { descending?: ListSort; ascending?: ListSort }
}

/**
 * The order in which columns are dropped from a narrow list; columns needed for actions stay. Due date, dealership, and
 * risk, which the specification doesn't list, are shown only if the other columns have their usual width.
 */
const turns = {
  due: 1,
  dealership: 2,
  risk: 3,
  department: 4,
  purpose: 5,
  requester: 6,
  delivery: 7,
  date: 8,
  other: 9,
}

const number: RequestColumn = {
  key: 'number',
  header: 'Request #',
  width: 138,
  onCard: 'detail',
  cell: (row) => (
    <span className="text-xs">
      <RequestLink request={row} />
      <span className="marks-below">
        <MarksOf ids={[row.id]} />
      </span>
    </span>
  ),
}

const amount: RequestColumn = {
  key: 'amount',
  header: 'Amount',
  width: 90,
  usualWidth: 96,
  align: 'end',
  className: 'figure',
  onCard: 'figure',
  sort: { descending: 'amount-high', ascending: 'amount-low' },
  cell: (row) => formatDollars(row.amount),
}

const requestDate: RequestColumn = {
  key: 'requestDate',
  header: 'Req Date',
  width: 88,
  givesWay: turns.date,
  sort: { descending: 'newest', ascending: 'oldest' },
  cell: (row) => formatDay(row.request_date),
}

const dueDate: RequestColumn = {
  key: 'dueDate',
  header: 'Due Date',
  width: 88,
  givesWay: turns.due,
  isExtra: true,
  sort: { ascending: 'due' },
  cell: (row) => <DueDate request={row} />,
}

const priority: RequestColumn = {
  key: 'priority',
  header: 'Priority',
  width: 74,
  sort: { descending: 'priority' },
  cell: (row) => <PriorityBadge priority={row.priority_level} />,
}

const completedDate: RequestColumn = {
  key: 'completedDate',
  header: 'Completed Date',
  width: 96,
  sort: { descending: 'completed' },
  cell: (row) => (row.cleared_date ? formatDay(row.cleared_date) : '–'),
}

const purpose: RequestColumn = {
  key: 'purpose',
  header: 'Purpose',
  width: 62,
  usualWidth: 110,
  grows: true,
  most: 240,
  givesWay: turns.purpose,
  cell: ({ purpose_name, purpose_other }) => (
    <>
      {markHidden(purpose_name)}
      {purpose_other && <span className="text-ink-soft"> {markHidden(purpose_other)}</span>}
    </>
  ),
}

/** What speaks against open requests, as marks. Where the column has no room, the marks are below the number. */
const risk: RequestColumn = {
  key: 'risk',
  header: 'Risk',
  width: 112,
  givesWay: turns.risk,
  isExtra: true,
  className: 'marks-column',
  cell: (row) => <MarksOf ids={[row.id]} />,
}

/** Every possible column of a table of check requests. */
export const columns = {
  number,
  amount,
  requestDate,
  dueDate,
  priority,
  requester: textColumn('requester', 'Requester', 62, (row) => row.requester_name, {
    usualWidth: 100,
    givesWay: turns.requester,
  }),
  dealership: textColumn('dealership', 'Dealership', 116, (row) => row.dealership_name, {
    givesWay: turns.dealership,
    isExtra: true,
  }),
  department: textColumn('department', 'Department', 84, (row) => row.department_name, { givesWay: turns.department }),
  payee: textColumn('payee', 'Payee', 180, (row) => row.payee_name_1, {
    grows: true,
    most: 340,
    tellsInFull: true,
    onCard: 'title',
  }),
  purpose,
  risk,
  checkNumber: textColumn('checkNumber', 'Check #', 62, (row) => row.check_number, { usualWidth: 76 }),
  deliveryMethod: textColumn('deliveryMethod', 'Delivery Method', 90, (row) => row.delivery_method_name, {
    usualWidth: 116,
    givesWay: turns.delivery,
  }),
  completedDate,
  status: statusColumn((row) => <StatusCell request={row} />),
  waitingStatus: {
    ...statusColumn((row) => <StatusCell request={row} waiting />),
    sort: { descending: 'waiting' },
  },
  bareStatus: {
    ...statusColumn((row) => <StatusBadge status={row.status_name} />),
    width: 64,
    denseWidth: 64,
    usualWidth: 64,
  },
  view: actionsColumn('View', (row) => <ViewLink request={row} />, { width: 60 }),
  action: actionsColumn('Action', (row) => <ViewLink request={row} />, { width: 60 }),
} as const satisfies Record<string, RequestColumn>

/**
 * Optional columns of every list. These columns are dropped early when a list is narrow, because most are useful in one
 * list only.
 */
export const moreColumns: readonly RequestColumn[] = [
  columns.requester,
  columns.dealership,
  columns.department,
  columns.purpose,
  columns.requestDate,
  columns.dueDate,
  columns.priority,
  columns.deliveryMethod,
  columns.checkNumber,
  textColumn('invoiceNumber', 'Invoice #', 100, (row) => row.invoice_number),
  columns.completedDate,
].map((column) => ({ ...column, givesWay: column.givesWay ?? turns.other }))

/** The status column. Below the row is the reason why the request was sent back or rejected. */
const statusWithReason: RequestColumn = {
  ...columns.status,
  cell: (row) => (
    <>
      <StatusCell request={row} />
      {row.reason && (
        <p className="row-note" title={markHidden(row.reason)}>
          {markHidden(row.reason)}
        </p>
      )}
    </>
  ),
}

/**
 * The columns of the queues, which include the searched fields (R081, R082). Requests awaiting approval have no check
 * number.
 */
export const waitingColumns = queueWith({ ...columns.waitingStatus, denseWidth: 94 })
export const refusedColumns = queueWith(statusWithReason)
export const queueSearch = 'Search by request #, requester, payee, or purpose...'

function queueWith(status: RequestColumn): RequestColumn[] {
  const { requester, dealership, department, payee, purpose, action } = columns
  const who = [number, requester, dealership, department, payee, risk]
  return [...who, amount, purpose, requestDate, dueDate, status, priority, action]
}

/** A column of buttons and links, at the bottom of the card on phones. */
export function actionsColumn(
  header: string,
  cell: (row: ListedRequest) => ReactNode,
  { width }: { width: number },
): RequestColumn {
  return {
    key: 'actions',
    header,
    width,
    onCard: 'actions',
    className: 'visible',
    cell: (row) => <span className="flex items-center gap-0.5">{cell(row)}</span>,
  }
}

type TextOf = (row: ListedRequest) => string | null
type TextOptions = Pick<
  RequestColumn,
  'usualWidth' | 'grows' | 'most' | 'givesWay' | 'isExtra' | 'tellsInFull' | 'onCard'
>

function textColumn(
  key: string,
  header: string,
  width: number,
  text: TextOf,
  options: TextOptions = {},
): RequestColumn {
  return { key, header, width, ...options, cell: (row) => markHidden(text(row) ?? '–') }
}

/** The status badge with its marks, and the check number below the badge or, in single-line rows, next to it. */
function statusColumn(cell: (row: ListedRequest) => ReactNode): RequestColumn {
  return { key: 'status', header: 'Status', width: 90, denseWidth: 116, usualWidth: 116, onCard: 'mark', cell }
}

/** The due date of a request in a table, red if it has passed. The status next to the date says how long ago. */
function DueDate({ request }: { request: ListedRequest }) {
  const isOverdue = overdueText(request, useNow()) !== undefined
  return <span className={isOverdue ? 'font-medium text-danger' : undefined}>{formatDate(request.due_date)}</span>
}
