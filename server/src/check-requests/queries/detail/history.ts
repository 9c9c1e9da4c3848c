import type { Insertable, Selectable } from 'kysely'
import { compiled, compiledChange, hole } from '../../../platform/compiled.ts'
import type { Db, Tables, Tx } from '../../../tables.ts'
import type { StatusHistoryTable } from '../../tables.ts'

export type HistoryRow = Selectable<StatusHistoryTable>
export type NewHistory = Insertable<StatusHistoryTable>

const ofRequest = compiled<Tables, 'request', HistoryRow>((db) =>
  db.selectFrom('status_history').selectAll().where('check_request_id', '=', hole('id')).orderBy('id'),
)

/** What happened to a request, oldest first. */
export async function listHistory(db: Db, requestId: number): Promise<HistoryRow[]> {
  return ofRequest(db, 'request', { id: requestId })
}

const insert = compiled<Tables, 'insert', HistoryRow>((db) =>
  db
    .insertInto('status_history')
    .values({
      check_request_id: hole('check_request_id'),
      action: hole('action'),
      status_id: hole('status_id'),
      note: hole('note'),
      user_id: hole('user_id'),
      user_name: hole('user_name'),
      role_id: hole('role_id'),
      check_number: hole('check_number'),
      changes: hole('changes'),
      created_at: hole('created_at'),
    })
    .returningAll(),
)

export async function insertHistory(trx: Tx, entry: NewHistory): Promise<HistoryRow> {
  const [row] = await insert(trx, 'insert', { ...entry })
  return row as HistoryRow
}

/** The newest entry: who changed the request last, and how. */
export async function latestHistory(db: Db, requestId: number): Promise<HistoryRow | undefined> {
  return db
    .selectFrom('status_history')
    .selectAll()
    .where('check_request_id', '=', requestId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const insertHandled = compiledChange<Tables, 'insert'>((db) =>
  db
    .insertInto('handled_requests')
    .values({ user_id: hole('userId'), check_request_id: hole('requestId') })
    .onConflict((conflict) => conflict.doNothing()),
)

/** Notes that this person has decided on the request at least once (B3). */
export async function markHandled(trx: Tx, userId: number, requestId: number): Promise<void> {
  await insertHandled(trx, 'insert', { userId, requestId })
}
