import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client, RawReply } from '../../testing/client.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { raise } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'

const list = '/api/v1/check-requests'

onOneDatabase('polls after a renaming, on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  function get(client: Client, url: string, tag?: string): Promise<RawReply> {
    return client.send('GET', url, { headers: { 'x-activity': 'poll', ...(tag && { 'if-none-match': tag }) } })
  }

  async function tagOf(client: Client, url: string): Promise<string> {
    return (await get(client, url)).headers.etag as string
  }

  describe('a poll', () => {
    const names = {
      'a dealership': async () =>
        (await world.as('admin-group')).call(organizationEndpoints.updateDealership, {
          params: { id: world.ids.places['NWG/TOY'] },
          body: { name: 'Toyota of Salem' },
        }),
      'a department': async () =>
        (await world.as('admin-group')).call(organizationEndpoints.updateDepartment, {
          params: { id: world.ids.places['NWG/TOY/SVC'] },
          body: { name: 'Service Lane' },
        }),
      'a dealer group': async () =>
        (await world.as('admin-super')).call(organizationEndpoints.updateGroup, {
          params: { id: world.ids.places.NWG },
          body: { name: 'Northwest Group' },
        }),
      'a purpose': async () =>
        (await world.as('admin-super')).call(organizationEndpoints.updatePurpose, {
          params: { id: 10 },
          body: { name: 'Parts and paint' },
        }),
      'a delivery method': async () =>
        (await world.as('admin-super')).call(organizationEndpoints.updateDeliveryMethod, {
          params: { id: 1 },
          body: { name: 'US Mail' },
        }),
      'a requester': async () =>
        (await world.as('admin-group')).call(userEndpoints.update, {
          body: { id: world.ids.people['requester-group'], last_name: 'Renamed' },
        }),
    }
    const shown = [
      'Toyota of Salem',
      'Service Lane',
      'Northwest Group',
      'Parts and paint',
      'US Mail',
      'requester-group Renamed',
    ]

    test.each(Object.entries(names).map(([what, rename], index) => [what, rename, shown[index] as string] as const))(
      'returns new data after renaming %s',
      async (_, rename, name) => {
        await raise(world, 'requester-group', 'NWG/TOY/SVC')
        const watchers = ['approver-group', 'approver-dealership', 'approver-department', 'requester-group'] as const
        const tags = await Promise.all(watchers.map(async (watcher) => tagOf(await world.as(watcher), list)))
        expect((await rename()).status).toBe(200)
        for (const [index, watcher] of watchers.entries()) {
          const reply = await get(await world.as(watcher), list, tags[index])
          expect([watcher, reply.status]).toEqual([watcher, 200])
          expect(JSON.stringify(reply.body.data.items[0])).toContain(name)
        }
      },
    )

    test('returns new request actions after a change to separation of duties', async () => {
      const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
      const url = `${list}/${id}`
      const client = await world.as('approver-department')
      const tag = await tagOf(client, url)
      const body = { settings: { separation_of_duties: false } }
      const params = { id: world.ids.places.NWG }
      expect(
        (await (await world.as('admin-super')).call(organizationEndpoints.updateGroup, { params, body })).status,
      ).toBe(200)
      const reply = await get(client, url, tag)
      expect([reply.status, reply.body?.data.separation_of_duties]).toEqual([200, false])
    })
  })
})
