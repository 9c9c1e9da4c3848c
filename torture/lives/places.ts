import { organizationEndpoints as endpoints } from '@check-requests/domain/organization/endpoints.ts'
import { type Act, about, groups, nothing } from './act.ts'
import type { Answer, Life } from './life.ts'

const manyRequests = 100

const codeOf = (life: Life) => `L${life.next()}`

const dealerships = (life: Life) =>
  life.db.selectFrom('dealerships').selectAll().where('deleted_at', 'is', null).orderBy('id', 'desc')
const departments = (life: Life) =>
  life.db.selectFrom('departments').selectAll().where('deleted_at', 'is', null).orderBy('id', 'desc')

/** Adds a dealer group without the second-factor requirement that new groups get after some weeks. */
async function addGroup(life: Life): Promise<Answer> {
  const settings = life.chance(2) ? null : { separation_of_duties: life.chance(2), time_zone: 'America/Los_Angeles' }
  const body = { name: `Group ${life.next()}`, code: codeOf(life), settings }
  const admins = await life.supers('admin')
  const answer = await life.first(admins, endpoints.createGroup, { body })
  const [added] = await groups(life).clearOrderBy().orderBy('id', 'desc').limit(1).execute()
  const rules = { roles: [], from: null, approve_above: null }
  await life.first(admins, endpoints.updateSecondFactorRules, { params: { id: added?.id ?? 0 }, body: rules })
  return answer
}

const addDealership: Act['take'] = async (life) => {
  const [group] = life.shuffled(await groups(life).execute())
  const body = {
    dealer_group_id: group?.id ?? 0,
    name: `Store ${life.next()}`,
    code: codeOf(life),
    address: '1 Main Street',
    city: 'Salem',
    state: 'OR',
    zip: '97301',
    phone: '(503) 555-0100',
    ...(life.chance(3) && { time_zone: 'America/Denver' }),
  }
  return group && life.by('admin', group.id, endpoints.createDealership, { body })
}

const addDepartment: Act['take'] = async (life) => {
  const store = await life.one(dealerships(life))
  if (!store) return undefined
  const place = { dealer_group_id: store.dealer_group_id, dealership_id: store.id }
  const body = { ...place, name: `Department ${life.next()}`, code: codeOf(life) }
  return life.by('admin', store.dealer_group_id, endpoints.createDepartment, { body })
}

// Most dealerships and departments stay active, or no user could create requests after a while.
const opened = (life: Life) => ({ is_active: !life.chance(4) })

export const placeActs: readonly Act[] = [
  { name: 'add a dealer group', weight: 2, take: addGroup },
  { name: 'add a dealership', weight: 4, take: addDealership },
  { name: 'add a department', weight: 6, take: addDepartment },
  {
    name: 'rename a dealer group',
    weight: 2,
    take: about(groups, 'admin', endpoints.updateGroup, (life) => ({
      name: `Renamed ${life.next()}`,
      code: codeOf(life),
    })),
  },
  {
    name: 'change a dealership',
    weight: 3,
    take: about(dealerships, 'admin', endpoints.updateDealership, (life) => ({
      city: `City ${life.next()}`,
      ...opened(life),
    })),
  },
  {
    name: 'change a department',
    weight: 3,
    take: about(departments, 'admin', endpoints.updateDepartment, (life) => ({ code: codeOf(life), ...opened(life) })),
  },
  { name: 'delete a department', weight: 4, take: about(departments, 'admin', endpoints.removeDepartment, nothing) },
  { name: 'delete a department with many requests', weight: 3, take: (life) => deleteMany(life) },
  { name: 'delete a dealership', weight: 2, take: about(dealerships, 'admin', endpoints.removeDealership, nothing) },
  { name: 'delete a dealer group', weight: 1, take: about(groups, 'admin', endpoints.removeGroup, nothing) },
]

/** Deletes a location with more requests than one transaction deletes. */
const deleteMany: Act['take'] = async (life) => {
  const many = life.db
    .selectFrom('departments as d')
    .innerJoin('check_requests as r', 'r.department_id', 'd.id')
    .leftJoin('checks as c', 'c.department_id', 'd.id')
    .select(['d.id', 'd.dealer_group_id'])
    .where('d.deleted_at', 'is', null)
    .where('c.id', 'is', null)
    .groupBy(['d.id', 'd.dealer_group_id'])
    .having(({ fn }) => fn.countAll(), '>', manyRequests)
    .orderBy('d.id', 'desc')
  const place = await life.one(many)
  return (
    place && life.by('admin', place.dealer_group_id, endpoints.removeDepartment, { params: { id: place.id }, body: {} })
  )
}

/** Deletes every location without checks, from the departments up. */
export async function deleteAll(life: Life): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const [rows, row] of [
    [await departments(life).execute(), endpoints.removeDepartment],
    [await dealerships(life).execute(), endpoints.removeDealership],
    [await groups(life).execute(), endpoints.removeGroup],
  ] as const)
    for (const { id } of rows.toReversed())
      answers.push(await life.first(await life.supers('admin'), row, { params: { id }, body: {} }))
  return answers
}
