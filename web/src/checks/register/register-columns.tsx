import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { daysOutstanding, isStaleCheck } from '@check-requests/domain/checks/outstanding.ts'
import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { formatDate, todayIn } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { CheckAmount, CheckStateBadge, RequestsOfCheck } from '#checks/register/check-state.tsx'
import { checkPath } from '#paths.ts'
import { TextLink } from '#ui/link-button.tsx'
import type { Column } from '#ui/table/data-table.tsx'

/**
 * The columns of the register, and the order in which they are dropped. `asOf`: the day through which outstanding days
 * are counted; empty for today.
 */
export function registerColumns(accounts: readonly BankAccountReply[], asOf: string): Column<CheckReply>[] {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  return [
    {
      key: 'number',
      header: 'Check #',
      width: 76,
      onCard: 'title',
      cell: ({ id, number }) => (
        <TextLink to={checkPath(id)} className="row-link scroll-mt-10">
          {number}
        </TextLink>
      ),
    },
    {
      key: 'state',
      header: 'State',
      width: 124,
      onCard: 'mark',
      cell: (check) => <CheckStateBadge check={check} />,
    },
    { key: 'date', header: 'Date', width: 104, givesWay: 4, cell: ({ check_date }) => formatDate(check_date) },
    {
      key: 'payee',
      header: 'Payee',
      width: 136,
      grows: true,
      tellsInFull: true,
      onCard: 'detail',
      cell: ({ payee_name }) => markHidden(payee_name),
    },
    {
      key: 'amount',
      header: 'Amount',
      width: 124,
      align: 'end',
      className: 'figure',
      onCard: 'figure',
      cell: (check) => <CheckAmount check={check} />,
    },
    {
      key: 'request',
      header: 'Request #',
      width: 156,
      givesWay: 5,
      cell: (check) => <RequestsOfCheck check={check} />,
    },
    {
      key: 'outstanding',
      header: 'Outstanding',
      width: 108,
      givesWay: 3,
      cell: (check) => <Outstanding check={check} asOf={asOf} account={byId.get(check.bank_account_id)} />,
    },
    {
      key: 'signed',
      header: 'Signed By',
      width: 116,
      grows: true,
      tellsInFull: true,
      givesWay: 2,
      cell: ({ signed_by }) => markHidden(signed_by.map(({ name }) => name).join(', ')) || '–',
    },
    ...(accounts.length > 1 ? [account] : []),
  ]
}

const account: Column<CheckReply> = {
  key: 'account',
  header: 'Account',
  width: 120,
  grows: true,
  tellsInFull: true,
  givesWay: 1,
  cell: ({ bank_account_name }) => markHidden(bank_account_name),
}

interface OutstandingProps {
  check: CheckReply
  asOf: string
  account: BankAccountReply | undefined
}

function Outstanding({ check, asOf, account }: OutstandingProps) {
  if (!account) return '–'
  const day = asOf || todayIn(account.time_zone)
  const days = daysOutstanding(check, day)
  if (days === undefined) return '–'
  const isStale = isStaleCheck(check, day, account.stale_after_days)
  return (
    <>
      {days === 1 ? '1 day' : `${days} days`}
      {isStale && <span className="ms-1 font-medium text-danger">stale</span>}
    </>
  )
}
