import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { WebhookDeliveryTable, WebhookTable } from '../tables.ts'

export type Delivery = Selectable<WebhookDeliveryTable>
export type NewDelivery = Insertable<WebhookDeliveryTable>

/** How many calls of one webhook a run makes at once. */
const atOnceForEach = 5

export async function insertDeliveries(trx: Tx, rows: readonly NewDelivery[]): Promise<number[]> {
  const added = await trx.insertInto('webhook_deliveries').values(rows).returning('id').execute()
  return added.map(({ id }) => id)
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
 * Leases calls that are due, at most five of each webhook, oldest first. Each call is given to only one run, and a call
 * about a request waits for the webhook's earlier calls about the same request.
 */
export async function leaseDeliveries(
  trx: Tx,
  { holder, now, until }: DeliveryLease,
  limit: number,
): Promise<Delivery[]> {
  const due = (webhookId: unknown) => sql`from webhook_deliveries d
    where d.webhook_id = ${webhookId} and d.outcome is null and d.due_at <= ${now}
      and (d.leased_until is null or d.leased_until <= ${now})
      and not exists (select 1 from webhook_deliveries e where e.webhook_id = d.webhook_id
        and e.check_request_id = d.check_request_id and e.outcome is null and e.id < d.id)
    order by d.id`
  const { rows: webhooks } = await sql<{ id: number }>`select id from (
      select w.id, (select d.id ${due(sql.ref('w.id'))} limit 1) as first from webhooks w
      join dealer_groups g on g.id = w.dealer_group_id and g.deleted_at is null where w.state = 'active'
    ) as waiting where first is not null order by first limit ${limit}`.execute(trx)
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
  const active = db.selectFrom('webhooks').select(['id', 'events']).where('dealer_group_id', '=', dealerGroupId)
  return active.where('state', '=', 'active').execute()
}

/** Every webhook of the installation, including ended ones. */
export function listEveryWebhook(db: Db): Promise<Webhook[]> {
  return db.selectFrom('webhooks').selectAll().orderBy('id').execute()
}

/** Returns true if any webhook's secret is stored. */
export async function hasWebhooks(db: Db): Promise<boolean> {
  return (await db.selectFrom('webhooks').select('id').limit(1).executeTakeFirst()) !== undefined
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
