import { suggestionEndpoints } from '@check-requests/domain/suggestions/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName, RoleWord } from '../testing/organization.ts'
import { placeBody, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

onOneDatabase('last location on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function lastPlace(name: PersonName, role: RoleWord = 'requester', of?: PersonName) {
    const query = of ? { requester_id: world.ids.people[of] } : {}
    return (await (await world.as(name, role)).call(suggestionEndpoints.lastPlace, { query })).data
  }

  test('returns the location of the caller’s newest request regardless of other users’ requests', async () => {
    expect(await lastPlace('requester-group')).toBeNull()
    await raise(world, 'requester-group', 'NWG/TOY/SVC')
    await raise(world, 'requester-group', 'NWG/HON')
    await raise(world, 'requester-department', 'NWG/TOY/SVC')
    expect(await lastPlace('requester-group')).toEqual(placeBody(world.ids, 'NWG/HON'))
    expect(await lastPlace('requester-honda')).toBeNull()
  })

  test('returns the last location of requesters in scope to admins, and only their own to requesters', async () => {
    await raise(world, 'requester-group', 'NWG/HON')
    const honda = placeBody(world.ids, 'NWG/HON')
    expect(await lastPlace('admin-group', 'admin', 'requester-group')).toEqual(honda)
    expect(await lastPlace('admin-dealership', 'admin', 'requester-group')).toBeNull()
    expect(await lastPlace('admin-eastside', 'admin', 'requester-group')).toBeNull()
    expect(await lastPlace('admin-group', 'admin')).toBeNull()
    expect(await lastPlace('requester-department', 'requester', 'requester-group')).toBeNull()
    await raise(world, 'requester-group', 'NWG/TOY/SVC')
    expect(await lastPlace('admin-dealership', 'admin', 'requester-group')).toEqual(placeBody(world.ids, 'NWG/TOY/SVC'))
  })

  test('returns what most requests to a payee that the caller sees have in common, under any spelling', async () => {
    const coding = async (name: PersonName, payee: string) => {
      const query = { dealer_group_id: world.ids.places.NWG, payee }
      return (await world.as(name)).call(suggestionEndpoints.usualCoding, { query })
    }
    const payment = { payee_name_1: 'Harbor Paint Co.' } as const
    const raiseAt = (place: 'NWG/TOY/SVC' | 'NWG/HON', values: object = {}) =>
      raise(world, 'requester-group', place, { ...payment, ...values })
    await raiseAt('NWG/TOY/SVC')
    await raiseAt('NWG/TOY/SVC', { purpose_id: 2 })
    expect((await coding('requester-group', 'harbor paint co')).data).toEqual({ requests: 2, usual: [] })
    await raiseAt('NWG/TOY/SVC', { purpose_id: 2 })
    const { data } = await coding('requester-group', 'harbor paint co')
    expect(data.requests).toBe(3)
    expect(data.usual).toContainEqual({ field: 'purpose_id', value: 2, count: 2 })
    expect(data.usual).toContainEqual({
      field: 'department_id',
      value: world.ids.places['NWG/TOY/SVC'],
      count: 3,
    })
    expect((await coding('requester-honda', 'harbor paint co')).data).toEqual({ requests: 0, usual: [] })
    expect((await coding('requester-eastside', 'harbor paint co')).status).toBe(404)
  })

  test('refuses to return a last location to users who can’t create requests', async () => {
    const reply = await (await world.as('approver-group')).call(suggestionEndpoints.lastPlace)
    expect(reply.status).toBe(403)
  })
})
