import type { PositivePayRow } from '@check-requests/domain/bank/positive-pay/column-values.ts'
import type { VoidRule } from '@check-requests/domain/bank/positive-pay/template.ts'
import type { HeldRow } from '@check-requests/domain/bank/positive-pay/write-file.ts'
import type { Sum } from '@check-requests/domain/bank/reconciliation.ts'
import { checkActs } from '@check-requests/domain/checks/lifecycle.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { rowsOf } from '../../platform/database/prepared.ts'
import type { Db, Tx } from '../../tables.ts'
import type { PositivePayFileTable, PositivePayRowTable, UnreportedCheckTable } from '../tables.ts'

export type PositivePayFileRow = Selectable<PositivePayFileTable>

interface Account {
  readonly id: number
  readonly dealer_group_id: number
}

/** A check to report to the bank. */
export type UnsentCheck = Awaited<ReturnType<typeof listUnsent>>[number]

/** Whether unsigned checks of runs made after `since` are printed together with signed ones to report to the bank. */
export async function awaitsSignatures(db: Db, { id, dealer_group_id }: Account, since: string): Promise<boolean> {
  const unsigned = await db
    .selectFrom('untold_checks as u')
    .innerJoin('checks as c', 'c.id', 'u.check_id')
    .innerJoin('print_runs as r', 'r.id', 'c.print_run_id')
    .innerJoin('checks as unsigned', (join) =>
      join
        .onRef('unsigned.dealer_group_id', '=', 'u.dealer_group_id')
        .onRef('unsigned.print_run_id', '=', 'r.id')
        .on('unsigned.state', 'in', checkActs.sign.from),
    )
    .select('unsigned.id')
    .where('u.dealer_group_id', '=', dealer_group_id)
    .where('u.bank_account_id', '=', id)
    .where('c.state', 'not in', checkActs.sign.from)
    .where('r.made_at', '>', since)
    .executeTakeFirst()
  return unsigned !== undefined
}

/**
 * The checks to report to the bank, by number: signed checks, and voids or stops of checks that were reported before.
 * Checks in a file that the bank rejected don't count as reported.
 */
export function listUnsent(db: Db, { id, dealer_group_id }: Account, limit?: number) {
  const unsent = db
    .selectFrom('untold_checks as u')
    .innerJoin('checks', 'checks.id', 'u.check_id')
    .select([
      'checks.id',
      'checks.bank_account_id',
      'checks.number',
      'state',
      'checks.amount_cents',
      'check_date',
      'payee_name',
      'ended_on',
    ])
    .where('u.dealer_group_id', '=', dealer_group_id)
    .where('u.bank_account_id', '=', id)
    .orderBy('u.number')
  return (limit === undefined ? unsent : unsent.limit(limit)).execute()
}

/** The number and the total in cents of unsent checks of each kind. */
export interface Unsent {
  readonly issues: Sum
  readonly voids: Sum
}

/** A check to report to the bank, as a row of a file. */
export type WaitingRow = PositivePayRow & { readonly id: number; readonly accountId: number }

/**
 * What an account's next files will report: the totals, the first rows that can't be written, and the problems that
 * prevent the files.
 */
export interface WaitingRows {
  readonly unsent: Unsent
  readonly rule: VoidRule
  readonly held: readonly HeldRow<WaitingRow>[]
  readonly problems: readonly string[]
  /** The accounts whose checks can go into the same file, with their unreported checks. */
  readonly companions: readonly { readonly id: number; readonly name: string; readonly unsent: Unsent }[]
}

/** Adds up the checks to report to the bank. */
export async function sumUnsent(db: Db, { id, dealer_group_id }: Account): Promise<Unsent> {
  const query = sql<Sum & { kind: UnreportedCheckTable['kind'] }>`select kind, count(*) as count,
      cast(sum(amount_cents) as bigint) as cents
    from untold_checks where dealer_group_id = ${dealer_group_id} and bank_account_id = ${id} group by kind`
  // If the bank gets no files, all of the account's checks are unsent, so this query runs in its own thread.
  const rows = await rowsOf(db, query, { apart: true })
  const of = (kind: UnreportedCheckTable['kind']) => rows.find((row) => row.kind === kind) ?? { count: 0, cents: 0 }
  return { issues: of('issue'), voids: of('void') }
}

/** Of these checks of a dealer group, those in a file that the bank has accepted. */
export async function knownOf(db: Db, dealerGroupId: number, checkIds: readonly number[]): Promise<Set<number>> {
  if (checkIds.length === 0) return new Set()
  const rows = await accepted(db, dealerGroupId).where('check_id', 'in', checkIds).execute()
  return new Set(rows.flatMap(({ check_id }) => check_id ?? []))
}

/** Returns true if the bank has accepted a file that contains this check. */
export async function knowsCheck(db: Db, check: Account): Promise<boolean> {
  const known = accepted(db, check.dealer_group_id).where('check_id', '=', check.id)
  return (await known.limit(1).executeTakeFirst()) !== undefined
}

function accepted(db: Db, dealerGroupId: number) {
  return db
    .selectFrom('positive_pay_rows')
    .innerJoin('positive_pay_files', (join) =>
      join
        .onRef('positive_pay_files.dealer_group_id', '=', 'positive_pay_rows.dealer_group_id')
        .onRef('positive_pay_files.id', '=', 'positive_pay_rows.positive_pay_file_id'),
    )
    .select('check_id')
    .where('positive_pay_rows.dealer_group_id', '=', dealerGroupId)
    .where('answer', '=', 'accepted')
}

