import { groupings, isOpen } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { PaymentsReply } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { formatDay } from '#check-requests/list/moments.ts'
import { RequestLink } from '#check-requests/list/request-link.tsx'
import { StatusBadge } from '#check-requests/status/badges.tsx'
import { PayoffDays } from '#check-requests/status/payoff-days.tsx'
import { usePayments } from '#payees/api.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'

type Payment = PaymentsReply['items'][number]

/** A payee's requests in progress and its payments, with date, requester, and dealership. */
export function PayeeRequests({ payeeId }: { payeeId: number }) {
  const { payments, failure } = usePayments(payeeId)
  const open = payments?.items.filter(({ status_name }) => isOpen(status_name))
  const paid = payments?.items.filter(({ paid_at }) => paid_at !== null)
  const ended = payments?.items.filter(({ status_name }) => groupings.rejected.some((name) => name === status_name))
  return (
    <>
      <Requests
        title="Open Requests"
        sum={payments && inWords(payments, payments.under_way, 'pending')}
        columns={[number, payee, amount, status, raised, requester, store]}
        rows={open}
        empty="No open requests to this payee that you can view."
        failure={failure}
      />
      <Requests
        title="Payments"
        sum={payments && inWords(payments, payments.paid, 'paid')}
        columns={[number, payee, amount, paidOn, requester, store, check]}
        rows={paid}
        empty="No payments to this payee that you can view."
        failure={failure}
      />
      {ended && ended.length > 0 && (
        <Requests
          title="Rejected"
          columns={[number, payee, amount, raised, requester, store]}
          rows={ended}
          empty=""
          failure={failure}
        />
      )}
    </>
  )
}

interface RequestsProps {
  title: string
  sum?: string | undefined
  columns: readonly Column<Payment>[]
  rows: readonly Payment[] | undefined
  empty: string
  failure: ReturnType<typeof usePayments>['failure']
}

function Requests({ title, sum, columns, rows, empty, failure }: RequestsProps) {
  return (
    <Card title={title} description={sum} flush>
      <DataTable
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        skeletonRows={2}
        {...failure}
        empty={<EmptyState text={empty} />}
      />
    </Card>
  )
}

function inWords({ is_lower_bound }: PaymentsReply, { count, amount }: PaymentsReply['paid'], what: string): string {
  const requests = count === 1 ? '1 request' : `${count.toLocaleString('en-US')} requests`
  return `${is_lower_bound ? 'At least ' : ''}${formatDollars(amount)} ${what} in ${requests}`
}

const number: Column<Payment> = {
  key: 'number',
  header: 'Request #',
  width: 160,
  onCard: 'detail',
  cell: (row) => <RequestLink request={row} />,
}

const payee: Column<Payment> = {
  key: 'payee',
  header: 'Payee Name',
  width: 140,
  grows: true,
  tellsInFull: true,
  onCard: 'title',
  cell: ({ payee_name }) => markHidden(payee_name),
}

const amount: Column<Payment> = {
  key: 'amount',
  header: 'Amount',
  width: 110,
  align: 'end',
  className: 'figure',
  onCard: 'figure',
  cell: (row) => formatDollars(row.amount),
}

const status: Column<Payment> = {
  key: 'status',
  header: 'Status',
  width: 168,
  onCard: 'mark',
  cell: (row) => (
    <span className="flex items-center gap-1">
      <StatusBadge status={row.status_name} />
      <PayoffDays request={row} />
    </span>
  ),
}

const raised: Column<Payment> = {
  key: 'raised',
  header: 'Raised',
  width: 110,
  givesWay: 3,
  cell: ({ raised_at }) => formatDay(raised_at),
}

const paidOn: Column<Payment> = {
  key: 'paid',
  header: 'Paid',
  width: 110,
  onCard: 'mark',
  cell: ({ paid_at }) => (paid_at ? formatDay(paid_at) : '–'),
}

const requester: Column<Payment> = {
  key: 'requester',
  header: 'Requester',
  width: 120,
  givesWay: 2,
  cell: ({ requester_name }) => markHidden(requester_name),
}

const store: Column<Payment> = {
  key: 'store',
  header: 'Dealership',
  width: 150,
  givesWay: 1,
  cell: ({ dealership_name }) => (dealership_name ? markHidden(dealership_name) : '–'),
}

const check: Column<Payment> = {
  key: 'check',
  header: 'Check #',
  width: 90,
  givesWay: 4,
  cell: ({ check_number }) => check_number ?? '–',
}
