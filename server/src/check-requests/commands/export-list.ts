import { purposeText } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { isOpen, statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ExportQuery } from '@check-requests/domain/check-requests/list/query.ts'
import { daysLeft } from '@check-requests/domain/check-requests/payoff.ts'
import { priorityNamed, priorityOf } from '@check-requests/domain/check-requests/priorities.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { type Cents, centsToDollars } from '@check-requests/domain/values/money.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { invalidFields } from '../../platform/errors.ts'
import { atMost, csvOf, describedColumns, type ExportColumn, type Spreadsheets } from '../../platform/text/exports.ts'
import type { Reads } from '../../tables.ts'
import type { NamedRequest } from '../queries/detail/find.ts'
import { listRows } from '../queries/list/list.ts'

const readAtOnce = 100

/** The maximum number of rows in a spreadsheet. The largest takes about two seconds to generate. */
const mostRows = 20_000

/** The day of a moment, and today, in the reader's time zone. */
interface Days {
  of(moment: string): string
  readonly today: string
}

type Column = ExportColumn<[row: NamedRequest, days: Days]>

const columns: readonly Column[] = [
  text('Request #', 24, (row) => row.request_number),
  text('Status', 12, (row) => statusOf(row.status_id).badge),
  text('Priority', 10, (row) => priorityNamed(priorityOf(row.priority_rank)).label),
  money('Amount', (row) => row.amount_cents),
  text('Payee', 32, (row) => row.payee_name_1),
  text('Requester', 24, (row) => `${row.requester_first_name} ${row.requester_last_name}`),
  text('Dealer Group', 24, (row) => row.dealer_group_name),
  text('Dealership', 24, (row) => row.dealership_name),
  text('Department', 18, (row) => row.department_name),
  text('Purpose', 24, purposeText),
  text('Delivery Method', 18, (row) => row.delivery_method_name),
  text('Check #', 14, (row) => row.check_number),
  date('Req Date', (row, days) => days.of(row.created_at)),
  date('Due Date', (row) => row.due_date),
  date('Completed Date', (row, days) => row.cleared_at && days.of(row.cleared_at)),
  // New columns are added at the end, so that imports that read columns by position still work.
  text('Invoice #', 18, (row) => row.invoice_number),
  date('Good Through', (row) => row.good_through),
  money('Per Diem', (row) => (row.good_through ? (row.per_diem_cents ?? 0) : null)),
  // The payoff amount on the last approved day, which is the most that the check can be printed for.
  money('Approved Up To', (row) => (row.good_through ? row.approved_cents : null)),
  { header: 'Days Left', width: 10, kind: 'count', cell: daysLeftOf },
]

function daysLeftOf({ good_through, status_id }: NamedRequest, { today }: Days): number | null {
  return good_through && isOpen(statusOf(status_id).name) ? daysLeft(good_through, today) : null
}

function text(header: string, width: number, cell: Column['cell']): Column {
  return { header, width, kind: 'text', cell }
}

function money(header: string, centsOf: (row: NamedRequest) => Cents | null): Column {
  const cell = (row: NamedRequest) => {
    const cents = centsOf(row)
    return cents === null ? null : centsToDollars(cents)
  }
  return { header, width: 14, kind: 'money', cell }
}

function date(header: string, cell: Column['cell']): Column {
  return { header, width: 14, kind: 'date', cell }
}

/** All pages of a list as CSV lines for a spreadsheet. */
export function exportCsv(reads: Reads, caller: Caller, query: ExportQuery, now: number): AsyncGenerator<string> {
  return csvOf(columns, readRows(reads, caller, query, now))
}

/** All pages of a list as a spreadsheet. Throws if there are too many rows. */
export function exportSpreadsheet(
  spreadsheets: Spreadsheets,
  reads: Reads,
  caller: Caller,
  query: ExportQuery,
  now: number,
): Promise<Uint8Array> {
  const sheet = { name: 'Check requests', columns: describedColumns(columns) }
  const parts = atMost(readRows(reads, caller, query, now), mostRows, tooMany)
  return spreadsheets.make(sheet, parts, caller.scope.dealerGroupId)
}

function tooMany() {
  return invalidFields({
    view: `A spreadsheet can have at most ${mostRows.toLocaleString('en-US')} check requests. Narrow the list, or export it as CSV.`,
  })
}

async function* readRows({ offload }: Reads, caller: Caller, query: ExportQuery, now: number) {
  const dateOf = datesIn(query.time_zone)
  const days = { of: (moment: string) => dateOf(Date.parse(moment)), today: dateOf(now) }
  let cursor: string | undefined
  do {
    const part = { ...query, cursor, limit: readAtOnce }
    const page = await offload((db) => listRows(db, caller, part, now))
    yield page.rows.map((row) => columns.map(({ cell }) => cell(row, days)))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}
