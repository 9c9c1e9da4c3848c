import type { HandOverException } from '@check-requests/domain/checks/fields.ts'
import type { CheckState } from '@check-requests/domain/checks/lifecycle.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { portions } from '../../platform/database/sql-helpers.ts'
import { inTurns } from '../../platform/threads/promises.ts'
import type { Db, Tx } from '../../tables.ts'
import type {
  CheckEventTable,
  CheckSignatureTable,
  CheckTable,
  CombinedRequestTable,
  HandOverTable,
  UndoneClearingTable,
} from '../tables.ts'

export type CheckRow = Selectable<CheckTable>
export type CheckEventRow = Selectable<CheckEventTable>
export type SignatureRow = Selectable<CheckSignatureTable>
export type CombinedRequestRow = Selectable<CombinedRequestTable>
export type HandOverRow = Selectable<HandOverTable>
export type UndoneClearingRow = Selectable<UndoneClearingTable>

/** The maximum number of rows sent in one statement. */
const portion = 200

export function findCheck(db: Db, id: number): Promise<CheckRow | undefined> {
  return db.selectFrom('checks').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The requested exception; undefined if there is none. Exceptions stored by earlier versions couldn't be refused. */
export function exceptionOf({ exception_asked }: Pick<CheckRow, 'exception_asked'>): HandOverException | undefined {
  return exception_asked === null ? undefined : { refused: null, ...JSON.parse(exception_asked) }
}

/** The checks of a print run, by number. */
export function listOfRun(db: Db, runId: number): Promise<CheckRow[]> {
  return db
    .selectFrom('checks')
    .selectAll()
    .where('dealer_group_id', '=', ({ selectFrom }) =>
      selectFrom('print_runs').select('dealer_group_id').where('id', '=', runId),
    )
    .where('print_run_id', '=', runId)
    .orderBy('number')
    .execute()
}

/** The newest check of each of these requests, by request. */
export async function lastChecksOf(
  db: Db,
  dealerGroupId: number,
  requestIds: readonly number[],
): Promise<Map<number | null, CheckRow>> {
  const rows = await db
    .selectFrom('checks')
    .selectAll()
    .where('dealer_group_id', '=', dealerGroupId)
    .where('check_request_id', 'in', requestIds)
    .execute()
  const combined = await db
    .selectFrom('combined_requests as p')
    .innerJoin('checks', (join) =>
      join.onRef('checks.dealer_group_id', '=', 'p.dealer_group_id').onRef('checks.id', '=', 'p.check_id'),
    )
    .selectAll('checks')
    .select('p.check_request_id as paid_request_id')
    .where('p.dealer_group_id', '=', dealerGroupId)
    .where('p.check_request_id', 'in', requestIds)
    .execute()
  const paid = combined.map(({ paid_request_id, ...check }) => ({ check, requestId: paid_request_id as number | null }))
  // Sorted here, because sorting by id in the query would make SQLite read all checks of the dealer group.
  const all = [...paid, ...rows.map((check) => ({ check, requestId: check.check_request_id }))]
  all.sort((one, other) => one.check.id - other.check.id)
  return new Map(all.map(({ check, requestId }) => [requestId, check]))
}

/** The requests of those of these checks that pay several, by check, in the order of the stub. */
export async function combinedIn(db: Db, checkIds: readonly number[]): Promise<Map<number, CombinedRequestRow[]>> {
  if (checkIds.length === 0) return new Map()
  const all = db
    .selectFrom('checks')
    .innerJoin('combined_requests as p', (join) =>
      join.onRef('p.dealer_group_id', '=', 'checks.dealer_group_id').onRef('p.check_id', '=', 'checks.id'),
    )
    .selectAll('p')
    .where('checks.id', 'in', checkIds)
  return Map.groupBy(await all.orderBy('p.check_id').orderBy('p.position').execute(), ({ check_id }) => check_id)
}

export async function insertCombined(trx: Tx, rows: readonly CombinedRequestRow[]): Promise<void> {
  await inTurns(portions(rows), async (some) => {
    await trx.insertInto('combined_requests').values(some).execute()
  })
}

/** Forgets the requests of released numbers that are taken again, because these keep their rows. */
export async function forgetCombined(trx: Tx, dealerGroupId: number, checkIds: readonly number[]): Promise<void> {
  await inTurns(portions(checkIds), async (ids) => {
    const stored = trx.deleteFrom('combined_requests').where('dealer_group_id', '=', dealerGroupId)
    await stored.where('check_id', 'in', ids).execute()
  })
}

type Account = { readonly id: number; readonly dealer_group_id: number }

/** The checks of an account from one number through another. */
export function listNumbered(db: Db, account: Account, first: number, last: number): Promise<CheckRow[]> {
  return db
    .selectFrom('checks')
    .selectAll()
    .where('dealer_group_id', '=', account.dealer_group_id)
    .where('bank_account_id', '=', account.id)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .orderBy('number')
    .execute()
}

export type NewCheck = Omit<Insertable<CheckTable>, 'id' | 'version'>

/** Adds checks. Returns the id for each number. */
export async function insertChecks(trx: Tx, checks: readonly NewCheck[]): Promise<Map<number, number>> {
  const ids = new Map<number, number>()
  for (let start = 0; start < checks.length; start += portion) {
    const part = checks.slice(start, start + portion)
    const added = await trx.insertInto('checks').values(part).returning(['id', 'number']).execute()
    for (const { id, number } of added) ids.set(number, id)
  }
  return ids
}

/** Changes a check that is still in this state. Returns false if another user changed it first. */
export async function updateCheck(
  trx: Tx,
  { id, state }: { readonly id: number; readonly state: CheckState },
  values: Omit<Updateable<CheckTable>, 'id' | 'version'>,
): Promise<boolean> {
  const changed = await trx
    .updateTable('checks')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', state)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

// Every key begins with the dealer group. Without the group, a query would read all checks.
function groupOf(db: Db, checkId: number) {
  return db.selectFrom('checks').select('dealer_group_id').where('id', '=', checkId)
}

export type NewEvent = Omit<Insertable<CheckEventTable>, 'id'>

export async function insertEvents(trx: Tx, events: readonly NewEvent[]): Promise<void> {
  for (let start = 0; start < events.length; start += portion)
    await trx
      .insertInto('check_events')
      .values(events.slice(start, start + portion))
      .execute()
}

/** The history of a check, oldest first. */
export function listEvents(db: Db, checkId: number): Promise<CheckEventRow[]> {
  const events = db.selectFrom('check_events').selectAll().where('dealer_group_id', '=', groupOf(db, checkId))
  return events.where('check_id', '=', checkId).orderBy('id').execute()
}

/** The signers of these checks, by check. */
export async function signaturesOf(db: Db, checkIds: readonly number[]): Promise<Map<number, SignatureRow[]>> {
  if (checkIds.length === 0) return new Map()
  const all = db
    .selectFrom('checks')
    .innerJoin('check_signatures as s', (join) =>
      join.onRef('s.dealer_group_id', '=', 'checks.dealer_group_id').onRef('s.check_id', '=', 'checks.id'),
    )
    .selectAll('s')
    .where('checks.id', 'in', checkIds)
  return Map.groupBy(await all.orderBy('s.at').orderBy('s.user_id').execute(), ({ check_id }) => check_id)
}

export async function insertSignatures(trx: Tx, rows: readonly Insertable<CheckSignatureTable>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += portion)
    await trx
      .insertInto('check_signatures')
      .values(rows.slice(start, start + portion))
      .execute()
}

export function findHandOver(db: Db, checkId: number): Promise<HandOverRow | undefined> {
  const handOvers = db.selectFrom('hand_overs').selectAll().where('dealer_group_id', '=', groupOf(db, checkId))
  return handOvers.where('check_id', '=', checkId).executeTakeFirst()
}

export async function insertHandOver(trx: Tx, row: Insertable<HandOverTable>): Promise<void> {
  await trx.insertInto('hand_overs').values(row).execute()
}

/** The first user who performed an action on a check; undefined if no user did. */
export async function findFirstActor(db: Db, check: Pick<CheckRow, 'id' | 'dealer_group_id'>, act: string) {
  const events = db.selectFrom('check_events').select('user_id').where('dealer_group_id', '=', check.dealer_group_id)
  const acts = events.where('check_id', '=', check.id).where('act', '=', act).orderBy('id')
  return (await acts.limit(1).executeTakeFirst())?.user_id
}

/** The pending request to undo a check's clearing. */
export function findAskedUndo(db: Db, { id, dealer_group_id }: Account): Promise<UndoneClearingRow | undefined> {
  const undone = db.selectFrom('undone_clearings').selectAll().where('dealer_group_id', '=', dealer_group_id)
  return undone.where('check_id', '=', id).where('decided_at', 'is', null).executeTakeFirst()
}

export async function insertUndone(trx: Tx, row: Omit<Insertable<UndoneClearingTable>, 'id'>): Promise<number> {
  return (await trx.insertInto('undone_clearings').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateUndone(trx: Tx, id: number, values: Updateable<UndoneClearingTable>): Promise<void> {
  await trx.updateTable('undone_clearings').set(values).where('id', '=', id).execute()
}

/** The pending requests to undo the clearings of these checks. */
export async function listAskedUndos(db: Db, dealerGroupId: number, checkIds: readonly number[]) {
  const found: UndoneClearingRow[] = []
  await inTurns(portions(checkIds), async (ids) => {
    const asked = db.selectFrom('undone_clearings').selectAll().where('dealer_group_id', '=', dealerGroupId)
    found.push(...(await asked.where('check_id', 'in', ids).where('decided_at', 'is', null).execute()))
  })
  return found
}

/** For each of these checks, the last clearing that a reversal by the bank undid, and that is still undone. */
export async function lastTakenBack(db: Db, dealerGroupId: number, checkIds: readonly number[]) {
  const last = new Map<number, UndoneClearingRow>()
  await inTurns(portions(checkIds), async (ids) => {
    const undone = db.selectFrom('undone_clearings').selectAll().where('dealer_group_id', '=', dealerGroupId)
    const done = undone.where('check_id', 'in', ids).where('state', '=', 'done').where('bank_back_on', 'is not', null)
    for (const row of await done.orderBy('id').execute()) last.set(row.check_id, row)
  })
  return last
}

/** The clearings that the bank's reversals in a file undid, and that are still undone. */
export function listTakenBack(db: Db, { id, dealer_group_id }: Account): Promise<UndoneClearingRow[]> {
  return db
    .selectFrom('undone_clearings as u')
    .innerJoin('clearing_lines as l', (join) =>
      join.onRef('l.dealer_group_id', '=', 'u.dealer_group_id').onRef('l.id', '=', 'u.clearing_line_id'),
    )
    .selectAll('u')
    .where('l.dealer_group_id', '=', dealer_group_id)
    .where('l.clearing_file_id', '=', id)
    .where('u.state', '=', 'done')
    .where('u.bank_back_on', 'is not', null)
    .execute()
}
