import { userEndpoints as endpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userBody } from '../../testing/accounts.ts'
import { callers, statusAboutPerson } from '../../testing/matrix.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf, people, personNamed } from '../../testing/organization.ts'
import { startWorld, type World } from '../../testing/world.ts'

const admins = callers.filter(({ role }) => role === 'admin')

onOneDatabase('access to users on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  describe.each(callers)('user $name accessing users as $role', ({ name, role }) => {
    test('changes only users allowed by role and scope, and answers not found for users out of scope', async () => {
      const client = await world.as(name, role)
      const missing = await client.call(endpoints.update, { body: { id: 999_999, title: null } })
      for (const other of people) {
        const reply = await client.call(endpoints.update, { body: { id: world.ids.people[other.name] } })
        expect(reply.status, other.name).toBe(statusAboutPerson(name, role, other.name, 200))
        if (reply.status === 404) expect(reply.text).toBe(missing.text)
      }
    })

    test('refuses to delete or log out users not allowed by role and scope', async () => {
      const client = await world.as(name, role)
      for (const other of people) {
        const status = statusAboutPerson(name, role, other.name, 200)
        if (status === 200) continue
        const removal = await client.call(endpoints.remove, { body: { email: emailOf(other.name) } })
        const ending = await client.call(endpoints.endSessions, { params: { id: world.ids.people[other.name] } })
        expect([removal.status, ending.status], other.name).toEqual([status, status])
      }
    })
  })

  test.each(admins)('refuses to let user $name give a wider scope than their own', async ({ name }) => {
    const { places } = world.ids
    const wishes = [
      { level: 'group', group: 'NWG', body: { access_level: 1, dealer_group_id: places.NWG } },
      { level: 'group', group: 'EAS', body: { access_level: 1, dealer_group_id: places.EAS } },
      {
        level: 'dealership',
        group: 'NWG',
        body: { access_level: 2, dealer_group_id: places.NWG, dealership_ids: [places['NWG/HON']] },
      },
    ] as const
    const client = await world.as(name, 'admin')
    for (const { group, level, body } of wishes) {
      const taken = { email: emailOf('inactive'), username: emailOf('inactive') }
      const reply = await client.call(endpoints.create, { body: userBody(world.ids, { ...body, ...taken } as never) })
      const own = personNamed(name)
      const isWithin = own.level === 'super' || (own.level === 'group' && own.group === group)
      expect(reply.status, `${group} ${level}`).toBe(isWithin ? 409 : 403)
    }
  })

  test('leaves every user unchanged after all refused calls', async () => {
    const { data } = await (await world.as('admin-super')).call(endpoints.list)
    expect(data).toHaveLength(people.length)
  })
})
