import type { Selectable, Updateable } from 'kysely'
import { type Params, prepare } from '../../platform/prepared.ts'
import type { Db, Tx } from '../../tables.ts'
import type { DeliveryMethodTable, PurposeTable } from '../tables.ts'

const purpose = prepare((db: Db, param: Params<{ id: number }>) =>
  db.selectFrom('purposes').selectAll().where('id', '=', param('id')),
)

export async function findPurpose(db: Db, id: number): Promise<Selectable<PurposeTable> | undefined> {
  return purpose(db, { id }).first()
}

const deliveryMethod = prepare((db: Db, param: Params<{ id: number }>) =>
  db.selectFrom('delivery_methods').selectAll().where('id', '=', param('id')),
)

export async function findDeliveryMethod(db: Db, id: number): Promise<Selectable<DeliveryMethodTable> | undefined> {
  return deliveryMethod(db, { id }).first()
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
