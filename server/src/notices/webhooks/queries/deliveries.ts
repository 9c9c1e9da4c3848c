import type { ChatCall } from '@check-requests/domain/notices/webhooks/events.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { WebhookDeliveryTable, WebhookTable } from '../tables.ts'

export type Delivery = Selectable<WebhookDeliveryTable>
export type NewDelivery = Insertable<WebhookDeliveryTable>

/** How many calls of one webhook a run makes at once, and of how many webhooks of one dealer group. */
const atOnceForEach = 5
const atOnceInGroup = 10

export async function insertDeliveries(trx: Tx, rows: readonly NewDelivery[]): Promise<number[]> {
  const added = await trx.insertInto('webhook_deliveries').values(rows).returning('id').execute()
  return added.map(({ id }) => id)
}

/** Adds a notice to the outbox of those of these users who have a chat of their own. */
export async function insertForChats(
  trx: Tx,
  userIds: readonly number[],
  call: ChatCall,
  { requestId, at }: { readonly requestId: number | null; readonly at: string },
): Promise<void> {
  if (userIds.length === 0) return
  const chats = await trx
    .selectFrom('webhooks')
    .select(['id', 'dealer_group_id'])
    .where('user_id', 'in', userIds)
    .where('state', '=', 'active')
    .execute()
  if (chats.length === 0) return
  const row = { event: call.event, check_request_id: requestId, body: JSON.stringify(call), ...unsentAt(at) }
  await insertDeliveries(
    trx,
    chats.map(({ id, dealer_group_id }) => ({ ...row, dealer_group_id, webhook_id: id, message_id: newMessageId() })),
  )
}

/** An id for a new call, which stays the same when the call is repeated. */
export function newMessageId(): string {
  return `msg_${crypto.randomUUID().replaceAll('-', '')}`
}

/** The columns of a call that is to be made as soon as possible. */
export function unsentAt(at: string) {
  const unleased = { leased_by: null, leased_until: null }
  return { created_at: at, due_at: at, ...unleased, outcome: null, answer: null, ended_at: null }
}

export function findDelivery(db: Db, id: number): Promise<Delivery | undefined> {
  return db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The deliveries of a webhook, newest first, before the one with this id. */
export function listDeliveries(db: Db, webhookId: number, before: number | undefined, limit: number) {
  const log = db.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId)
  const page = before === undefined ? log : log.where('id', '<', before)
  return page.orderBy('id', 'desc').limit(limit).execute()
}

/** How many calls of each webhook are waiting to be sent, by webhook. */
export async function countPending(db: Db, webhookIds: readonly number[]): Promise<Map<number, number>> {
  if (webhookIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['webhook_id', ({ fn }) => fn.countAll<number | string>().as('pending')])
    .where('webhook_id', 'in', webhookIds)
    .where('outcome', 'is', null)
    .groupBy('webhook_id')
    .execute()
  return new Map(rows.map(({ webhook_id, pending }) => [webhook_id, Number(pending)]))
}

/** A run that makes calls, and when its lease on them ends. */
export interface DeliveryLease {
  readonly holder: string
  readonly now: string
  readonly until: string
}

/**
 * Leases calls that are due, at most five of each webhook, oldest first, and none of webhooks that are `busy` with the
 * run's earlier calls. Each call is given to only one run, and a call about a request waits for the webhook's earlier
 * calls about the same request.
 */
