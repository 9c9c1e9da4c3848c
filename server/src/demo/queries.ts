import { insertDealership, insertDepartment, insertGroup } from '../organization/queries/places.ts'
import { insertAssignments, insertUser, updateUser } from '../people/users/queries/store.ts'
import type { Db, Tx } from '../tables.ts'
import type { DemoAccount } from './accounts.ts'
import type { groups } from './organisation.ts'

/** True when nobody has an account yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Ids of the demo's organization: groups as `LAG`, dealerships as `LAG/TOY`, departments as `LAG/TOY/SVC`. */
export type PlaceIds = Map<string, number>

/** The id of a place that the demo has. */
export function placeId(places: PlaceIds, path: string): number {
  const id = places.get(path)
  if (id === undefined) throw new Error(`The demo has no place ${path}`)
  return id
}

export async function insertOrganisation(trx: Tx, demo: typeof groups, at: string): Promise<PlaceIds> {
  const ids: PlaceIds = new Map()
  for (const { name, code, timeZone, separationOfDuties, accountConfirmation, dealerships } of demo) {
    const settings = { separation_of_duties: separationOfDuties, account_confirmation: accountConfirmation }
    const group = { name, code, time_zone: timeZone, ...settings, created_at: at }
    const id = await insertGroup(trx, group)
    ids.set(code, id)
    for (const dealership of dealerships) await insertDealershipOf(trx, id, code, dealership, at, ids)
  }
  return ids
}

type Dealership = (typeof groups)[number]['dealerships'][number]

async function insertDealershipOf(
  trx: Tx,
  groupId: number,
  groupCode: string,
  { departments, ...fields }: Dealership,
  at: string,
  ids: PlaceIds,
): Promise<void> {
  const id = await insertDealership(trx, { ...fields, dealer_group_id: groupId, created_at: at })
  ids.set(`${groupCode}/${fields.code}`, id)
  for (const [code, name] of Object.entries(departments)) {
    const department = { dealer_group_id: groupId, dealership_id: id, name, code, created_at: at }
    ids.set(`${groupCode}/${fields.code}/${code}`, await insertDepartment(trx, department))
  }
}

/** Adds an account of the demo. */
export async function insertAccount(
  trx: Tx,
  account: DemoAccount,
  places: PlaceIds,
  passwordHash: string,
  at: string,
): Promise<number> {
  const groupId = account.group === null ? null : placeId(places, account.group)
  const values = {
    email: account.email,
    username: account.email,
    title: account.title,
    first_name: account.firstName,
    last_name: account.lastName,
    primary_role: account.roleIds[0],
    access_level: account.level,
    dealer_group_id: groupId,
    active: account.active === false ? 0 : 1,
  }
  const id = await insertUser(trx, values, { hash: passwordHash, chosenById: null }, at)
  // Nobody trying the demo should have to change its password first.
  await updateUser(trx, id, { password_by_admin: 0 })
  const idsOf = (paths: readonly string[] = []) => paths.map((path) => placeId(places, `${account.group}/${path}`))
  await insertAssignments(trx, id, {
    roleIds: account.roleIds,
    dealerGroupId: groupId,
    dealershipIds: idsOf(account.dealerships),
    departmentIds: idsOf(account.departments),
  })
  return id
}
