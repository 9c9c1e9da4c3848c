import type { StatusId } from '@check-requests/domain/check-requests/lifecycle.ts'
import { mostUnreadCounted } from '@check-requests/domain/notices/inbox/endpoints.ts'
import type { NoticeEvent } from '@check-requests/domain/notices/inbox/notices.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { type RawBuilder, sql } from 'kysely'
import { isForOwn } from '../../../check-requests/queries/list/own-queue.ts'
import { placeIndexes } from '../../../check-requests/queries/list/request-scope.ts'
import { all, along } from '../../../platform/database/list.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { numberPairs, speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'
import {
  isNotLeftOut,
  isRead,
  type Position,
  type Reader,
  type ReaderValues,
  type Shape,
  seen,
  shapeOf,
  shown,
  valuesOf,
  waits,
} from './reader.ts'

/** A notice with the names it refers to. For a pending request, `id` is the request's id. */
export interface InboxRow {
  readonly id: number
  readonly event: NoticeEvent
  readonly at: string
  readonly is_read: number
  readonly actor_id: number | null
  readonly actor_name: string | null
  readonly text: string | null
  readonly event_key: string | null
  readonly check_request_id: number | null
  readonly request_number: string | null
  readonly payee_name_1: string | null
  readonly amount_cents: Cents | null
  readonly status_id: StatusId | null
  readonly good_through: string | null
  readonly account_id: number | null
  readonly account_name: string | null
}

type PageValues = ReaderValues & Position & { readonly limit: number }
type WaitingValues = ReaderValues & { readonly statusId: number }

/** The inbox reads only this many of the newest pending requests, because queues show all pending requests. */
const newestWaiting = 1000

const noticePage = prepare(
  (_db: Db, param: Params<PageValues>, shape: Shape) => sql<InboxRow>`
    select n.id, n.event, n.created_at as at, case when n.read_at is null then 0 else 1 end as is_read,
      n.actor_id, n.actor_name, n.text, n.event_key, n.check_request_id, r.request_number, r.payee_name_1, r.amount_cents,
      r.status_id, r.good_through, n.account_id, u.first_name || ' ' || u.last_name as account_name
    from ${noticesOf()} left join users u on u.id = n.account_id
    where ${shown(param, shape)} and ${readAsAsked(shape, sql`n.read_at is not null`)}
      and (n.created_at, n.id) < (${param('at')}, ${param('id')})
    order by n.created_at desc, n.id desc limit ${param('limit')}`,
)

const noticeCount = prepare(
  (_db: Db, param: Params<ReaderValues>, shape: Shape) => sql<{ amount: number }>`
    select count(*) as amount from (select 1 from ${noticesOf()}
      where ${shown(param, shape)} and n.read_at is null limit ${sql.lit(mostUnreadCounted)}) as unread`,
)

/** Lists the reader's stored notices, newest first. `unread` selects unread ones, read ones, or all. */
export function listNotices(
  db: Db,
  reader: Reader,
  { unread, limit, ...after }: Position & { readonly unread: boolean | undefined; readonly limit: number },
): Promise<InboxRow[]> {
  return noticePage(db, { ...valuesOf(reader), ...after, limit }, shapeOf(reader, unread)).all()
}

const waitingPage = prepare(
  (db: Db, param: Params<PageValues & WaitingValues & { event: NoticeEvent }>, shape: Shape) => sql<InboxRow>`
    select r.id, cast(${param('event')} as text) as event, r.status_changed_at as at,
      case when ${isRead(param)} then 1 else 0 end as is_read,
      u.id as actor_id, u.first_name || ' ' || u.last_name as actor_name, null as text, null as event_key, r.id as check_request_id,
      r.request_number, r.payee_name_1, r.amount_cents, r.status_id, r.good_through,
      null as account_id, null as account_name
    from ${waiting(db, param, shape)} join users u on u.id = r.requester_id
    where ${waits(param, shape)} and ${readAsAsked(shape, isRead(param))}
      and (r.status_changed_at, r.id) < (${param('at')}, ${param('id')})
    order by r.status_changed_at desc, r.id desc limit ${param('limit')}`,
)

const waitingCount = prepare(
  (db: Db, param: Params<WaitingValues>, shape: Shape) => sql<{ amount: number }>`
    select count(*) as amount from (select 1 from ${waiting(db, param, shape)}
      where ${waits(param, shape)} and not ${isRead(param)} limit ${sql.lit(mostUnreadCounted)}) as unread`,
)

