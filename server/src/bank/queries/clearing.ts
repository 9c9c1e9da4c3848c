import { paymentKey } from '@check-requests/domain/bank/clearing/match.ts'
import type { ClearingFormat } from '@check-requests/domain/bank/clearing/profile.ts'
import type { CheckState } from '@check-requests/domain/checks/lifecycle.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { portions } from '../../platform/database/sql-helpers.ts'
import { inTurns } from '../../platform/threads/promises.ts'
import type { Db, Tx } from '../../tables.ts'
import type { CheckExceptionTable, ClearingFileTable, ClearingLineTable } from '../tables.ts'

export type ClearingFileRow = Selectable<ClearingFileTable>

interface Account {
  readonly id: number
  readonly dealer_group_id: number
}

export async function insertClearingFile(
  trx: Tx,
  file: Omit<Insertable<ClearingFileTable>, 'id' | 'version'>,
): Promise<number> {
  return (await trx.insertInto('clearing_files').values(file).returning('id').executeTakeFirstOrThrow()).id
}

export function findClearingFile(db: Db, id: number): Promise<ClearingFileRow | undefined> {
  return db.selectFrom('clearing_files').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The checks of a file to undo that stay cleared, because these other files have the same payments. */
interface StillCleared {
  readonly checks: number
  readonly files: string[]
}

interface AskedToUndo {
  readonly by: { readonly id: number; readonly name: string }
  readonly reason: string
  readonly at?: string
  readonly still_cleared?: StillCleared
}

/**
 * The user who asked to undo a file, why, when, and what stays cleared (unknown before 1.3.0). Kept after the file is
 * undone.
 */
export function askedToUndo({ undo_asked }: Pick<ClearingFileRow, 'undo_asked'>): AskedToUndo | undefined {
  return undo_asked === null ? undefined : JSON.parse(undo_asked)
}

/** A standing file with payments that earlier files already had. */
interface RepeatingFile extends Pick<ClearingFileRow, 'id' | 'name' | 'format'> {
  readonly repeated: string
}

/** The standing files that were confirmed after a file and have payments of earlier files, oldest first. */
export async function listRepeating(
  db: Db,
  file: Account & Pick<ClearingFileRow, 'bank_account_id' | 'written_at'>,
): Promise<RepeatingFile[]> {
  const rows = await db
    .selectFrom('clearing_files')
    .select(['id', 'name', 'format', 'repeated'])
    .where('dealer_group_id', '=', file.dealer_group_id)
    .where('bank_account_id', '=', file.bank_account_id)
    .where('state', '=', 'written')
    .where('written_at', '>=', file.written_at)
    .where('repeated', 'is not', null)
    .where('id', '!=', file.id)
    .orderBy('written_at')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ repeated, ...row }) => (repeated === null ? [] : [{ ...row, repeated }]))
}

