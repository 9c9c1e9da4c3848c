import { reachInWords } from '@check-requests/domain/bank/clearing/reconciled-through.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { bankReportEndpoints, type ReconciliationReply } from '@check-requests/domain/bank/reports/endpoints.ts'
import { formatDate, isCalendarDate, todayIn } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { clsx } from 'clsx'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { useReconciliation } from '#bank/clearing/api.ts'
import { counted } from '#bank/clearing/clearing-words.tsx'
import { checkPath } from '#paths.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { useDownload } from '#platform/downloads.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { textValue, useUrlState } from '#platform/url-state.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { usePortion } from '#ui/table/load-more.tsx'

const address = { as_of: textValue() }
const failed = 'Couldn’t save this report'

/** Compares the book balance with the bank's payments at the end of a day, and lists the outstanding checks. */
export function ReconciliationCard({ account }: { account: BankAccountReply }) {
  const [{ as_of: typed }, change] = useUrlState(address)
  const day = isCalendarDate(typed) ? typed : todayIn(account.time_zone)
  const query = useReconciliation(account.id, day)
  const { error, onRetry } = useLoadFailure(query)
  return (
    <Card
      title="Reconciliation"
      description="Checks issued and not voided, compared with the bank’s payments at the end of a day."
      actions={<Downloads accountId={account.id} day={day} />}
      flush
    >
      <div className="max-w-72 px-4 pb-4 sm:px-5">
        <Field label="As of">
          <TypedDateInput value={day} onChange={(as_of) => isCalendarDate(as_of) && change({ as_of })} />
        </Field>
      </div>
      {error && <ErrorState message={error} onRetry={onRetry} />}
      {query.data && <Report key={day} report={query.data} account={account} />}
    </Card>
  )
}

function Downloads({ accountId, day }: { accountId: number; day: string }) {
  const pdf = useDownload(bankReportEndpoints.reconciliationPdf, { name: `reconciliation-${day}.pdf`, failed })
  const sheet = useDownload(bankReportEndpoints.reconciliationSheet, { name: `reconciliation-${day}.xlsx`, failed })
  const input = { params: { id: accountId }, query: { as_of: day } }
  return (
    <>
      <Button variant="secondary" size="sm" pending={pdf.isPending} onClick={() => pdf.mutate(input)}>
        {!pdf.isPending && <FileText aria-hidden className="size-4" />}
        PDF
      </Button>
      <Button variant="secondary" size="sm" pending={sheet.isPending} onClick={() => sheet.mutate(input)}>
        {!sheet.isPending && <FileSpreadsheet aria-hidden className="size-4" />}
        Excel (XLSX)
      </Button>
    </>
  )
}

function Report({ report, account }: { report: ReconciliationReply; account: BankAccountReply }) {
  const { differences, outstanding, outstanding_checks: checks } = report
  const { shown, more } = usePortion(checks)
  return (
    <>
      <div className="grid gap-2 px-4 pb-4 sm:px-5">
        <p role="status">{verdictOn(report)}</p>
        <p>{reachOf(report)}</p>
        <p className="text-ink-soft">
          Checks count as cleared from the day the bank paid them, so this report agrees with the bank statement. If the
          month of a payment was closed before its file was confirmed, the register clears the check on the first open
          day instead.
        </p>
      </div>
      <BalanceTable report={report} staleDays={account.stale_after_days} />
      {differences.length > 0 && (
        <section aria-label="Accepted Payments with a Different Amount" className="border-t border-line">
          <h3 className="px-4 pt-3 pb-1 font-semibold sm:px-5">Accepted Payments with a Different Amount</h3>
          <DataTable
            caption="Accepted Payments with a Different Amount"
            columns={differenceColumns}
            rows={differences}
            rowKey={({ id }) => id}
            empty={null}
          />
        </section>
      )}
      <section aria-label="Outstanding Checks" className="border-t border-line">
        <h3 className="px-4 pt-3 pb-1 font-semibold sm:px-5">Outstanding Checks</h3>
        <DataTable
          caption="Outstanding Checks"
          columns={outstandingColumns}
          rows={shown}
          rowKey={({ id }) => id}
          empty={<EmptyState text={`No checks were outstanding at the end of ${formatDate(report.as_of)}.`} />}
          more={more}
        />
        {checks.length < outstanding.count && (
          <p className="border-t border-line px-4 py-3 text-ink-soft sm:px-5">
            {`The oldest ${checks.length} of ${outstanding.count.toLocaleString('en-US')} are listed; the PDF and Excel files include all of them.`}
          </p>
        )}
      </section>
    </>
  )
}

function reachOf({ files_through, open_since, reconciled_through, as_of }: ReconciliationReply): string {
  return reachInWords({ paidThrough: files_through, openSince: open_since, through: reconciled_through }, as_of)
}

/** Whether book and bank agree, and what is left to do. */
function verdictOn({ difference, differences, unresolved, bank_account_name, as_of }: ReconciliationReply): string {
  const open =
    unresolved.count === 0
      ? ''
      : ` ${counted(unresolved.count, 'exception')} of ${formatDollars(unresolved.amount)} through that day ${unresolved.count === 1 ? 'is' : 'are'} open.`
  const where = markHidden(`${bank_account_name} at the end of ${formatDate(as_of)}`)
  if (difference === 0) return `${where}: the cleared checks agree with the bank to the cent.${open}`
  const why =
    differences.length > 0
      ? `, because of the ${counted(differences.length, 'payment')} with a different amount below`
      : ''
  const side = difference > 0 ? 'more' : 'less'
  return `${where}: the bank has paid ${formatDollars(Math.abs(difference))} ${side} than the register shows${why}.${open}`
}

interface SumRow {
  readonly name: string
  readonly sum: ReconciliationReply['issued']
  /** True for the total of the rows above. */
  readonly isResult?: boolean
}

/** From issued down to outstanding, followed by the bank's figures. */
function rowsOf(report: ReconciliationReply, staleDays: number): SumRow[] {
  return [
    { name: 'Issued', sum: report.issued },
    { name: 'Less voided', sum: report.voided },
    { name: 'Less stopped', sum: report.stopped },
    { name: 'Book', sum: report.book, isResult: true },
    { name: 'Less cleared', sum: report.cleared },
    { name: 'Outstanding', sum: report.outstanding, isResult: true },
    { name: `Older than ${staleDays} days`, sum: report.stale },
    { name: 'Paid by the bank for the cleared checks', sum: report.paid },
    { name: 'Other bank payments: exceptions', sum: report.unmatched },
    { name: 'Open exceptions', sum: report.unresolved },
  ]
}

/** The balance as a statement with one row per amount, even on phones. */
function BalanceTable({ report, staleDays }: { report: ReconciliationReply; staleDays: number }) {
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

type Outstanding = ReconciliationReply['outstanding_checks'][number]

const outstandingColumns: readonly Column<Outstanding>[] = [
  {
    key: 'number',
    header: 'Check #',
    onCard: 'title',
    cell: ({ id, number }) => <TextLink to={checkPath(id)}>{number}</TextLink>,
  },
  { key: 'payee', header: 'Payee', cell: ({ payee_name }) => <Payee name={payee_name} /> },
  { key: 'amount', header: 'Amount', align: 'end', className: 'figure', cell: ({ amount }) => formatDollars(amount) },
  { key: 'date', header: 'Date', cell: ({ check_date }) => formatDate(check_date) },
  { key: 'issued', header: 'Issued', cell: ({ issued_on }) => formatDate(issued_on) },
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

const differenceColumns: readonly Column<Difference>[] = [
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
