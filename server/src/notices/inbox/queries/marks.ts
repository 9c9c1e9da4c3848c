import { type RawBuilder, sql } from 'kysely'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import type { Db, Tx } from '../../../tables.ts'
import { isPending, type Reader, type ReaderValues, type Shape, seen, shapeOf, shown, valuesOf } from './reader.ts'

/** Marks these notices of one user as read. */
export async function markNoticesRead(trx: Tx, userId: number, ids: readonly number[], at: string): Promise<void> {
  if (ids.length === 0) return
  await unreadOf(trx, userId, at).where('id', 'in', ids).execute()
}

/** Marks a user's notices about a request as read. */
export async function markNoticesOfRequest(trx: Tx, userId: number, requestId: number, at: string): Promise<void> {
  await unreadOf(trx, userId, at).where('check_request_id', '=', requestId).execute()
}

/** Marks all notices from before a given time as read. */
export async function markNoticesBefore(trx: Tx, before: string): Promise<void> {
  await trx.updateTable('notices').set({ read_at: before }).where('created_at', '<', before).execute()
}

function unreadOf(trx: Tx, userId: number, at: string) {
  return trx.updateTable('notices').set({ read_at: at }).where('user_id', '=', userId).where('read_at', 'is', null)
}

const allNotices = prepare(
  (_db: Db, param: Params<ReaderValues & { at: string }>, shape: Shape) => sql`
    update notices set read_at = ${param('at')} where id in (
      select n.id from notices n left join check_requests r
        on r.id = n.check_request_id and r.dealer_group_id = n.dealer_group_id
      where ${shown(param, shape)} and n.read_at is null)`,
)

const allWaiting = prepare((db: Db, param: Params<{ row: MarkRow; at: string }>) =>
  db
    .insertInto('inbox_marks')
    .values(param.row('row'))
    .onConflict((conflict) => conflict.columns(['user_id', 'role_id']).doUpdateSet({ all_read_at: param('at') })),
)

type MarkRow = { user_id: number; role_id: Reader['roleId']; dealer_group_id: number | null; all_read_at: string }

/** Marks everything visible in the reader's inbox as read. */
export async function markAllRead(trx: Tx, reader: Reader, dealerGroupId: number | null, at: string): Promise<void> {
  await allNotices(trx, { ...valuesOf(reader), at }, shapeOf(reader, true)).affectedRows()
  const row = { user_id: reader.userId, role_id: reader.roleId, dealer_group_id: dealerGroupId, all_read_at: at }
  await allWaiting(trx, { row, at }).affectedRows()
}

type SeenValues = ReaderValues & {
  readonly requests: readonly number[]
  readonly statusId: number
  readonly at: string
}

const seenWaiting = prepare(
  (_db: Db, param: Params<SeenValues>, shape: Shape) => sql`
    insert into waiting_reads (dealer_group_id, check_request_id, user_id, read_at)
    select r.dealer_group_id, r.id, cast(${param('userId')} as bigint), ${param('at')} from check_requests r
    where r.id in ${param.oneOf('requests')} and ${atStatus(param, shape)} and ${seen(param, shape)}
    on conflict (check_request_id, user_id, dealer_group_id) do update set read_at = excluded.read_at`,
)

function atStatus(param: Params<SeenValues>, { byPolicy }: Shape): RawBuilder<boolean> {
  return byPolicy ? isPending : sql`r.status_id = ${param('statusId')}`
}

/** Marks these requests as seen if they are pending for the reader and visible to them. */
export async function markWaitingSeen(trx: Tx, reader: Reader, requests: readonly number[], at: string): Promise<void> {
  if (requests.length === 0 || !reader.waiting) return
  const { statusId } = reader.waiting
  await seenWaiting(trx, { ...valuesOf(reader), requests, statusId, at }, shapeOf(reader, true)).affectedRows()
}