export async function lastFileNumber(db: Db, { id, dealer_group_id }: Account): Promise<number> {
  const files = db.selectFrom('positive_pay_files').select(({ fn }) => fn.max('number').as('last'))
  const { last } = await files
    .where('dealer_group_id', '=', dealer_group_id)
    .where('bank_account_id', '=', id)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

export async function insertFile(
  trx: Tx,
  file: Omit<Insertable<PositivePayFileTable>, 'id' | 'version'>,
  rows: readonly Pick<PositivePayRowTable, 'check_id' | 'kind'>[],
): Promise<number> {
  const { id } = await trx.insertInto('positive_pay_files').values(file).returning('id').executeTakeFirstOrThrow()
  const { dealer_group_id } = file
  for (let start = 0; start < rows.length; start += 500) {
    const part = rows.slice(start, start + 500)
    const values = part.map((row) => ({ ...row, dealer_group_id, positive_pay_file_id: id }))
    await trx.insertInto('positive_pay_rows').values(values).execute()
  }
  return id
}

export async function updateFile(trx: Tx, id: number, values: Updateable<PositivePayFileTable>): Promise<void> {
  await trx
    .updateTable('positive_pay_files')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export function findFile(db: Db, id: number): Promise<PositivePayFileRow | undefined> {
  return db.selectFrom('positive_pay_files').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * The users who printed the checks of a file or entered handwritten ones. Each check appears once for each such user.
 */
export async function listPrinters(db: Db, { id, dealer_group_id }: Account) {
  const checks = db
    .selectFrom('positive_pay_rows as row')
    .innerJoin('checks as c', (join) =>
      join.onRef('c.dealer_group_id', '=', 'row.dealer_group_id').onRef('c.id', '=', 'row.check_id'),
    )
    .leftJoin('print_runs as run', 'run.id', 'c.print_run_id')
    .select(['c.number', 'c.printed_by_id', 'c.entered_by', 'run.made_by_id', 'run.settled_by_id'])
    .where('row.dealer_group_id', '=', dealer_group_id)
    .where('row.positive_pay_file_id', '=', id)
    .orderBy('c.number')
  return checks.execute()
}

/** The newest files of an account. */
export function listFiles(db: Db, { id, dealer_group_id }: Account, limit: number): Promise<PositivePayFileRow[]> {
  const files = db.selectFrom('positive_pay_files').selectAll().where('dealer_group_id', '=', dealer_group_id)
  return files.where('bank_account_id', '=', id).orderBy('number', 'desc').limit(limit).execute()
}

/** The newest files of other accounts that contain checks of an account. */
export function listSharedFiles(
  db: Db,
  { id, dealer_group_id }: Account,
  limit: number,
): Promise<PositivePayFileRow[]> {
  const files = db.selectFrom('positive_pay_files').selectAll().where('dealer_group_id', '=', dealer_group_id)
  return files.where('other_account_ids', 'like', `%,${id},%`).orderBy('id', 'desc').limit(limit).execute()
}

/** The newest files that report these checks of an account. */
export function listReporting(
  db: Db,
  { dealer_group_id }: Account,
  checkIds: readonly number[],
): Promise<PositivePayFileRow[]> {
  if (checkIds.length === 0) return Promise.resolve([])
  const rows = db.selectFrom('positive_pay_rows').select('positive_pay_file_id').where('check_id', 'in', checkIds)
  return db
    .selectFrom('positive_pay_files')
    .selectAll()
    .where('dealer_group_id', '=', dealer_group_id)
    .where('id', 'in', rows.where('dealer_group_id', '=', dealer_group_id))
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
}

/** The other accounts whose checks are in a file. */
export function otherAccountsOf({ other_account_ids }: Pick<PositivePayFileRow, 'other_account_ids'>): number[] {
  return (other_account_ids ?? '').split(',').filter(Boolean).map(Number)
}

/** The files to send now, and those whose sending was interrupted. */
export function listToSend(db: Db, now: string): Promise<Pick<PositivePayFileRow, 'id'>[]> {
  const files = db.selectFrom('positive_pay_files').select('id').where('transmission', 'in', ['waiting', 'sending'])
  return files.where('transmission_at', '<=', now).orderBy('transmission_at').orderBy('id').limit(100).execute()
}

/** The files sent since a time to which nobody has recorded a response, and that the bank isn't known to have rejected. */
export function listUnanswered(db: Db, since: string): Promise<PositivePayFileRow[]> {
  const sent = db.selectFrom('positive_pay_files').selectAll().where('transmission', '=', 'sent')
  return sent
    .where('answer', 'is', null)
    .where('transmission_at', '>=', since)
    .where((is) => is.or([is('acknowledgment', 'is', null), is('acknowledgment', '<>', 'refused')]))
    .orderBy('bank_account_id')
    .orderBy('id')
    .limit(1000)
    .execute()
}

/** All files, for rotating the encryption key. */
export function listEveryFile(db: Db): Promise<PositivePayFileRow[]> {
  return db.selectFrom('positive_pay_files').selectAll().orderBy('id').execute()
}

/** The encryption context of a file's content, which can't be decrypted if copied to another file's row. */
export function fileContext(file: Pick<PositivePayFileRow, 'dealer_group_id' | 'bank_account_id' | 'number'>): string {
  const { dealer_group_id, bank_account_id, number } = file
  return `positive-pay file ${number} of bank account ${bank_account_id} of dealer group ${dealer_group_id}`
}
