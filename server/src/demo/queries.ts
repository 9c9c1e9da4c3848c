import type { Db, Tx } from '../tables.ts'
import type { DemoAccount } from './accounts.ts'
import type { groups } from './organisation.ts'

/** True when nobody has an account yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Ids of the demo's organisation: groups as `LAG`, dealerships as `LAG/TOY`, departments as `LAG/TOY/SVC`. */
export type PlaceIds = Map<string, number>

/** The id of a place that the demo has. */
export function placeId(places: PlaceIds, path: string): number {
  const id = places.get(path)
  if (id === undefined) throw new Error(`The demo has no place ${path}`)
  return id
}

export async function insertOrganisation(trx: Tx, demo: typeof groups, at: string): Promise<PlaceIds> {
  const ids: PlaceIds = new Map()
  for (const group of demo) {
    const values = {
      name: group.name,
      code: group.code,
      separation_of_duties: group.separationOfDuties,
      created_at: at,
    }
    const { id } = await trx.insertInto('dealer_groups').values(values).returning('id').executeTakeFirstOrThrow()
    ids.set(group.code, id)
    for (const dealership of group.dealerships) await insertDealership(trx, id, group.code, dealership, at, ids)
  }
  return ids
}

type Dealership = (typeof groups)[number]['dealerships'][number]

async function insertDealership(
  trx: Tx,
  groupId: number,
  groupCode: string,
  { departments, ...fields }: Dealership,
  at: string,
  ids: PlaceIds,
): Promise<void> {
  const values = { ...fields, dealer_group_id: groupId, created_at: at }
  const { id } = await trx.insertInto('dealerships').values(values).returning('id').executeTakeFirstOrThrow()
  ids.set(`${groupCode}/${fields.code}`, id)
  for (const [code, name] of Object.entries(departments)) {
    const department = { dealer_group_id: groupId, dealership_id: id, name, code, created_at: at }
    const row = await trx.insertInto('departments').values(department).returning('id').executeTakeFirstOrThrow()
    ids.set(`${groupCode}/${fields.code}/${code}`, row.id)
  }
}

export async function insertAccount(
  trx: Tx,
  account: DemoAccount,
  places: PlaceIds,
  passwordHash: string,
  at: string,
): Promise<number> {
  const groupId = account.group === null ? null : placeId(places, account.group)
  const { id } = await trx
    .insertInto('users')
    .values({
      email: account.email,
      username: account.email,
      title: account.title,
      first_name: account.firstName,
      last_name: account.lastName,
      password_hash: passwordHash,
      primary_role: account.roleIds[0],
      access_level: account.level,
      dealer_group_id: groupId,
      active: account.active === false ? 0 : 1,
      created_at: at,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const role_id of account.roleIds) await trx.insertInto('user_roles').values({ user_id: id, role_id }).execute()
  if (groupId !== null) await insertReach(trx, id, groupId, account, places)
  return id
}

async function insertReach(
  trx: Tx,
  userId: number,
  groupId: number,
  account: DemoAccount,
  places: PlaceIds,
): Promise<void> {
  const owner = { user_id: userId, dealer_group_id: groupId }
  for (const code of account.dealerships ?? []) {
    const dealership_id = placeId(places, `${account.group}/${code}`)
    await trx
      .insertInto('user_dealerships')
      .values({ ...owner, dealership_id })
      .execute()
  }
  for (const path of account.departments ?? []) {
    const dealership_id = placeId(places, `${account.group}/${path.split('/')[0]}`)
    const department_id = placeId(places, `${account.group}/${path}`)
    await trx
      .insertInto('user_departments')
      .values({ ...owner, dealership_id, department_id })
      .execute()
  }
}
