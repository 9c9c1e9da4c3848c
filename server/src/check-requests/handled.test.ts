import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { move, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

onOneDatabase('requests handled by an approver on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function listed(client: Client, more = {}): Promise<[number, number[]]> {
    const { data } = await client.call(endpoints.list, { query: { handled: 'true', ...more } })
    return [data.total, data.items.map(({ id }) => id)]
  }

  test('lists a request once regardless of the number of decisions', async () => {
    const requester = await world.as('requester-department')
    const approver = await world.as('approver-group')
    const other = await world.as('approver-dealership')
    const handledBy = async (client: typeof approver) => (await client.call(endpoints.summary)).data.handled
    const [first, second] = [
      await raise(world, 'requester-department', 'NWG/TOY/SVC'),
      await raise(world, 'requester-department', 'NWG/TOY/SVC'),
    ]
    const statuses = []
    for (const [client, id, to] of [
      [approver, first.id, 9],
      [requester, first.id, 1],
      [approver, first.id, 2],
      [approver, first.id, 9],
      [requester, first.id, 1],
      [approver, first.id, 3],
      [approver, second.id, 8],
    ] as const)
      statuses.push((await move(client, id, to)).status)
    expect(statuses).toEqual(statuses.map(() => 201))
    expect([await handledBy(approver), await handledBy(other)]).toEqual([2, 0])
    expect(await listed(approver)).toEqual([2, [second.id, first.id]])
    expect(await listed(approver, { status: 3 })).toEqual([1, [first.id]])
    expect(await listed(approver, { purpose: '999' })).toEqual([0, []])
    expect(await listed(other)).toEqual([0, []])
    const { text } = await approver.call(endpoints.exportCsv, { query: { handled: 'true' } })
    expect(text.trim().split('\r\n')).toHaveLength(3)
  })

  test('lists handled requests in pages in any order, and lists none for other users', async () => {
    const approver = await world.as('approver-eastside')
    for (let round = 0; round < 3; round += 1) {
      const { id } = await raise(world, 'requester-eastside', 'EAS/KIA/SVC', { amount: 100 + round })
      await move(approver, id, 3)
    }
    const [total, newestFirst] = await listed(approver)
    expect([total, newestFirst.length]).toEqual([3, 3])
    for (const sort of ['oldest', 'amount-low'] as const) {
      const query = { handled: 'true' as const, sort, limit: 2 }
      const first = await approver.call(endpoints.list, { query })
      const cursor = first.data.next_cursor as string
      const next = await approver.call(endpoints.list, { query: { ...query, cursor } })
      const ids = [...first.data.items, ...next.data.items].map(({ id }) => id)
      expect(ids, sort).toEqual(newestFirst.toReversed())
    }
    expect(await listed(await world.as('requester-eastside'))).toEqual([0, []])
  })

  test('excludes requests that the approver only moved to Processing', async () => {
    const { id } = await raise(world, 'requester-honda', 'NWG/HON')
    const approver = await world.as('approver-super')
    await move(approver, id, 2)
    expect((await approver.call(endpoints.summary)).data.handled).toBe(0)
  })
})
