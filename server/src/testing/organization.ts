import type { Db, Tx } from '../tables.ts'

/** The test dealer groups: dealerships by code, each with its department codes. */
const groups = [
  {
    code: 'NWG',
    name: 'Northwest Auto Group',
    separation: 1,
    dealerships: { TOY: ['SVC', 'SAL'], HON: ['SVC'], OLD: [] },
  },
  { code: 'EAS', name: 'Eastside Motors', separation: 0, dealerships: { KIA: ['SVC'] } },
] as const

/** Every test location, from a group such as `NWG` to a department such as `NWG/TOY/SVC`. OLD is inactive. */
export const placeNames = [
  'NWG',
  'NWG/TOY',
  'NWG/TOY/SVC',
  'NWG/TOY/SAL',
  'NWG/HON',
  'NWG/HON/SVC',
  'NWG/OLD',
  'EAS',
  'EAS/KIA',
  'EAS/KIA/SVC',
] as const

export type PlaceName = (typeof placeNames)[number]

const roleIds = { admin: 1, requester: 2, approver: 3, processor: 4 } as const
const levels = { super: 0, group: 1, dealership: 2, department: 3 } as const

export type RoleWord = keyof typeof roleIds
export type LevelWord = keyof typeof levels
export type PersonName =
  | `${RoleWord}-${LevelWord}`
  | `${RoleWord | 'everyone'}-eastside`
  | 'requester-honda'
  | 'everyone'
  | 'inactive'

/** A test user. `assignments` are the dealerships or departments they belong to. The primary role comes first. */
export interface TestPerson {
  readonly name: PersonName
  readonly roles: readonly RoleWord[]
  readonly level: LevelWord
  readonly group: 'NWG' | 'EAS' | null
  readonly assignments: readonly PlaceName[]
  readonly active: boolean
}

const reachOf: Record<LevelWord, readonly PlaceName[]> = {
  super: [],
  group: [],
  dealership: ['NWG/TOY'],
  department: ['NWG/TOY', 'NWG/TOY/SVC'],
}
const allRoles = Object.keys(roleIds) as RoleWord[]
const allLevels = Object.keys(levels) as LevelWord[]
const fourHats: readonly RoleWord[] = ['requester', 'approver', 'processor', 'admin']

/** One user for each role at each access level, and a few more. */
export const people: readonly TestPerson[] = [
  ...allRoles.flatMap((role) => allLevels.map((level) => northwest(`${role}-${level}`, [role], level))),
  ...allRoles.map((role) => eastside(`${role}-eastside`, [role])),
  eastside('everyone-eastside', fourHats),
  northwest('everyone', fourHats, 'group'),
  { ...northwest('requester-honda', ['requester'], 'dealership'), assignments: ['NWG/HON'] },
  { ...northwest('inactive', ['requester'], 'group'), active: false },
]

function northwest(name: PersonName, roles: readonly RoleWord[], level: LevelWord): TestPerson {
  return { name, roles, level, group: level === 'super' ? null : 'NWG', assignments: reachOf[level], active: true }
}

function eastside(name: PersonName, roles: readonly RoleWord[]): TestPerson {
  return { name, roles, level: 'group', group: 'EAS', assignments: [], active: true }
}

export function personNamed(name: PersonName): TestPerson {
  return people.find((person) => person.name === name) as TestPerson
}

export function emailOf(name: PersonName): string {
  return `${name}@test.example`
}

/** Ids by name. */
export interface Ids {
  readonly places: Record<PlaceName, number>
  readonly people: Record<PersonName, number>
}

/** Adds the organization and its users, who all have the same password, to an empty database. */
export async function insertOrganization(trx: Tx, passwordHash: string, at: string): Promise<Ids> {
  const ids = { places: {}, people: {} } as Ids
  for (const group of groups) await insertGroup(trx, group, at, ids.places)
  for (const person of people) ids.people[person.name] = await insertPerson(trx, person, ids.places, passwordHash, at)
  return ids
}