export async function leaseDeliveries(
  trx: Tx,
  { holder, now, until }: DeliveryLease,
  limit: number,
  busy: readonly number[] = [],
): Promise<Delivery[]> {
  const due = (webhookId: unknown) => sql`from webhook_deliveries d
    where d.webhook_id = ${webhookId} and d.outcome is null and d.due_at <= ${now}
      and (d.leased_until is null or d.leased_until <= ${now})
      and not exists (select 1 from webhook_deliveries e where e.webhook_id = d.webhook_id
        and e.check_request_id = d.check_request_id and e.outcome is null and e.id < d.id)
    order by d.id`
  // A dealer group with many slow receivers would otherwise take all of a run's calls.
  const { rows: webhooks } = await sql<{ id: number }>`select id from (
      select id, is_busy, first, row_number() over (partition by dealer_group_id order by is_busy desc, first) as place
      from (
        select w.id, w.dealer_group_id, case when w.id in (${sql.join([0, ...busy])}) then 1 else 0 end as is_busy,
          (select d.id ${due(sql.ref('w.id'))} limit 1) as first from webhooks w
        join dealer_groups g on g.id = w.dealer_group_id and g.deleted_at is null where w.state = 'active'
      ) as known where is_busy = 1 or first is not null
    ) as waiting where is_busy = 0 and place <= ${atOnceInGroup} order by first limit ${limit}`.execute(trx)
  if (webhooks.length === 0) return []
  // One query for each webhook, because a window over all of them would read the whole outbox for every few calls.
  const calls = webhooks.map(({ id }) => sql`select id from (select d.id ${due(id)} limit ${atOnceForEach}) as next`)
  // The conditions are repeated here, because on PostgreSQL another run might have taken a row while this run waited for
  // that row.
  return trx
    .updateTable('webhook_deliveries')
    .set({ leased_by: holder, leased_until: until })
    .where(
      'id',
      'in',
      sql<number>`(select id from (${sql.join(calls, sql` union all `)}) as due order by id limit ${limit})`,
    )
    .where('outcome', 'is', null)
    .where(({ eb, or }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .returningAll()
    .execute()
}

type Change = Partial<Pick<Delivery, 'due_at' | 'attempts' | 'outcome' | 'answer' | 'ended_at'>>

/**
 * Stores the result of a call and ends its lease. Changes nothing if another run has leased the call in the meantime.
 */
export async function releaseDelivery(trx: Tx, id: number, holder: string, change: Change): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ ...change, leased_by: null, leased_until: null })
    .where('id', '=', id)
    .where('leased_by', '=', holder)
    .execute()
}

/** Ends all calls of a webhook that are waiting to be sent. */
export async function failPending(trx: Tx, webhookId: number, at: string): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ outcome: 'failed', ended_at: at, leased_by: null, leased_until: null })
    .where('webhook_id', '=', webhookId)
    .where('outcome', 'is', null)
    .execute()
}

/** Deletes the finished deliveries of each webhook except the newest ones. */
export async function deleteOldDeliveries(trx: Tx, kept: number): Promise<void> {
  await sql`delete from webhook_deliveries where id in (
    select id from (select id, row_number() over (partition by webhook_id order by id desc) as place
      from webhook_deliveries where outcome is not null) as ended where place > ${kept})`.execute(trx)
}

export type Webhook = Selectable<WebhookTable>

export function findWebhook(db: Db, id: number): Promise<Webhook | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The webhooks of a dealer group, or of all groups, that haven't ended. */
export function listWebhooks(db: Db, dealerGroupId: number | null): Promise<Webhook[]> {
  const all = db.selectFrom('webhooks').selectAll().where('state', '<>', 'ended').orderBy('id')
  return (dealerGroupId === null ? all : all.where('dealer_group_id', '=', dealerGroupId)).execute()
}

/** The ids and events of a dealer group's active webhooks. */
export function listActive(db: Db, dealerGroupId: number) {
  const ofGroup = db.selectFrom('webhooks').select(['id', 'events']).where('dealer_group_id', '=', dealerGroupId)
  return ofGroup.where('user_id', 'is', null).where('state', '=', 'active').execute()
}

/** A user's own chat, unless it was removed. */
export function findChatOf(db: Db, userId: number): Promise<Webhook | undefined> {
  const own = db.selectFrom('webhooks').selectAll().where('user_id', '=', userId)
  return own.where('state', '<>', 'ended').executeTakeFirst()
}

/** True if any user in this dealer group has a chat of their own. */
export async function hasChats(db: Db, dealerGroupId: number): Promise<boolean> {
  const ofGroup = db.selectFrom('webhooks').select('id').where('dealer_group_id', '=', dealerGroupId)
  const chats = ofGroup.where('state', '=', 'active').where('user_id', 'is not', null)
  return (await chats.limit(1).executeTakeFirst()) !== undefined
}

/** True if users of this dealer group can have their notices sent to a chat. */
export async function allowsChats(db: Db, dealerGroupId: number): Promise<boolean> {
  const group = db.selectFrom('dealer_groups').select('personal_chats').where('id', '=', dealerGroupId)
  return (await group.where('deleted_at', 'is', null).executeTakeFirst())?.personal_chats === 1
}

/** Every webhook of the installation, including ended ones. */
export function listEveryWebhook(db: Db): Promise<Webhook[]> {
  return db.selectFrom('webhooks').selectAll().orderBy('id').execute()
}

/** Any encrypted URL of a webhook. Undefined if none is stored. */
export async function findSealedUrl(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('webhooks').select('sealed_url').limit(1).executeTakeFirst())?.sealed_url
}

export async function insertWebhook(trx: Tx, row: Insertable<WebhookTable>): Promise<number> {
  return (await trx.insertInto('webhooks').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateWebhook(trx: Tx, id: number, values: Updateable<WebhookTable>): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
