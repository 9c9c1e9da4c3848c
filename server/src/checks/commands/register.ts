import { notACursor } from '@check-requests/domain/api/endpoint.ts'
import type { RegisterExportQuery } from '@check-requests/domain/checks/fields.ts'
import { stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import { daysOutstanding } from '@check-requests/domain/checks/outstanding.ts'
import type { CheckReply, StateTotal } from '@check-requests/domain/checks/replies.ts'
import { stateOfCheckInWords } from '@check-requests/domain/checks/words.ts'
import { addDays, datesIn, startOfDay } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { ShownAccount } from '../../bank/queries/accounts.ts'
import { moment } from '../../platform/clock.ts'
import { invalidFields } from '../../platform/errors.ts'
import { atMost, csvOf, describedColumns, type ExportColumn, type Spreadsheets } from '../../platform/text/exports.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { presentRows } from '../presenter/checks.ts'
import type { CheckRow, CombinedRequestRow } from '../queries/checks.ts'
import type { AsOf, RegisterSearch } from '../queries/register.ts'
import { readPage } from '../queries/register-page.ts'
import { type CheckTotal, totalChecks } from '../queries/register-totals.ts'
import { accountsAsked } from './load.ts'

type Exporting = Pick<Services, 'database' | 'clock'>
type Column = ExportColumn<[check: CheckReply, today: string]>

const readAtOnce = 100

/** The maximum number of rows in a spreadsheet. The largest takes about two seconds to generate. */
const mostRows = 20_000

// A voided check pays nothing: its amount is struck through and left out of totals.
const columns: readonly Column[] = [
  { header: 'Check #', width: 12, kind: 'count', cell: ({ number }) => number },
  text('State', 26, (check) => (isStruck(check.state) ? 'VOID' : stateOfCheckInWords(check))),
  date('Date', ({ check_date }) => check_date),
  text('Payee', 32, ({ payee_name }) => payee_name),
  money('Amount', ({ state, amount }) => (isStruck(state) ? null : amount)),
  money('Struck Amount', ({ state, amount }) => (isStruck(state) ? amount : null)),
  text('Request #', 24, ({ request_number }) => request_number),
  date('Issued', ({ issued_on }) => issued_on),
  date('Paid by Bank', ({ bank_paid_on }) => bank_paid_on),
  date('Ended', ({ ended_on }) => ended_on),
  {
    header: 'Days Outstanding',
    width: 16,
    kind: 'count',
    cell: (check, today) => daysOutstanding(check, today) ?? null,
  },
  text('Reason', 32, ({ reason }) => reason),
  text('Signed By', 24, ({ signed_by }) => signed_by.map(({ name }) => name).join(', ')),
  { header: 'Replaces', width: 12, kind: 'count', cell: ({ replaces }) => replaces?.number ?? null },
  { header: 'Replaced By', width: 12, kind: 'count', cell: ({ replaced_by }) => replaced_by?.number ?? null },
  text('Account', 24, ({ bank_account_name }) => bank_account_name),
]

function isStruck(state: CheckReply['state']): boolean {
  return state === stateAfter('void')
}

function text(header: string, width: number, cell: Column['cell']): Column {
  return { header, width, kind: 'text', cell }
}

function money(header: string, cell: Column['cell']): Column {
  return { header, width: 14, kind: 'money', cell }
}

function date(header: string, cell: Column['cell']): Column {
  return { header, width: 14, kind: 'date', cell }
}

/** All pages of the register as CSV lines for a spreadsheet. Any refusal comes before the first line. */
export async function exportCsv(
  services: Exporting,
  caller: Caller,
  query: RegisterExportQuery,
): Promise<AsyncGenerator<string>> {
  return csvOf(columns, await registerParts(services, caller, query))
}

/** All pages of the register as a spreadsheet. Throws if there are too many rows. */
export async function exportSpreadsheet(
  spreadsheets: Spreadsheets,
  services: Exporting,
  caller: Caller,
  query: RegisterExportQuery,
): Promise<Uint8Array> {
  const parts = atMost(await registerParts(services, caller, query), mostRows, tooMany)
  return spreadsheets.make({ name: 'Checks', columns: describedColumns(columns) }, parts, caller.scope.dealerGroupId)
}

function tooMany() {
  const most = mostRows.toLocaleString('en-US')
  return invalidFields({
    bank_account_id: `A spreadsheet can have at most ${most} checks. Narrow the register, or export it as CSV.`,
  })
}

async function registerParts(
  { database, clock }: Exporting,
  caller: Caller,
  { time_zone, ...query }: RegisterExportQuery,
) {
  const accounts = await accountsAsked(database.read, caller, query)
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  const asked = { ...query, scope: caller.scope, limit: readAtOnce }
  const today = query.as_of ?? datesIn(time_zone)(clock())
  async function* parts() {
    let after: { number: number; id: number } | undefined
    do {
      const page = await database.offload((db) => pageOf(db, accounts, { ...asked, after }))
      const checks = presentRows(page, names)
      for (const check of checks) check.request_number = numbersIn(page.combined.get(check.id)) ?? check.request_number
      yield checks.map((check) => columns.map(({ cell }) => cell(check, today)))
      after = page.next
    } while (after)
  }
  return parts()
}

function numbersIn(combined: readonly CombinedRequestRow[] | undefined): string | undefined {
  return combined?.map(({ request_number }) => request_number).join(', ')
}

/** A register query, for now or as of the end of a day. */
export type Asked = Omit<RegisterSearch, 'accounts' | 'asOf'> & { readonly as_of?: string | undefined }

/** A page of the register for these accounts. With `shownBefore`, the first page begins with the best matches. */
export async function pageOf(db: Db, accounts: readonly ShownAccount[], asked: Asked, shownBefore?: readonly number[]) {
  return readPage(db, await searchOf(db, accounts, asked), shownBefore)
}

/** The totals in each state; null if a search matches too many checks to add up. */
export async function totalsOf(db: Db, accounts: readonly ShownAccount[], asked: Asked): Promise<CheckTotal[] | null> {
  return totalChecks(db, await searchOf(db, accounts, asked))
}

async function searchOf(db: Db, accounts: readonly ShownAccount[], { as_of: day, ...asked }: Asked) {
  return { ...asked, accounts, asOf: day === undefined ? undefined : await asOfDay(db, accounts, day) }
}

async function asOfDay(_db: Db, accounts: readonly ShownAccount[], day: string): Promise<AsOf> {
  const ends = new Map<number, string>()
  for (const { id, time_zone } of accounts) ends.set(id, moment(startOfDay(addDays(day, 1), time_zone)))
  return { day, ends }
}

/** The cursor after a check: its number, its id, and the ids of the best matches shown before. */
export function encodeCursor({ number, id }: CheckRow, shownBefore: readonly number[]): string {
  return [number, id, ...shownBefore].join('-')
}

/** Decodes a page's cursor. Throws if the text isn't a cursor returned with an earlier page. */
export function decodeCursor(text: string) {
  if (!/^\d{1,10}-\d{1,15}(-\d{1,15}){0,10}$/.test(text)) throw invalidFields({ cursor: notACursor })
  const [number = 0, id = 0, ...shownBefore] = text.split('-').map(Number)
  return { after: { number, id }, shownBefore }
}

/** Totals in API form. */
export function inDollars({ state, count, cents }: CheckTotal): StateTotal {
  return { state, count, amount: centsToDollars(cents) }
}
