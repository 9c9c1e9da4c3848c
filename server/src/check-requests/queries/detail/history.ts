import type { Insertable, Selectable } from 'kysely'
import { type Params, prepare } from '../../../platform/prepared.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { HandledRequestTable, StatusHistoryTable } from '../../tables.ts'

export type HistoryRow = Selectable<StatusHistoryTable>
export type NewHistory = Omit<Insertable<StatusHistoryTable>, 'id'>

const ofRequest = prepare((db: Db, param: Params<{ requestId: number }>) =>
  db.selectFrom('status_history').selectAll().where('check_request_id', '=', param('requestId')).orderBy('id'),
)

/** What happened to a request, oldest first. */
export async function listHistory(db: Db, requestId: number): Promise<HistoryRow[]> {
  return ofRequest(db, { requestId }).all()
}

const insert = prepare((db: Db, param: Params<{ entry: NewHistory }>) =>
  db.insertInto('status_history').values(param.row('entry')).returningAll(),
)

export async function insertHistory(trx: Tx, entry: NewHistory): Promise<HistoryRow> {
  return insert(trx, { entry }).one()
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

const insertHandled = prepare((db: Db, param: Params<{ handled: HandledRequestTable }>) =>
  db
    .insertInto('handled_requests')
    .values(param.row('handled'))
    .onConflict((conflict) => conflict.doNothing()),
)

/** Notes that this person has decided on the request at least once (B3). */
export async function markHandled(trx: Tx, userId: number, requestId: number): Promise<void> {
  const handled = { user_id: userId, check_request_id: requestId }
  await insertHandled(trx, { handled }).affectedRows()
}
