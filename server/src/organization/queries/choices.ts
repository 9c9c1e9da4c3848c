import { fold } from '@check-requests/domain/values/searched-text.ts'
import type { Selectable, Updateable } from 'kysely'
import { type Params, prepare } from '../../platform/prepared.ts'
import type { Db, Tx } from '../../tables.ts'
import type { DeliveryMethodTable, PurposeTable } from '../tables.ts'

/** What people see of a purpose. */
export const purposeColumns = ['id', 'version', 'name', 'description', 'payment_for'] as const

type Purpose = Pick<Selectable<PurposeTable>, (typeof purposeColumns)[number]>

const purpose = prepare((db: Db, param: Params<{ id: number }>) =>
  db.selectFrom('purposes').select(purposeColumns).where('id', '=', param('id')),
)

export async function findPurpose(db: Db, id: number): Promise<Purpose | undefined> {
  return purpose(db, { id }).first()
}

const deliveryMethod = prepare((db: Db, param: Params<{ id: number }>) =>
  db.selectFrom('delivery_methods').selectAll().where('id', '=', param('id')),
)

export async function findDeliveryMethod(db: Db, id: number): Promise<Selectable<DeliveryMethodTable> | undefined> {
  return deliveryMethod(db, { id }).first()
}

/** Changes a purpose. Requests are found by its new name from then on, since none of them has a copy of it. */
export async function updatePurpose(trx: Tx, id: number, values: Updateable<PurposeTable>): Promise<void> {
  const renamed = values.name === undefined ? {} : { searched_name: fold(values.name) }
  await trx
    .updateTable('purposes')
    .set((stored) => ({ ...values, ...renamed, version: stored('version', '+', 1) }))
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
