import { covers } from '@check-requests/domain/access/scope.ts'
import {
  daysWithoutClearing,
  isClearingOverdue,
  reachInWords,
  reconciledThrough,
} from '@check-requests/domain/bank/clearing/reconciled-through.ts'
import type { ClearingReply } from '@check-requests/domain/bank/files/fields.ts'
import { daysOut, isStale, type Sum } from '@check-requests/domain/bank/reconciliation.ts'
import { type CalendarDate, datesIn, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure } from '../../platform/errors.ts'
import type { SheetCell, SheetColumn, Spreadsheets } from '../../platform/text/exports.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { knownPayments, listActiveAccounts, type ShownAccount } from '../queries/accounts.ts'
import { countOpenExceptions, firstTakenAt, listWritten, type WrittenFile } from '../queries/clearing-state.ts'
import { type AccountAtDay, findAtDay, listOutstanding, type OutstandingCheck } from '../queries/reconciliation.ts'
import { listReconcilers, refusalToReconcile, requireAccount } from './account.ts'

/** The maximum number of checks in a printed report. A longer one would be unreadable. */
const mostOnPaper = 5000

/** How many checks are read at once for a spreadsheet. */
const portion = 1000

/** The reconciliation of an account at the end of a day, for a user who can see all of the account's checks. */
export async function reconcileAt(db: Db, caller: Caller, accountId: number, asOf: string): Promise<AccountAtDay> {
  const account = await requireAccount(db, caller, accountId)
  if (refusalToReconcile(caller, account) !== undefined && !coversAll(caller, account))
    throw new Failure(
      'FORBIDDEN',
      'This report covers all dealerships that draw on the account. Ask someone with access to all of them.',
    )
  return findAtDay(db, account, asOf)
}

function coversAll({ scope }: Caller, { dealer_group_id: dealerGroupId, dealership_ids }: ShownAccount): boolean {
  return dealership_ids.every((dealershipId) => covers(scope, { dealerGroupId, dealershipId, departmentId: null }))
}

/** The report as a PDF with all outstanding checks. */
export async function drawReconciliation(
  { database: { read }, checkPapers, clock }: Services,
  caller: Caller,
  accountId: number,
  asOf: string,
): Promise<Uint8Array> {
  const report = await reconcileAt(read, caller, accountId, asOf)
  const { account, balance, stale, paid, differences, unmatched, unresolved } = report
  if (balance.outstanding.count > mostOnPaper)
    throw new Failure(
      'CONFLICT',
      `More than ${mostOnPaper.toLocaleString('en-US')} checks are outstanding. Save the report as a spreadsheet instead.`,
    )
  const outstanding = await listOutstanding(read, account, asOf, { limit: mostOnPaper })
  const known = knownPayments(account)
  const paper = {
    kind: 'reconciliation',
    account: `${account.name}, ${account.bank_name}, account ending in ${account.account_last4}`,
    payer: account.dealer_group_name,
    reach: reachInWords({ ...known, through: reconciledThrough(known) }, asOf),
    asOf,
    madeAt: clock(),
    madeBy: caller.name,
    staleDays: account.stale_after_days,
    ...balance,
    stale,
    paid,
    unmatched,
    unresolved,
    differences: differences.map(({ number, payee_name, amount_cents, paid_cents, paid_on }) => ({
      number,
      payee: payee_name,
      amount: amount_cents,
      paid: paid_cents,
      paidOn: paid_on,
    })),
    checks: outstanding.map(({ number, check_date, payee_name, amount_cents, issued_on }) => ({
      number,
      date: check_date,
      payee: payee_name,
      amount: amount_cents,
      days: daysOut(issued_on, asOf),
      isStale: isStale(check_date, asOf, account.stale_after_days),
    })),
  } as const
  return checkPapers.plain(paper, account.dealer_group_id)
}

const columns: readonly SheetColumn[] = [
  { header: 'Line', width: 40, kind: 'text' },
  { header: 'Checks', width: 10, kind: 'count' },
  { header: 'Amount', width: 16, kind: 'money' },
  { header: 'Check #', width: 12, kind: 'text' },
  { header: 'Date', width: 12, kind: 'date' },
  { header: 'Payee', width: 36, kind: 'text' },
  { header: 'Handed Over', width: 12, kind: 'date' },
  { header: 'Days', width: 8, kind: 'count' },
  { header: 'Stale', width: 8, kind: 'text' },
]

/** The report as a spreadsheet: a row for each total, followed by one for each outstanding check. */
export async function exportReconciliation(
  { database: { read } }: Services,
  spreadsheets: Spreadsheets,
  caller: Caller,
  { accountId, asOf }: { readonly accountId: number; readonly asOf: string },
): Promise<Uint8Array> {
  const report = await reconcileAt(read, caller, accountId, asOf)
  return spreadsheets.make(
    { name: `Reconciliation ${asOf}`, columns },
    rowsOf(read, report),
    caller.scope.dealerGroupId,
  )
}

