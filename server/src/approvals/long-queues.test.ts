import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addManyRequests } from '../testing/many-requests.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { anyone, putInForce } from '../testing/policies.ts'
import { raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

onBothDatabases('queue of thousands of requests on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await addManyRequests(world)
    for (const payee_name_1 of ['One', 'Two']) await raise(world, 'requester-group', 'NWG/HON/SVC', { payee_name_1 })
    await putInForce(world, { rules: [], otherwise: { steps: [{ name: 'Approval', approvers: anyone }] } })
  }, 120_000)
  afterAll(() => world.close())

  test.each(['approver-group', 'approver-super'] as const)(
    'returns the number of all pending requests and of those at one location for %s',
    async (name) => {
      const client = await world.as(name, 'approver')
      const listed = async (query: object) =>
        (await client.call(endpoints.list, { query: { view: 'pending', ...query } })).data
      const whole = await listed({})
      const { counts } = (await client.call(endpoints.summary)).data
      expect([whole.total, whole.total_is_lower_bound]).toEqual([(counts['1'] ?? 0) + (counts['2'] ?? 0), false])
      expect(whole.total).toBeGreaterThan(3000)
      for (const sort of ['newest', 'amount-high']) {
        const place = await listed({ dealership: [world.ids.places['NWG/HON']], sort })
        expect([sort, place.items.length, place.total]).toEqual([sort, 2, 2])
      }
    },
  )
})
