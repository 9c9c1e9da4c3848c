import { withNames } from '@check-requests/domain/check-requests/comments/text-parts.ts'
import type { NoticeEvent } from '@check-requests/domain/notices/inbox/notices.ts'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { keyOfComment } from '../../../check-requests/comments/queries/comments.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { portions } from '../../../platform/database/sql-helpers.ts'
import { together } from '../../../platform/threads/promises.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { NoticeTable } from '../tables.ts'
import { isPending, type Reader, type ReaderValues, type Shape, seen, shapeOf, shown, valuesOf } from './reader.ts'

export type NewNotice = Omit<Insertable<NoticeTable>, 'id' | 'read_at'>

// Most events have one reader, so the frequent insert of a single row is a prepared query.
const insertOne = prepare((db: Db, param: Params<{ row: NewNotice }>) =>
  insertion(db).values(param.row('row')).returning(['user_id', hasChat]),
)

/** A user who was notified. `has_chat`: 1 if the user's own chat gets their notices. */
type Notified = { readonly user_id: number; readonly has_chat: number }

const hasChat = sql<number>`case when exists (select 1 from webhooks w
  where w.user_id = notices.user_id and w.state = 'active') then 1 else 0 end`.as('has_chat')

function insertion(db: Db) {
  return db
    .insertInto('notices')
    .onConflict((conflict) => conflict.columns(['user_id', 'event_key', 'dealer_group_id']).doNothing())
}

/** Stores notices, except for users already notified of the event. Returns the users who are new to it. */
export async function insertNotices(trx: Tx, rows: readonly NewNotice[]): Promise<readonly Notified[]> {
  const [row, ...others] = rows
  if (!row) return []
  if (others.length === 0) return insertOne(trx, { row }).all()
  const insertSome = (some: NewNotice[]) => insertion(trx).values(some).returning(['user_id', hasChat]).execute()
  return (await together(...portions(rows).map(insertSome))).flat()
}

/**
 * Returns true if anyone was notified of this event. For events without a dealer group, no unique key prevents
 * duplicates.
 */
export async function wasNotified(db: Db, key: string): Promise<boolean> {
  const rows = db.selectFrom('notices').select('id').where('event_key', '=', key).where('dealer_group_id', 'is', null)
  return (await rows.limit(1).executeTakeFirst()) !== undefined
}

/** Returns those of these users who have no unread notice of an event. */
export async function withoutUnread(db: Db, userIds: readonly number[], event: NoticeEvent): Promise<number[]> {
  const unread = db.selectFrom('notices').select('user_id').where('event', '=', event).where('read_at', 'is', null)
  // Zero is no user, and a list must not be empty.
  const rows = await unread.where('user_id', 'in', [...userIds, 0]).execute()
  return userIds.filter((id) => rows.every(({ user_id }) => user_id !== id))
}

/** Takes the oldest notices that need an email. Each notice is given to only one server instance. */
export function takeToMail(trx: Tx, limit: number): Promise<Selectable<NoticeTable>[]> {
  const marked = trx.selectFrom('notices').select('id').where('to_mail', '=', 1).orderBy('id').limit(limit)
  return trx
    .updateTable('notices')
    .set({ to_mail: 0 })
    .where('id', 'in', marked)
    .where('to_mail', '=', 1)
    .returningAll()
    .execute()
}

/** Deletes a user's notices and notification settings. */
export async function deleteInboxOf(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom('notices').where('user_id', '=', userId).execute()
  await trx.deleteFrom('waiting_reads').where('user_id', '=', userId).execute()
  await trx.deleteFrom('inbox_marks').where('user_id', '=', userId).execute()
  await trx.deleteFrom('notice_choices').where('user_id', '=', userId).execute()
}

const oldestAtOnce = 1000

/** Deletes notices from before a given time. Ids grow over time, so the oldest notices have the lowest ids. */
export async function deleteNoticesBefore(trx: Tx, before: string): Promise<void> {
  await trx.deleteFrom('waiting_reads').where('read_at', '<', before).execute()
  for (;;) {
    const oldest = trx.selectFrom('notices').select('id').orderBy('id').limit(oldestAtOnce)
    const { numDeletedRows } = await trx
      .deleteFrom('notices')
      .where('id', 'in', oldest)
      .where('created_at', '<', before)
      .executeTakeFirstOrThrow()
    if (Number(numDeletedRows) < oldestAtOnce) return
  }
}

const longestQuote = 300

/**
 * Returns the current texts of comments that notices refer to, by event key. The texts are read whenever a notice is
 * shown or emailed, so that notices don't repeat deleted or outdated text (T9).
 */
export async function findQuotes(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = keys.flatMap((key) => /^comment\/(\d+)$/.exec(key)?.[1] ?? []).map(Number)
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'text', 'mentions'])
    .where('id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(
    rows.map(({ id, text, mentions }) => [keyOfComment(id), shortened(withNames(text, JSON.parse(mentions)))]),
  )
}

function shortened(text: string): string {
  const letters = [...text]
  return letters.length > longestQuote ? `${letters.slice(0, longestQuote - 1).join('')}…` : text
}

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
