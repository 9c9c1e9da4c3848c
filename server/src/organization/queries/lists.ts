import { sql } from 'kysely'
import type { Db } from '../../tables.ts'
import { purposeColumns } from './choices.ts'

/** One dealer group, or all of them when `groupId` is null, by name. */
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

/** Dealerships of a group, or of all, by group and name. */
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

/** Departments of a group, or of all, by group, dealership and name. */
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
