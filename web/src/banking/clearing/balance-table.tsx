import type { ReconciliationReply } from '@check-requests/domain/banking/reports/fields.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { clsx } from 'clsx'

interface SumRow {
  readonly name: string
  readonly sum: ReconciliationReply['issued']
  /** What the rows above it come to. */
  readonly isResult?: boolean
}

/** From what was issued down to what is outstanding, and below it what the bank says. */
function rowsOf(report: ReconciliationReply, staleDays: number): SumRow[] {
  return [
    { name: 'Issued', sum: report.issued },
    { name: 'Less voided', sum: report.voided },
    { name: 'Less stopped', sum: report.stopped },
    { name: 'Book', sum: report.book, isResult: true },
    { name: 'Less cleared', sum: report.cleared },
    { name: 'Outstanding', sum: report.outstanding, isResult: true },
    { name: `Of these older than ${staleDays} days`, sum: report.stale },
    { name: 'Paid by the bank for the cleared checks', sum: report.paid },
    { name: 'Other payments of the bank: exceptions', sum: report.unmatched },
    { name: 'Of these open', sum: report.unresolved },
  ]
}

/** The balance as a statement: a line each, also on a phone. */
export function BalanceTable({ report, staleDays }: { report: ReconciliationReply; staleDays: number }) {
  return (
    <table className="w-full border-collapse border-t border-line">
      <caption className="sr-only">Balance</caption>
      <thead className="bg-sunken text-[0.8125rem] text-ink-soft">
        <tr>
          <th scope="col" className="py-2 ps-4 pe-3 text-start font-medium sm:ps-5">
            Line
          </th>
          <th scope="col" className="px-3 py-2 text-end font-medium">
            Checks
          </th>
          <th scope="col" className="py-2 ps-3 pe-4 text-end font-medium sm:pe-5">
            Amount
          </th>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {rowsOf(report, staleDays).map(({ name, sum, isResult }) => (
          <tr key={name} className={clsx('border-t border-line', isResult && 'font-semibold')}>
            <th scope="row" className="py-2 ps-4 pe-3 text-start font-[inherit] sm:ps-5">
              {name}
            </th>
            <td className="px-3 py-2 text-end">{sum.count.toLocaleString('en-US')}</td>
            <td className="py-2 ps-3 pe-4 text-end whitespace-nowrap sm:pe-5">{formatDollars(sum.amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