/** Reads the ids from a database that already has the organization. */
export async function readIds(db: Db): Promise<Ids> {
  const places = await db
    .selectFrom('dealer_groups as g')
    .leftJoin('dealerships as s', 's.dealer_group_id', 'g.id')
    .leftJoin('departments as d', 'd.dealership_id', 's.id')
    .select(['g.code as group', 'g.id as group_id', 's.code as dealership', 's.id as dealership_id'])
    .select(['d.code as department', 'd.id as department_id'])
    .execute()
  const people = await db.selectFrom('users').select(['id', 'first_name']).execute()
  return {
    places: Object.fromEntries(
      places.flatMap(({ group, dealership, department, ...ids }) => [
        [group, ids.group_id],
        [`${group}/${dealership}`, ids.dealership_id],
        [`${group}/${dealership}/${department}`, ids.department_id],
      ]),
    ),
    people: Object.fromEntries(people.map(({ id, first_name }) => [first_name, id])),
  } as Ids
}

async function insertGroup(trx: Tx, group: (typeof groups)[number], at: string, places: Ids['places']): Promise<void> {
  const { code, name, separation } = group
  const values = { code, name, separation_of_duties: separation, created_at: at }
  const { id } = await trx.insertInto('dealer_groups').values(values).returning('id').executeTakeFirstOrThrow()
  places[code] = id
  for (const [dealership, departments] of Object.entries(group.dealerships)) {
    const path = `${code}/${dealership}`
    const dealershipId = await insertDealership(trx, id, dealership, at)
    places[path as PlaceName] = dealershipId
    for (const department of departments) {
      const row = {
        dealer_group_id: id,
        dealership_id: dealershipId,
        name: department,
        code: department,
        created_at: at,
      }
      const inserted = await trx.insertInto('departments').values(row).returning('id').executeTakeFirstOrThrow()
      places[`${path}/${department}` as PlaceName] = inserted.id
    }
  }
}

async function insertDealership(trx: Tx, groupId: number, code: string, at: string): Promise<number> {
  const values = {
    dealer_group_id: groupId,
    name: `Dealership ${code}`,
    code,
    address: '1 Main Street',
    city: 'Salem',
    state: 'OR',
    zip: '97301',
    phone: '(503) 555-0100',
    is_active: code === 'OLD' ? 0 : 1,
    created_at: at,
  }
  const { id } = await trx.insertInto('dealerships').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

async function insertPerson(
  trx: Tx,
  person: TestPerson,
  places: Ids['places'],
  passwordHash: string,
  at: string,
): Promise<number> {
  const groupId = person.group && places[person.group]
  const values = {
    email: emailOf(person.name),
    username: emailOf(person.name),
    title: null,
    first_name: person.name,
    last_name: 'Tester',
    password_hash: passwordHash,
    primary_role: roleIds[person.roles[0] as RoleWord],
    access_level: levels[person.level],
    dealer_group_id: groupId,
    active: person.active ? 1 : 0,
    created_at: at,
    deleted_at: null,
  }
  const { id } = await trx.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  const roleRows = person.roles.map((role) => ({ user_id: id, role_id: roleIds[role] }))
  await trx.insertInto('user_roles').values(roleRows).execute()
  for (const place of person.assignments) await insertAssignments(trx, id, place, places)
  return id
}

async function insertAssignments(trx: Tx, userId: number, place: PlaceName, places: Ids['places']): Promise<void> {
  const [group, dealership, department] = place.split('/')
  const owner = {
    user_id: userId,
    dealer_group_id: places[group as PlaceName],
    dealership_id: places[`${group}/${dealership}` as PlaceName],
  }
  if (department === undefined) await trx.insertInto('user_dealerships').values(owner).execute()
  else
    await trx
      .insertInto('user_departments')
      .values({ ...owner, department_id: places[place] })
      .execute()
}
