import { insertAssignments, insertUser, updateUser } from '../access/accounts/queries/store.ts'
import { insertDealership, insertDepartment, insertGroup } from '../organization/queries/places.ts'
import type { Db, Tx } from '../tables.ts'
import type { DemoAccount } from './accounts.ts'

/** Returns true when there are no user accounts yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Ids in the demo's organization: groups as `LAG`, dealerships as `LAG/TOY`, departments as `LAG/TOY/SVC`. */
export type PlaceIds = Map<string, number>

/** Returns the id for a path. Throws when the demo has no such place. */
export function placeId(places: PlaceIds, path: string): number {
  const id = places.get(path)
  if (id === undefined) throw new Error(`The demo has no place ${path}`)
  return id
}

export async function insertOrganization(trx: Tx, demo: typeof groups, at: string): Promise<PlaceIds> {
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

/** Adds a demo account. */
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
  // Demo users don't have to change their password at the first login.
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

/** The demo's two dealer groups with their dealerships and departments (C1). */
export const groups = [
  {
    name: 'Lakeside Auto Group',
    code: 'LAG',
    timeZone: 'America/Chicago',
    separationOfDuties: 1,
    accountConfirmation: 1,
    dealerships: [
      {
        name: 'Lakeside Toyota',
        code: 'TOY',
        address: '1200 Shoreline Drive',
        city: 'Madison',
        state: 'WI',
        zip: '53703',
        phone: '(608) 555-0134',
        departments: { SAL: 'Sales', SVC: 'Service', PRT: 'Parts', FIN: 'Finance' },
      },
      {
        name: 'Lakeside Honda',
        code: 'HON',
        address: '88 Lakeview Road',
        city: 'Middleton',
        state: 'WI',
        zip: '53562',
        phone: '(608) 555-0178',
        departments: { SAL: 'Sales', SVC: 'Service', PRT: 'Parts' },
      },
      {
        name: 'Lakeside Ford',
        code: 'FRD',
        address: '410 Commerce Parkway',
        city: 'Sun Prairie',
        state: 'WI',
        zip: '53590',
        phone: '(608) 555-0121',
        departments: { SAL: 'Sales', SVC: 'Service' },
      },
    ],
  },
  {
    name: 'Summit Motors',
    code: 'SUM',
    timeZone: 'America/Denver',
    separationOfDuties: 0,
    accountConfirmation: 0,
    dealerships: [
      {
        name: 'Summit Chevrolet',
        code: 'CHV',
        address: '2750 Ridge Avenue',
        city: 'Boulder',
        state: 'CO',
        zip: '80301',
        phone: '(303) 555-0166',
        departments: { SAL: 'Sales', SVC: 'Service', PRT: 'Parts' },
      },
      {
        name: 'Summit Subaru',
        code: 'SUB',
        address: '19 Canyon Boulevard',
        city: 'Golden',
        state: 'CO',
        zip: '80401',
        phone: '(303) 555-0189',
        departments: { SAL: 'Sales', SVC: 'Service' },
      },
    ],
  },
] as const
