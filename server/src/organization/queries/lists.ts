import { fold } from '@check-requests/domain/values/searched-text.ts'
import { type Selectable, sql, type Updateable } from 'kysely'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import type { Db, Tx } from '../../tables.ts'
import type { DeliveryMethodTable, PurposeTable } from '../tables.ts'

/** Lists one dealer group or, if `groupId` is null, all groups by name. */
export function listDealerGroups(db: Db, groupId: number | null) {
  const query = db
    .selectFrom('dealer_groups')
    .selectAll()
    .select(
      sql<number>`case when exists (select 1 from bank_accounts b where b.dealer_group_id = dealer_groups.id
        and b.state <> 'closed') then 1 else 0 end`.as('has_bank_account'),
    )
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
  return (groupId === null ? query : query.where('id', '=', groupId)).execute()
}

/** Lists the dealerships in one group or all groups, by group and name. */
export function listDealerships(db: Db, groupId: number | null) {
  const query = db
    .selectFrom('dealerships')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'dealerships.dealer_group_id')
    .selectAll('dealerships')
    .select('dealer_groups.name as dealer_group_name')
    .where('dealerships.deleted_at', 'is', null)
    .orderBy('dealer_groups.name')
    .orderBy('dealerships.name')
    .orderBy('dealerships.id')
  return (groupId === null ? query : query.where('dealerships.dealer_group_id', '=', groupId)).execute()
}

/** Lists the departments in one group or all groups, by group, dealership, and name. */
export function listDepartments(db: Db, groupId: number | null) {
  const query = db
    .selectFrom('departments')
    .innerJoin('dealerships', 'dealerships.id', 'departments.dealership_id')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'departments.dealer_group_id')
    .select([
      'departments.id',
      'departments.version',
      'departments.name',
      'departments.code',
      'departments.dealership_id',
      'departments.dealer_group_id',
      'departments.is_active',
      'dealerships.name as dealership_name',
      'dealer_groups.name as dealer_group_name',
      'dealerships.code as dealership_code',
      'dealer_groups.code as dealer_group_code',
    ])
    .where('departments.deleted_at', 'is', null)
    .orderBy('dealer_groups.name')
    .orderBy('dealerships.name')
    .orderBy('departments.name')
    .orderBy('departments.id')
  return (groupId === null ? query : query.where('departments.dealer_group_id', '=', groupId)).execute()
}

export function listPurposes(db: Db) {
  return db.selectFrom('purposes').select(purposeColumns).orderBy('id').execute()
}

export function listDeliveryMethods(db: Db) {
  return db.selectFrom('delivery_methods').selectAll().orderBy('id').execute()
}

/** The purpose columns that users see. */
const purposeColumns = ['id', 'version', 'name', 'description', 'payment_for'] as const

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

/**
 * Changes a purpose. Searches immediately find requests by the new name, because requests have no copy of a purpose's
 * name.
 */
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
