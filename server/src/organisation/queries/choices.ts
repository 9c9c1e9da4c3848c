import type { Updateable } from 'kysely'
import type { Db, Tx } from '../../tables.ts'
import type { DeliveryMethodTable, PurposeTable } from '../tables.ts'

export function findPurpose(db: Db, id: number) {
  return db.selectFrom('purposes').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findDeliveryMethod(db: Db, id: number) {
  return db.selectFrom('delivery_methods').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function updatePurpose(trx: Tx, id: number, values: Updateable<PurposeTable>): Promise<void> {
  await trx
    .updateTable('purposes')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function updateDeliveryMethod(
  trx: Tx,
  id: number,
  values: Updateable<DeliveryMethodTable>,
): Promise<void> {
  await trx
    .updateTable('delivery_methods')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
