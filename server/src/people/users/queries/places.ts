import type { Db, Tx } from '../../../tables.ts'

/** Takes these dealerships and departments away from everybody who is assigned to them; returns whose they were. */
export async function takeFromPlaces(
  trx: Tx,
  { dealershipIds, departmentIds }: { dealershipIds: readonly number[]; departmentIds: readonly number[] },
): Promise<number[]> {
  const departments = trx.deleteFrom('user_departments').where('department_id', 'in', atLeastOne(departmentIds))
  const dealerships = trx.deleteFrom('user_dealerships').where('dealership_id', 'in', atLeastOne(dealershipIds))
  const inDepartments = await departments.returning('user_id').execute()
  const inDealerships = await dealerships.returning('user_id').execute()
  return [...new Set([...inDepartments, ...inDealerships].map(({ user_id }) => user_id))]
}

/** Ids of the people who are assigned to one of these dealerships or departments. */
export async function listIdsOfPlaces(
  db: Db,
  { dealershipIds, departmentIds }: { dealershipIds: readonly number[]; departmentIds: readonly number[] },
): Promise<number[]> {
  const departments = db.selectFrom('user_departments').select('user_id')
  const dealerships = db.selectFrom('user_dealerships').select('user_id')
  const both = departments
    .where('department_id', 'in', atLeastOne(departmentIds))
    .union(dealerships.where('dealership_id', 'in', atLeastOne(dealershipIds)))
  return (await both.execute()).map(({ user_id }) => user_id)
}

// `in ()` is no SQL; there is no place 0.
function atLeastOne(ids: readonly number[]): readonly number[] {
  return ids.length > 0 ? ids : [0]
}

/** Ids of the people of a dealer group. */
export async function listIdsOfGroup(db: Db, groupId: number): Promise<number[]> {
  const people = db.selectFrom('users').select('id').where('dealer_group_id', '=', groupId)
  return (await people.where('deleted_at', 'is', null).execute()).map(({ id }) => id)
}