/** Lists requests pending for the reader, newest first. `unread` selects unseen ones, seen ones, or all. */
export async function listWaitingFor(
  db: Db,
  reader: Reader,
  { unread, limit, ...after }: Position & { readonly unread: boolean | undefined; readonly limit: number },
): Promise<InboxRow[]> {
  if (!reader.waiting) return []
  return waitingPage(db, { ...valuesOf(reader), ...reader.waiting, ...after, limit }, shapeOf(reader, unread)).all()
}

/** Counts unread notices, up to `mostUnreadCounted`. */
export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const { amount: notified } = await noticeCount(db, valuesOf(reader), shapeOf(reader, true)).one()
  if (!reader.waiting) return Number(notified)
  const { statusId } = reader.waiting
  const { amount } = await waitingCount(db, { ...valuesOf(reader), statusId }, shapeOf(reader, true)).one()
  return Math.min(mostUnreadCounted, Number(notified) + Number(amount))
}

function noticesOf(): RawBuilder<unknown> {
  return sql`notices n left join check_requests r
    on r.id = n.check_request_id and r.dealer_group_id = n.dealer_group_id`
}

function waiting(db: Db, param: Params<WaitingValues>, shape: Shape): RawBuilder<unknown> {
  return sql`(${waitingAs(shape)(db, param, shape)}) r
    left join waiting_reads m on m.check_request_id = r.id and m.user_id = ${param('userId')}
      and m.dealer_group_id = r.dealer_group_id`
}

function waitingAs({ byPolicy, besidePolicies }: Shape): typeof inQueue {
  if (besidePolicies) return besidesOthers
  return byPolicy ? inQueue : atStatus
}

/** Selects requests pending for a super admin by policy or, where no policy is in force, by status. */
function besidesOthers(db: Db, param: Params<WaitingValues>): RawBuilder<unknown> {
  const pairs = numberPairs(db, param('audiences'))
  return sql`select newest.* from (select r.* from approval_queue q join check_requests r on r.id = q.check_request_id
      where q.audience_id in (select one from ${pairs}) and ${isNotLeftOut(param, 'approval_exceptions')}
      order by q.check_request_id desc limit ${sql.lit(newestWaiting)}) newest
    union all select newest.* from (${atStatusOfAll(db, param, [
      isNotLeftOut(param, 'request_hands'),
      sql`not exists (select 1 from approval_queue q where q.check_request_id = r.id)`,
    ])}) newest`
}

// A short queue is searched by audience. A long queue is scanned from the newest request, because such a scan soon
// finds enough requests.
function inQueue(db: Db, param: Params<WaitingValues>, { isLittle }: Shape): RawBuilder<unknown> {
  const pairs = numberPairs(db, param('audiences'))
  const ofAudiences = isLittle ? sql`q.audience_id in (select one from ${pairs})` : sql`1 = 1`
  return sql`select r.* from (select q.check_request_id from approval_queue q
      ${along(db, isLittle ? 'approval_queue_audience' : 'approval_queue_group')}
      where q.dealer_group_id = ${param('group')} and ${ofAudiences} and ${isForOwn(db, param('audiences'))}
      order by q.check_request_id desc limit ${sql.lit(newestWaiting)}) newest
    cross join check_requests r where r.id = newest.check_request_id`
}

function atStatus(db: Db, param: Params<WaitingValues>, shape: Shape): RawBuilder<unknown> {
  const { column } = shape
  if (column === null) return atStatusOfAll(db, param, [])
  return sql`select r.* from check_requests r ${along(db, placeIndexes[column])}
    where ${seen(param, shape)} and r.status_id = ${param('statusId')}
    order by r.id desc limit ${sql.lit(newestWaiting)}`
}

/** The newest requests at the status in all dealer groups. SQLite merges those of each group. */
function atStatusOfAll(db: Db, param: Params<WaitingValues>, conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  const newest = sql`order by r.id desc limit ${sql.lit(newestWaiting)}`
  if (speaksPostgres(db))
    return sql`select r.* from check_requests r
      where ${all([sql`r.status_id = ${param('statusId')}`, ...conditions])} ${newest}`
  return sql`select r.* from dealer_groups g cross join check_requests r where r.id in (
    select r.id from check_requests r ${along(db, placeIndexes.dealer_group_id)}
    where ${all([sql`r.dealer_group_id = g.id`, sql`r.status_id = ${param('statusId')}`, ...conditions])} ${newest}) ${newest}`
}

function readAsAsked({ unread }: Shape, read: RawBuilder<unknown>): RawBuilder<unknown> {
  if (unread === undefined) return sql`1 = 1`
  return unread ? sql`not (${read})` : read
}
