import { organizationEndpoints as endpoints } from '@check-requests/domain/organization/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import {
  type PersonName,
  type PlaceName,
  people,
  personNamed,
  placeNames,
  type RoleWord,
} from '../testing/organization.ts'
import { startWorld, type World } from '../testing/world.ts'

const callers = people
  .filter((person) => person.active)
  .flatMap(({ name, roles }) => roles.map((role) => ({ name, role })))

type Kind = 'group' | 'dealership' | 'department'
const kindOf = (place: PlaceName): Kind =>
  (['group', 'dealership', 'department'] as const)[place.split('/').length - 1] as Kind
const nowhere = 999_999

/** Returns true if an admin's scope covers a place. This doesn't use the server's rule, so it can verify that rule. */
function reaches(name: PersonName, place: PlaceName): boolean {
  const { level, group, assignments } = personNamed(name)
  if (level === 'super') return true
  if (level === 'group') return place.split('/')[0] === group
  if (level === 'department') return kindOf(place) === 'department' && assignments.includes(place)
  return assignments.some((dealership) => place === dealership || place.startsWith(`${dealership}/`))
}

function isSuperAdmin(name: PersonName, role: RoleWord): boolean {
  return role === 'admin' && personNamed(name).level === 'super'
}

/** The expected status of a call that adds to this place. `done` is the status of an allowed call. */
function expectedWithin(name: PersonName, role: RoleWord, place: PlaceName, done: number): number {
  if (role !== 'admin') return 403
  return reaches(name, place) ? done : 404
}

/** The expected status of a call that changes or deletes this place. Only super admins can change groups (R191). */
function expected(name: PersonName, role: RoleWord, place: PlaceName, done: number): number {
  return kindOf(place) === 'group' && !isSuperAdmin(name, role) ? 403 : expectedWithin(name, role, place, done)
}

/** The expected status of a call that deletes this place. Department admins can't delete any. */
function expectedToDelete(name: PersonName, role: RoleWord, place: PlaceName): number {
  const deletesNone = role === 'admin' && personNamed(name).level === 'department' && kindOf(place) === 'department'
  return deletesNone ? 403 : expected(name, role, place, 200)
}

const address = { address: '1 Bay Road', city: 'Salem', state: 'OR', zip: '97301', phone: '(503) 555-0100' }

onOneDatabase('access to places and lookups on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const idOf = (place: PlaceName) => world.ids.places[place]

  // An update without fields changes nothing, so all callers can share one organization.
  function update(client: Client, of: Kind, id: number) {
    const rows = {
      group: endpoints.updateGroup,
      dealership: endpoints.updateDealership,
      department: endpoints.updateDepartment,
    }
    return client.call(rows[of], { params: { id }, body: {} })
  }

  function remove(client: Client, of: Kind, id: number) {
    const rows = {
      group: endpoints.removeGroup,
      dealership: endpoints.removeDealership,
      department: endpoints.removeDepartment,
    }
    return client.call(rows[of], { params: { id } })
  }

  // The code is already used, so allowed calls fail at that point and nothing is added.
  function addTaken(client: Client, into: PlaceName) {
    const [group, dealership] = into.split('/') as [PlaceName, string | undefined]
    const taken = placeNames
      .find((place) => place.startsWith(`${into}/`))
      ?.split('/')
      .at(-1) as string
    const named = { name: 'Twice', code: taken, dealer_group_id: idOf(group) }
    if (dealership) return client.call(endpoints.createDepartment, { body: { ...named, dealership_id: idOf(into) } })
    return client.call(endpoints.createDealership, { body: { ...named, ...address } })
  }

  const parents = placeNames.filter((place) => placeNames.some((other) => other.startsWith(`${place}/`)))

  describe.each(callers)('user $name accessing the organization as $role', ({ name, role }) => {
    test('changes only places allowed by role and scope, and answers not found for places out of scope', async () => {
      const client = await world.as(name, role)
      for (const place of placeNames) {
        const reply = await update(client, kindOf(place), idOf(place))
        expect(reply.status, place).toBe(expected(name, role, place, 200))
        if (reply.status === 404) expect(reply.text).toBe((await update(client, kindOf(place), nowhere)).text)
      }
    })

    test('adds dealerships and departments only to places allowed by role and scope', async () => {
      const client = await world.as(name, role)
      for (const place of parents)
        expect((await addTaken(client, place)).status, place).toBe(expectedWithin(name, role, place, 409))
      const group = await client.call(endpoints.createGroup, { body: { name: 'Twice', code: 'NWG' } })
      expect(group.status).toBe(isSuperAdmin(name, role) ? 409 : 403)
    })

    test('refuses to delete places not allowed by role and scope', async () => {
      const client = await world.as(name, role)
      for (const place of placeNames.filter((place) => expectedToDelete(name, role, place) !== 200))
        expect((await remove(client, kindOf(place), idOf(place))).status, place).toBe(
          expectedToDelete(name, role, place),
        )
    })

    test('changes purposes and delivery methods only as a super admin', async () => {
      const client = await world.as(name, role)
      const allowed = isSuperAdmin(name, role) ? 200 : 403
      const call = { params: { id: 1 }, body: {} }
      expect((await client.call(endpoints.updatePurpose, call)).status).toBe(allowed)
      expect((await client.call(endpoints.updateDeliveryMethod, call)).status).toBe(allowed)
    })
  })

  test('leaves every place unchanged after all refused calls', async () => {
    const admin = await world.as('admin-super')
    const lists = [endpoints.dealerGroups, endpoints.dealerships, endpoints.departments] as const
    const found = await Promise.all(lists.map(async (row) => (await admin.call(row)).data.length))
    const depths = [1, 2, 3].map((depth) => placeNames.filter((place) => place.split('/').length === depth).length)
    expect(found).toEqual(depths)
  })
})
