import type { StaleCheckReply } from '@check-requests/domain/checks/replies.ts'
import { checkReportEndpoints } from '@check-requests/domain/checks/reports/endpoints.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { Mail } from 'lucide-react'
import { useStaleChecks } from '#checks/reports/api.ts'
import { checkPath } from '#paths.ts'
import { counted } from '#platform/counted.ts'
import { useOpenFile } from '#platform/downloads.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'

/** Stale checks, with letters to payees and the due dates of unclaimed money. */
export function StaleChecks() {
  const query = useStaleChecks()
  const { error, onRetry } = useLoadFailure(query)
  const { items, count = 0, amount = 0 } = query.data ?? {}
  return (
    <Card
      title="Stale Checks"
      flush
      description={
        <>
          {count > 0 && `${sumInWords(count, amount)} Banks can still pay stale checks. `}
          Voiding a check doesn’t cancel the debt: the money is still owed to the payee and, after some years, to a
          state.
        </>
      }
      actions={items && <Letters checks={items} />}
    >
      <DataTable
        caption="Stale checks"
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        error={error}
        onRetry={onRetry}
        empty={<EmptyState text="No checks have been outstanding longer than their account allows." />}
      />
      {items && items.length < count && (
        <p className="border-t border-line px-4 py-3 text-ink-soft sm:px-5">The oldest {items.length} are shown.</p>
      )}
    </Card>
  )
}

function sumInWords(count: number, amount: number): string {
  const checks = count === 1 ? '1 check is' : `${count.toLocaleString('en-US')} checks are`
  return `${checks} outstanding for longer than the account allows, ${formatDollars(amount)} in total.`
}

/** A file of letters for each account with payee addresses. */
function Letters({ checks }: { checks: readonly StaleCheckReply[] }) {
  const letters = useOpenFile(checkReportEndpoints.staleLetters, {
    name: 'letters.pdf',
    failed: 'Couldn’t create the letters',
  })
  const written = checks.filter(({ address }) => address.length > 0)
  const names = new Map(written.map((check) => [check.bank_account_id, check.bank_account_name]))
  return [...names].map(([id, name]) => (
    <Button
      key={id}
      variant="secondary"
      size="sm"
      pending={letters.isPending}
      onClick={() => letters.open({ query: { bank_account_id: id } })}
    >
      {!letters.isPending && <Mail aria-hidden className="size-4" />}
      {names.size === 1 ? 'Letters to Payees' : `Letters to Payees: ${markHidden(name)}`}
    </Button>
  ))
}

const columns: Column<StaleCheckReply>[] = [
  {
    key: 'number',
    header: 'Check #',
    onCard: 'title',
    cell: ({ id, number }) => <TextLink to={checkPath(id)}>{number}</TextLink>,
  },
  {
    key: 'payee',
    header: 'Payee',
    cell: ({ payee_name, address }) => (
      <>
        <span className="block wrap-anywhere">{markHidden(payee_name)}</span>
        <span className="block text-ink-soft wrap-anywhere">
          {address.length > 0
            ? markHidden(address.join(', '))
            : 'No letter can be written because no address is known.'}
        </span>
      </>
    ),
  },
  { key: 'amount', header: 'Amount', align: 'end', className: 'figure', cell: ({ amount }) => formatDollars(amount) },
  { key: 'date', header: 'Date', cell: ({ check_date }) => formatDate(check_date) },
  {
    key: 'outstanding',
    header: 'Outstanding',
    cell: ({ days_outstanding: days }) => counted(days, 'day'),
  },
  { key: 'due', header: 'Unclaimed Property', cell: (check) => <Due check={check} /> },
  { key: 'account', header: 'Account', cell: ({ bank_account_name }) => markHidden(bank_account_name) },
]

function Due({ check: { due, missing } }: { check: StaleCheckReply }) {
  if (!due) return <span className="text-ink-soft">{missing}</span>
  const whose = due.because === 'payee' ? 'payee’s last known state' : 'holder’s state'
  return (
    <>
      <span className="block">
        Report to {due.state} by {formatDate(due.report_on)}
      </span>
      <span className="block text-ink-soft">
        {whose}; last letter by {formatDate(due.letter_by)}
      </span>
    </>
  )
}
