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

  test('refuses to return a last location to users who can’t create requests', async () => {
    const reply = await (await world.as('approver-group')).call(suggestionEndpoints.lastPlace)
    expect(reply.status).toBe(403)
  })
})
