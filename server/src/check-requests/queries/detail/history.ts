import type { Insertable, Selectable } from 'kysely'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { StatusHistoryTable } from '../../tables.ts'
import { groupOfRequest } from '../write/hands.ts'

export type HistoryRow = Selectable<StatusHistoryTable>
export type NewHistory = Omit<Insertable<StatusHistoryTable>, 'id' | 'dealer_group_id'>

const ofRequest = prepare((db: Db, param: Params<{ requestId: number }>) =>
  db.selectFrom('status_history').selectAll().where('check_request_id', '=', param('requestId')).orderBy('id'),
)

/** The history of a request, oldest first. */
export async function listHistory(db: Db, requestId: number): Promise<HistoryRow[]> {
  return ofRequest(db, { requestId }).all()
}

const ofRequests = prepare((db: Db, param: Params<{ requestIds: readonly number[] }>) =>
  db
    .selectFrom('status_history')
    .selectAll()
    .where('check_request_id', 'in', param.oneOf('requestIds'))
    .orderBy('check_request_id')
    .orderBy('id'),
)

/** The history of each of these requests, by id, oldest first. */
export async function listHistories(db: Db, requestIds: readonly number[]): Promise<Map<number, HistoryRow[]>> {
  const rows = requestIds.length > 0 ? await ofRequests(db, { requestIds }).all() : []
  return Map.groupBy(rows, (row) => row.check_request_id)
}

const insert = prepare((db: Db, param: Params<{ requestId: number; entry: NewHistory }>) =>
  db
    .insertInto('status_history')
    .values({ ...param.row('entry'), dealer_group_id: groupOfRequest(db, param('requestId')) })
    .returningAll(),
)

export async function insertHistory(trx: Tx, entry: NewHistory): Promise<HistoryRow> {
  const [row] = await insert(trx, { requestId: entry.check_request_id, entry }).write()
  return row as HistoryRow
}

/** A request's newest history entry, which shows the last change and its author. */
export async function latestHistory(db: Db, requestId: number): Promise<HistoryRow | undefined> {
  return db
    .selectFrom('status_history')
    .selectAll()
    .where('check_request_id', '=', requestId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const insertHandled = prepare((db: Db, param: Params<{ userId: number; requestId: number }>) =>
  db
    .insertInto('handled_requests')
    .values({
      user_id: param('userId'),
      check_request_id: param('requestId'),
      dealer_group_id: groupOfRequest(db, param('requestId')),
    })
    .onConflict((conflict) => conflict.doNothing()),
)

/** Records that this user has decided on the request at least once (B3). */
export async function markHandled(trx: Tx, userId: number, requestId: number): Promise<void> {
  await insertHandled(trx, { userId, requestId }).write()
}
