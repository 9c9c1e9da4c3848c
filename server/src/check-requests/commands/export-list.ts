import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ExportQuery } from '@check-requests/domain/check-requests/list-query.ts'
import { priorityNamed, priorityOf } from '@check-requests/domain/check-requests/priorities.ts'
import { purposeText } from '@check-requests/domain/check-requests/purpose-text.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { csvLine } from '../../platform/csv.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { SheetCell, SheetColumn, Spreadsheets } from '../../platform/spreadsheet.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import type { Reads } from '../../tables.ts'
import type { NamedRequest } from '../queries/detail/find.ts'
import { listRows } from '../queries/list/list.ts'

const readAtOnce = 100

/** Maximum rows of a spreadsheet; the largest takes about two seconds to generate. */
const mostRows = 20_000

type DayOf = (moment: string) => string

interface Column extends SheetColumn {
  cell(row: NamedRequest, dayOf: DayOf): SheetCell
}

const columns: readonly Column[] = [
  text('Request #', 24, (row) => row.request_number),
  text('Status', 12, (row) => statusOf(row.status_id).badge),
  text('Priority', 10, (row) => priorityNamed(priorityOf(row.priority_rank)).label),
  { header: 'Amount', width: 14, kind: 'money', cell: (row) => centsToDollars(row.amount_cents) },
  text('Payee', 32, (row) => row.payee_name_1),
  text('Requester', 24, (row) => `${row.requester_first_name} ${row.requester_last_name}`),
  text('Dealer Group', 24, (row) => row.dealer_group_name),
  text('Dealership', 24, (row) => row.dealership_name),
  text('Department', 18, (row) => row.department_name),
  text('Purpose', 24, purposeText),
  text('Delivery Method', 18, (row) => row.delivery_method_name),
  text('Check #', 14, (row) => row.check_number),
  date('Req Date', (row, dayOf) => dayOf(row.created_at)),
  date('Due Date', (row) => row.due_date),
  date('Completed Date', (row, dayOf) => row.cleared_at && dayOf(row.cleared_at)),
  // Last, so that whoever reads columns by their position finds the others where they were.
  text('Invoice #', 18, (row) => row.invoice_number),
]

function text(header: string, width: number, cell: Column['cell']): Column {
  return { header, width, kind: 'text', cell }
}

function date(header: string, cell: Column['cell']): Column {
  return { header, width: 14, kind: 'date', cell }
}

/** All pages of a list as CSV lines for a spreadsheet. */
export async function* exportCsv(
  reads: Reads,
  caller: Caller,
  query: ExportQuery,
  now: number,
): AsyncGenerator<string> {
  // Spreadsheets recognize UTF-8 by the byte order mark.
  yield `\uFEFF${csvLine(columns.map(({ header }) => header))}`
  for await (const rows of readRows(reads, caller, query, now))
    yield rows.map((row) => csvLine(row.map(inCsv))).join('')
}

/** All pages of a list as a spreadsheet. Throws when there are too many rows. */
export function exportSpreadsheet(
  spreadsheets: Spreadsheets,
  reads: Reads,
  caller: Caller,
  query: ExportQuery,
  now: number,
): Promise<Uint8Array> {
  const described = columns.map(({ header, width, kind }) => ({ header, width, kind }))
  const sheet = { name: 'Check requests', columns: described }
  return spreadsheets.make(sheet, bounded(readRows(reads, caller, query, now)), caller.scope.dealerGroupId)
}

function inCsv(value: SheetCell, index: number): SheetCell {
  return columns[index]?.kind === 'money' ? Number(value).toFixed(2) : value
}

async function* bounded(parts: AsyncIterable<readonly SheetCell[][]>) {
  let rows = 0
  for await (const part of parts) {
    rows += part.length
    if (rows > mostRows)
      throw invalidFields({
        view: `A spreadsheet takes ${mostRows.toLocaleString('en-US')} check requests at most. Narrow the list, or export it as CSV.`,
      })
    yield part
  }
}

async function* readRows({ offload }: Reads, caller: Caller, query: ExportQuery, now: number) {
  const dateOf = datesIn(query.time_zone)
  const dayOf = (moment: string) => dateOf(Date.parse(moment))
  let cursor: string | undefined
  do {
    const part = { ...query, cursor, limit: readAtOnce }
    const page = await offload((db) => listRows(db, caller, part, now))
    yield page.rows.map((row) => columns.map(({ cell }) => cell(row, dayOf)))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}