async function* rowsOf(db: Db, report: AccountAtDay): AsyncGenerator<SheetCell[][]> {
  const { account, asOf, balance, stale, paid, differences, unmatched, unresolved } = report
  yield [
    sumRow('Issued', balance.issued),
    sumRow('Voided', balance.voided),
    sumRow('Stopped', balance.stopped),
    sumRow('Book: issued less voided and stopped', balance.book),
    sumRow('Cleared', balance.cleared),
    sumRow('Outstanding: book less cleared', balance.outstanding),
    sumRow('Stale outstanding checks', stale),
    sumRow('Paid by the bank for the cleared checks', paid),
    sumRow('Other bank payments: exceptions', unmatched),
    sumRow('Unresolved exceptions', unresolved),
    dayRow('Reconciled through', reconciledThrough(knownPayments(account))),
    dayRow('Confirmed bank files through', account.paid_through),
    ...differences.map(({ number, payee_name, amount_cents, paid_cents, paid_on }) => [
      ...['Accepted payment above the register amount', 1, centsToDollars(paid_cents - amount_cents)],
      ...[String(number), paid_on, payee_name, null, null, null],
    ]),
  ]
  let after: OutstandingCheck | undefined
  do {
    const checks = await listOutstanding(db, account, asOf, { limit: portion, ...(after && { after }) })
    yield checks.map((check) => checkRow(check, report))
    after = checks.length === portion ? checks.at(-1) : undefined
  } while (after)
}

function sumRow(name: string, { count, cents }: Sum): SheetCell[] {
  return [name, count, centsToDollars(cents), null, null, null, null, null, null]
}

function dayRow(name: string, day: string | null): SheetCell[] {
  return [name, null, null, null, day, null, null, null, null]
}

function checkRow(check: OutstandingCheck, { asOf, account }: AccountAtDay): SheetCell[] {
  const { number, check_date, payee_name, amount_cents, issued_on } = check
  return [
    ...['Outstanding check', 1, centsToDollars(amount_cents), String(number), check_date, payee_name, issued_on],
    daysOut(issued_on, asOf),
    isStale(check_date, asOf, account.stale_after_days) ? 'Stale' : null,
  ]
}

/** The maximum number of listed files. */
const mostFiles = 10

type State = Omit<ClearingReply, 'files' | 'undos'> & {
  readonly account: ShownAccount
  readonly files: readonly WrittenFile[]
}

/** The reconciliation state of an account, for a user who works with it. */
export async function findClearing({ database, clock }: Services, caller: Caller, accountId: number): Promise<State> {
  const { read } = database
  const account = await requireAccount(read, caller, accountId)
  const files = await listWritten(read, account, mostFiles)
  const { days } = await clearingAge(read, account, { clearedAt: lastOf(files)?.written_at ?? undefined, now: clock() })
  return {
    account,
    days_without: days,
    is_overdue: isClearingOverdue(days),
    reconciled_through: reconciledThrough(knownPayments(account)),
    refusal: refusalToReconcile(caller, account) ?? null,
    open_exceptions: await countOpenExceptions(read, account),
    owners: await listReconcilers(read, account),
    files,
  }
}

/** The newest file that wasn't undone. */
function lastOf(files: readonly WrittenFile[]): WrittenFile | undefined {
  return files
    .filter(({ undone_at }) => undone_at === null)
    .reduce<WrittenFile | undefined>(
      (last, one) => ((one.written_at ?? '') > (last?.written_at ?? '') ? one : last),
      undefined,
    )
}

/** How many days an account hasn't been reconciled, and since which day. */
async function clearingAge(
  db: Db,
  account: ShownAccount,
  { clearedAt, now }: { readonly clearedAt: string | undefined; readonly now: number },
): Promise<{ readonly days: number | null; readonly since: CalendarDate | null }> {
  const dateAt = datesIn(account.time_zone)
  const dayOf = (at: string | undefined) => (at === undefined ? null : dateAt(Date.parse(at)))
  const firstCheckOn = dayOf(await firstTakenAt(db, account))
  const clearedOn = dayOf(clearedAt)
  return { days: daysWithoutClearing({ firstCheckOn, clearedOn }, dateAt(now)), since: clearedOn ?? firstCheckOn }
}

const system = { userId: null, name: 'System' }

/**
 * Notifies the users who reconcile an account when it hasn't been compared with its bank for thirty days, once for
 * each such period (decision 104). Days are in the account's time zone.
 */
export async function watchClearing(services: Services): Promise<void> {
  for (const account of await listActiveAccounts(services.database.read)) await watch(services, account)
}

async function watch(services: Services, account: ShownAccount): Promise<void> {
  const { read } = services.database
  const newest = lastOf(await listWritten(read, account, mostFiles))
  const age = await clearingAge(read, account, { clearedAt: newest?.written_at ?? undefined, now: services.clock() })
  if (age.since === null || !isClearingOverdue(age.days)) return
  const { id, name, account_last4, dealer_group_id: dealerGroupId } = account
  const people = await listReconcilers(read, account)
  const since = newest ? `since ${formatDate(age.since)}` : `since its first check on ${formatDate(age.since)}`
  const news = {
    event: 'clearing-overdue',
    key: `clearing-overdue/${id}/${newest?.id ?? 0}`,
    actor: system,
    dealerGroupId,
    text: `${name} (account ending in ${account_last4}) hasn’t been reconciled with its bank ${since}. Download the bank’s payments and upload the file on the Clearing screen.`,
  } as const
  await commit(services, undefined, (unit) =>
    unit.tell(
      people.map((person) => person.id),
      news,
    ),
  )
}
