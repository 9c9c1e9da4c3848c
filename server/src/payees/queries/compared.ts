import type { Db } from '../../tables.ts'

/** The payees of a dealer group that were not merged, as far as others are compared with them, by name. */
export function listCompared(db: Db, dealerGroupId: number) {
  return db
    .selectFrom('payees')
    .select(['id', 'name', 'address', 'state'])
    .where('dealer_group_id', '=', dealerGroupId)
    .where('merged_into_id', 'is', null)
    .orderBy('name_key')
    .execute()
}

/** The people of a dealer group who have not been deleted, by name. */
export function listEmployees(db: Db, dealerGroupId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('dealer_group_id', '=', dealerGroupId)
    .where('deleted_at', 'is', null)
    .orderBy('last_name')
    .orderBy('id')
    .execute()
}