export async function updateClearingFile(trx: Tx, id: number, values: Updateable<ClearingFileTable>): Promise<void> {
  await trx
    .updateTable('clearing_files')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Deletes an account's previewed files that are older than a moment and weren't confirmed. */
export async function forgetRead(trx: Tx, { id, dealer_group_id }: Account, before: string): Promise<void> {
  await trx
    .deleteFrom('clearing_files')
    .where('dealer_group_id', '=', dealer_group_id)
    .where('bank_account_id', '=', id)
    .where('state', '=', 'read')
    .where('read_at', '<', before)
    .execute()
}

/** The check fields that are compared with a bank payment. */
export interface ComparedCheck {
  readonly id: number
  readonly number: number
  readonly state: CheckState
  readonly amount_cents: number
  readonly payee_name: string
  readonly check_date: string
  readonly issued_on: string | null
  readonly bank_paid_on: string | null
  readonly stop_lapses_on: string | null
  /** What the bank paid for a cleared check; null if no file said it. */
  readonly paid_cents: number | null
}

/** The checks of an account with these numbers. */
export async function listCompared(db: Db, account: Account, numbers: readonly number[]): Promise<ComparedCheck[]> {
  const found: ComparedCheck[] = []
  await inTurns(portions(numbers), async (some) => {
    const rows = await db
      .selectFrom('checks')
      .select(['id', 'number', 'state', 'amount_cents', 'payee_name', 'check_date', 'issued_on', 'bank_paid_on'])
      .select('stop_lapses_on')
      .select(paidCents.as('paid_cents'))
      .where('dealer_group_id', '=', account.dealer_group_id)
      .where('bank_account_id', '=', account.id)
      .where('number', 'in', some)
      .execute()
    found.push(...rows)
  })
  return found
}

/** What the bank paid for a cleared check, by the latest payment that wasn't undone. */
const paidCents = sql<number | null>`case when state = 'cleared' then (select l.amount_cents from clearing_lines l
  where l.dealer_group_id = checks.dealer_group_id and l.check_id = checks.id and l.amount_cents > 0 and l.undone = 0
  order by l.id desc limit 1) end`

/** The smallest number ever taken from an account. */
export async function firstNumber(db: Db, { id, dealer_group_id }: Account): Promise<number | null> {
  const checks = db.selectFrom('checks').select('number').where('dealer_group_id', '=', dealer_group_id)
  const first = await checks.where('bank_account_id', '=', id).orderBy('number').limit(1).executeTakeFirst()
  return first?.number ?? null
}

/** Up to five outstanding checks of an account, and the check that the bank paid last. */
export async function listForSample(db: Db, { id, dealer_group_id }: Account) {
  const checks = db
    .selectFrom('checks')
    .select(['number', 'amount_cents as cents'])
    .where('dealer_group_id', '=', dealer_group_id)
    .where('bank_account_id', '=', id)
  const paid = await checks.where('state', '=', 'issued').orderBy('number').limit(5).execute()
  const cleared = checks.where('state', '=', 'cleared').orderBy('bank_paid_on', 'desc').orderBy('number', 'desc')
  return { paid, returned: await cleared.limit(1).executeTakeFirst() }
}

/** Of the given fingerprints, those that an earlier file contained, apart from one file. */
export async function knownFingerprints(
  db: Db,
  account: Account,
  prints: readonly string[],
  without = 0,
): Promise<Set<string>> {
  const known = new Set<string>()
  await inTurns(portions(prints), async (some) => {
    const rows = await db
      .selectFrom('clearing_lines')
      .select('fingerprint')
      .where('dealer_group_id', '=', account.dealer_group_id)
      .where('bank_account_id', '=', account.id)
      .where('fingerprint', 'in', some)
      .where('clearing_file_id', '!=', without)
      .execute()
    for (const { fingerprint } of rows) known.add(fingerprint)
  })
  return known
}

/** How many payments with these numbers came from files in other formats, by number, amount, and day. */
export async function statedInOtherFormats(
  db: Db,
  account: Account,
  { format, without = 0 }: { readonly format: ClearingFormat | null; readonly without: number | undefined },
  numbers: readonly number[],
): Promise<Map<string, number>> {
  const stated = new Map<string, number>()
  await inTurns(portions(numbers), async (some) => {
    const rows = await db
      .selectFrom('clearing_lines')
      .innerJoin('clearing_files', (join) =>
        join
          .onRef('clearing_files.dealer_group_id', '=', 'clearing_lines.dealer_group_id')
          .onRef('clearing_files.id', '=', 'clearing_lines.clearing_file_id'),
      )
      .select(['clearing_lines.number', 'amount_cents', 'paid_on'])
      .where('clearing_lines.dealer_group_id', '=', account.dealer_group_id)
      .where('clearing_lines.bank_account_id', '=', account.id)
      .where('clearing_lines.number', 'in', some)
      .where('format', '!=', format ?? 'CSV')
      .where('clearing_file_id', '!=', without)
      .where('undone', '=', 0)
      .execute()
    for (const { number, amount_cents, paid_on } of rows) {
      const key = paymentKey(number, amount_cents, paid_on)
      stated.set(key, (stated.get(key) ?? 0) + 1)
    }
  })
  return stated
}

/** Stores bank payments. Returns the id for each fingerprint. */
export async function insertLines(
  trx: Tx,
  lines: readonly Omit<Insertable<ClearingLineTable>, 'id'>[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  await inTurns(portions(lines), async (some) => {
    const added = await trx.insertInto('clearing_lines').values(some).returning(['id', 'fingerprint']).execute()
    for (const { id, fingerprint } of added) ids.set(fingerprint, id)
  })
  return ids
}

/** Adds exceptions. Returns their ids. */
export async function insertExceptions(
  trx: Tx,
  rows: readonly Omit<Insertable<CheckExceptionTable>, 'id' | 'version'>[],
): Promise<number[]> {
  const ids: number[] = []
  await inTurns(portions(rows), async (some) => {
    const added = await trx.insertInto('check_exceptions').values(some).returning('id').execute()
    ids.push(...added.map(({ id }) => id))
  })
  return ids
}

const wasUndone = sql<number>`(select count(*) from (select 1 from undone_clearings u where u.dealer_group_id = check_exceptions.dealer_group_id
  and u.check_id = check_exceptions.check_id and u.state = 'done' limit 1) as one)`

// Only reversals need this, so the other exceptions don't look through all open ones.
const hasEarlierReversal = sql<number>`case when clearing_lines.amount_cents >= 0 or check_exceptions.check_id is null then 0
  else (select count(*) from (select 1 from check_exceptions e join clearing_lines l on l.dealer_group_id = e.dealer_group_id and l.id = e.clearing_line_id and l.amount_cents < 0
  where e.dealer_group_id = check_exceptions.dealer_group_id and e.bank_account_id = check_exceptions.bank_account_id
    and e.resolved_at is null and e.check_id = check_exceptions.check_id and e.id < check_exceptions.id limit 1) as one) end`

// The bank's net payment: a check that is presented again after its return has two payments and one reversal.
const wasReversed = sql<number>`case when clearing_lines.amount_cents <= 0 or check_exceptions.check_id is null then 0
  else (select case when sum(case when l.amount_cents > 0 then 1 else -1 end) <= 0 then 1 else 0 end from clearing_lines l
  where l.dealer_group_id = check_exceptions.dealer_group_id and l.bank_account_id = check_exceptions.bank_account_id
    and l.number = clearing_lines.number and l.amount_cents in (clearing_lines.amount_cents, -clearing_lines.amount_cents) and l.undone = 0) end`

const zoneOfGroup = sql<string>`(select g.time_zone from dealer_groups g where g.id = check_exceptions.dealer_group_id)`

function shown(db: Db) {
  return db
    .selectFrom('check_exceptions')
    .innerJoin('clearing_lines', (join) =>
      join
        .onRef('clearing_lines.dealer_group_id', '=', 'check_exceptions.dealer_group_id')
        .onRef('clearing_lines.id', '=', 'check_exceptions.clearing_line_id'),
    )
    .leftJoin('checks', 'checks.id', 'check_exceptions.check_id')
    .selectAll('check_exceptions')
    .select(['clearing_lines.line', 'clearing_lines.number', 'clearing_lines.amount_cents', 'clearing_lines.paid_on'])
    .select(['clearing_lines.payee', 'clearing_lines.clearing_file_id', 'clearing_lines.check_id as paid_check_id'])
    .select(['checks.number as check_number', 'checks.payee_name as check_payee', 'checks.state as check_state'])
    .select('checks.amount_cents as check_amount_cents')
    .select(wasReversed.as('was_reversed'))
    .select([wasUndone.as('was_undone'), hasEarlierReversal.as('has_earlier_reversal'), zoneOfGroup.as('time_zone')])
}

/** An exception with its bank payment. */
export type ShownException = Awaited<ReturnType<typeof listExceptions>>[number]

/** Assigns a bank payment to a check, or to none. */
export async function matchLine(trx: Tx, id: number, checkId: number | null): Promise<void> {
  await trx.updateTable('clearing_lines').set({ check_id: checkId }).where('id', '=', id).execute()
}

/** The exceptions of an account, newest first. */
export function listExceptions(db: Db, { id, dealer_group_id }: Account, isOpen: boolean, limit: number) {
  return shown(db)
    .where('check_exceptions.dealer_group_id', '=', dealer_group_id)
    .where('check_exceptions.bank_account_id', '=', id)
    .where('check_exceptions.resolved_at', isOpen ? 'is' : 'is not', null)
    .orderBy('check_exceptions.id', 'desc')
    .limit(limit)
    .execute()
}

export function findException(db: Db, id: number): Promise<ShownException | undefined> {
  return shown(db).where('check_exceptions.id', '=', id).executeTakeFirst()
}

export async function updateException(trx: Tx, id: number, values: Updateable<CheckExceptionTable>): Promise<void> {
  await trx
    .updateTable('check_exceptions')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
