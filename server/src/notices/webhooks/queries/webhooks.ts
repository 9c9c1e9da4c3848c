import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { WebhookTable } from '../tables.ts'

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
