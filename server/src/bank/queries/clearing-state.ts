import type { ExceptionKind } from '@check-requests/domain/bank/clearing/findings.ts'
import type { DoubtfulPayment } from '@check-requests/domain/bank/clearing/match.ts'
import type { CheckState } from '@check-requests/domain/checks/lifecycle.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { portions } from '../../platform/database/sql-helpers.ts'
import { inTurns } from '../../platform/threads/promises.ts'
import type { Db, Tx } from '../../tables.ts'
import type { ClearingLineTable } from '../tables.ts'
import type { ShownException } from './clearing.ts'

export type ClearingLineRow = Selectable<ClearingLineTable>

interface Account {
  readonly id: number
  readonly dealer_group_id: number
}

/** When the first check number was taken from an account; undefined before that. */
export async function firstTakenAt(db: Db, { id, dealer_group_id }: Account): Promise<string | undefined> {
  const checks = db.selectFrom('checks').select('created_at').where('dealer_group_id', '=', dealer_group_id)
  return (await checks.where('bank_account_id', '=', id).orderBy('number').limit(1).executeTakeFirst())?.created_at
}

/**
 * The newest files applied to the register, after those with a pending request to undo them, or one of them. Each has
 * the number of checks that it cleared.
 */
export function listWritten(db: Db, { id, dealer_group_id }: Account, limit: number, fileId?: number) {
  const files = db
    .selectFrom('clearing_files')
    .select(['id', 'version', 'name', 'format', 'notes', 'written_by_id', 'written_by_name', 'written_at'])
    .select(['undo_asked', 'undone_by_id', 'undone_by_name', 'undone_at'])
    .select(({ selectFrom }) => [
      selectFrom('clearing_lines')
        .select(({ fn }) => fn.count<number>('check_id').as('cleared'))
        .whereRef('clearing_lines.dealer_group_id', '=', 'clearing_files.dealer_group_id')
        .whereRef('clearing_lines.clearing_file_id', '=', 'clearing_files.id')
        .as('cleared'),
      selectFrom('clearing_lines')
        .select(({ fn }) => fn.countAll<number>().as('lines'))
        .whereRef('clearing_lines.dealer_group_id', '=', 'clearing_files.dealer_group_id')
        .whereRef('clearing_lines.clearing_file_id', '=', 'clearing_files.id')
        .as('lines'),
    ])
    .where('dealer_group_id', '=', dealer_group_id)
    .where('bank_account_id', '=', id)
    .where('written_at', 'is not', null)
  return (fileId === undefined ? files : files.where('id', '=', fileId))
    .orderBy(sql`case when undo_asked is null or undone_at is not null then 1 else 0 end`)
    .orderBy('written_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export type WrittenFile = Awaited<ReturnType<typeof listWritten>>[number]

/** The number of unresolved exceptions of an account. */
export async function countOpenExceptions(db: Db, { id, dealer_group_id }: Account): Promise<number> {
  const open = db.selectFrom('check_exceptions').select(({ fn }) => fn.countAll<number>().as('count'))
  const { count } = await open
    .where('dealer_group_id', '=', dealer_group_id)
    .where('bank_account_id', '=', id)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** True for a payment `l` that the bank has taken back. */
export const takenBack = sql<boolean>`exists (select 1 from undone_clearings u where u.dealer_group_id = l.dealer_group_id
  and u.payment_line_id = l.id and u.state = 'done')`

/** The payment that cleared a check, and that the bank hasn't taken back. */
export function findPaymentOf(db: Db, { id, dealer_group_id }: Account): Promise<ClearingLineRow | undefined> {
  return db
    .selectFrom('clearing_lines as l')
    .selectAll()
    .where('l.dealer_group_id', '=', dealer_group_id)
    .where('l.check_id', '=', id)
    .where('l.amount_cents', '>', 0)
    .where('l.undone', '=', 0)
    .where(sql<boolean>`not ${takenBack}`)
    .executeTakeFirst()
}

/** True if the bank paid the same number and amount once more by a day without clearing a check. */
export async function isPaidOtherwise(
  db: Db,
  { dealer_group_id, bank_account_id, number, amount_cents }: ClearingLineRow,
  day: string,
): Promise<boolean> {
  const others = db
    .selectFrom('clearing_lines')
    .select('id')
    .where('dealer_group_id', '=', dealer_group_id)
    .where('bank_account_id', '=', bank_account_id)
    .where('number', '=', number)
    .where('amount_cents', '=', amount_cents)
    .where('paid_on', '<=', day)
    .where('check_id', 'is', null)
    .where('undone', '=', 0)
  return (await others.limit(1).executeTakeFirst()) !== undefined
}

const linesAtOnce = 500

/**
 * Conditions on clearing lines `l` that together cover the lines of these files. A statement about all lines of a large
 * file would hold up all calls (L1).
 */
export async function partsOf(
  db: Db,
  dealerGroupId: number,
  fileIds: readonly number[],
): Promise<RawBuilder<boolean>[]> {
  if (fileIds.length === 0) return []
  const files = await db
    .selectFrom('clearing_lines')
    .select('clearing_file_id as file')
    .select(({ fn }) => [fn.min<number>('id').as('first'), fn.max<number>('id').as('last')])
    .where('dealer_group_id', '=', dealerGroupId)
    .where('clearing_file_id', 'in', fileIds)
    .groupBy('clearing_file_id')
    .execute()
  const ranges = files.flatMap(({ file, first, last }) =>
    Array.from({ length: Math.ceil((last - first + 1) / linesAtOnce) }, (_, at) => ({
      file,
      first: first + at * linesAtOnce,
      last: Math.min(last, first + (at + 1) * linesAtOnce - 1),
    })),
  )
  const parts: (typeof ranges)[] = []
  let room = 0
  for (const range of ranges) {
    const size = range.last - range.first + 1
    if (size > room) parts.push([])
    room = (size > room ? linesAtOnce : room) - size
    parts.at(-1)?.push(range)
  }
  const conditionOf = ({ file, first, last }: (typeof ranges)[number]) =>
    sql`(l.clearing_file_id = ${sql.lit(file)} and l.id between ${sql.lit(first)} and ${sql.lit(last)})`
  const group = sql`l.dealer_group_id = ${sql.lit(dealerGroupId)}`
  return parts.map((some) => sql<boolean>`${group} and (${sql.join(some.map(conditionOf), sql` or `)})`)
}

/** The rows that a statement finds for the parts of a file. */
async function readParts<Row>(
  db: Db,
  { id, dealer_group_id }: Account,
  read: (part: RawBuilder<boolean>) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  await inTurns(await partsOf(db, dealer_group_id, [id]), async (part) => void rows.push(...(await read(part))))
  return rows
}

/** The checks that a file cleared, each with whether the bank has taken the file's payment back. */
export function listClearedBy(db: Db, file: Account) {
  return readParts(db, file, async (part) => {
    const { rows } = await sql<{
      id: number
      number: number
      state: CheckState
      bank_paid_on: string | null
      cleared_on: string | null
      is_taken_back: number
    }>`select c.id, c.number, c.state, c.bank_paid_on, c.cleared_on,
        case when ${takenBack} then 1 else 0 end as is_taken_back
      from clearing_lines l join checks c on c.id = l.check_id
      where ${part} and l.amount_cents > 0
      order by c.number`.execute(db)
    return rows
  })
}

/** The checks that a file cleared, or whose payments it took back, and those of its open exceptions. */
export async function listTouchedBy(db: Db, file: Account): Promise<number[]> {
  const lines = await readParts(db, file, (part) =>
    db.selectFrom('clearing_lines as l').select('check_id').where(part).where('check_id', 'is not', null).execute(),
  )
  const open = await listOpenOf(db, file)
  return [...new Set([...lines, ...open].flatMap(({ check_id }) => check_id ?? []))]
}

/** Detaches a file's lines from their checks, and lets the same lines be read again. */
export async function undoLines(trx: Tx, file: Account): Promise<void> {
  const undone = { undone: 1, check_id: null, fingerprint: sql<string>`${`${file.id}/`} || fingerprint` }
  await inTurns(await partsOf(trx, file.dealer_group_id, [file.id]), async (part) => {
    const lines = trx.selectFrom('clearing_lines as l').select('l.id').where(part)
    await trx.updateTable('clearing_lines').set(undone).where('id', 'in', lines).execute()
  })
}

/** The exception about a bank payment. */
export async function findExceptionOf(db: Db, { id, dealer_group_id }: Account): Promise<number | undefined> {
  const exceptions = db.selectFrom('check_exceptions').select('id').where('dealer_group_id', '=', dealer_group_id)
  return (await exceptions.where('clearing_line_id', '=', id).limit(1).executeTakeFirst())?.id
}

interface Accounts {
  readonly dealerGroupIds: readonly number[]
  readonly accountIds: readonly number[]
}

/** The pending requests to undo files of these accounts. */
export function listFilesToUndo(db: Db, { dealerGroupIds, accountIds }: Accounts) {
  return db
    .selectFrom('clearing_files')
    .select(['id', 'dealer_group_id', 'bank_account_id', 'undo_asked'])
    .where('dealer_group_id', 'in', dealerGroupIds)
    .where('bank_account_id', 'in', accountIds)
    .where('written_at', 'is not', null)
    .where('undo_asked', 'is not', null)
    .where('undone_at', 'is', null)
    .execute()
}

/** The pending requests to undo the clearings of checks of these accounts, oldest first. */
export function listClearingsToUndo(db: Db, { dealerGroupIds, accountIds }: Accounts) {
  return db
    .selectFrom('undone_clearings as u')
    .innerJoin('checks as c', 'c.id', 'u.check_id')
    .select(['u.check_id', 'u.dealer_group_id', 'u.bank_account_id', 'u.reason'])
    .select(['u.asked_by_id', 'u.asked_by_name', 'u.asked_at'])
    .select(['c.number', 'c.payee_name', 'c.amount_cents'])
    .where('u.dealer_group_id', 'in', dealerGroupIds)
    .where('u.bank_account_id', 'in', accountIds)
    .where('u.decided_at', 'is', null)
    .orderBy('u.id')
    .execute()
}

export type ClearingToUndo = Awaited<ReturnType<typeof listClearingsToUndo>>[number]

/** The open exceptions about these checks, by check id. */
export async function openExceptionsOf(db: Db, { id, dealer_group_id }: Account, checkIds: readonly number[]) {
  const open = new Map<number, ExceptionKind>()
  await inTurns(portions(checkIds), async (some) => {
    const rows = await db
      .selectFrom('check_exceptions')
      .select(['check_id', 'kind'])
      .where('dealer_group_id', '=', dealer_group_id)
      .where('bank_account_id', '=', id)
      .where('resolved_at', 'is', null)
      .where('check_id', 'in', some)
      .execute()
    for (const { check_id, kind } of rows) if (check_id !== null) open.set(check_id, kind)
  })
  return open
}

/** The open exceptions about a file's payments. */
export function listOpenOf(db: Db, file: Account) {
  return readParts(db, file, (part) =>
    db
      .selectFrom('check_exceptions as e')
      .innerJoin('clearing_lines as l', (join) =>
        join
          .onRef('l.dealer_group_id', '=', 'e.dealer_group_id')
          .onRef('l.bank_account_id', '=', 'e.bank_account_id')
          .onRef('l.id', '=', 'e.clearing_line_id'),
      )
      .select(['e.id', 'e.check_id'])
      .where(part)
      .where('e.resolved_at', 'is', null)
      .execute(),
  )
}

/**
 * True for a check that was paid at the end of a day although the bank took the payment back later: by the bank's days,
 * or by the days in the register.
 */
export function wasPaidAt(check: RawBuilder<unknown>, basis: 'bank' | 'register', day: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 ${paymentAt(check, basis, day)})`
}

/** The day on which the bank paid a check that, in the register, was paid at the end of a day and taken back later. */
export function dayPaidAt(check: RawBuilder<unknown>, day: string): RawBuilder<string | null> {
  return sql<string | null>`(select max(u.bank_paid_on) ${paymentAt(check, 'register', day)})`
}

function paymentAt(check: RawBuilder<unknown>, basis: 'bank' | 'register', day: string) {
  const [paid, back] =
    basis === 'bank' ? [sql`u.bank_paid_on`, sql`u.bank_back_on`] : [sql`u.cleared_on`, sql`u.back_on`]
  return sql`from undone_clearings u where u.dealer_group_id = ${check}.dealer_group_id and u.check_id = ${check}.id
    and u.state = 'done' and ${paid} <= ${day} and ${back} > ${day}`
}

/** The payment of an exception, and the check that it names, in the form that the rules use. */
export function paymentOf({ kind, amount_cents, paid_on, ...row }: ShownException, now: number): DoubtfulPayment {
  const { check_number: number, check_state: state } = row
  const check = number === null || state === null ? null : { number, state }
  const facts = { isTakenBack: amount_cents < 0, isFuture: paid_on > datesIn(row.time_zone)(now) }
  const [hasEarlierReversal, wasReversed] = [row.has_earlier_reversal === 1, row.was_reversed === 1]
  return { kind, ...facts, hasEarlierReversal, wasReversed, wasUndone: row.was_undone === 1, check }
}
