import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../testing/databases.ts'
import { move, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

describe.each(databases)('on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  test('a request counts once among those that an approver handled, however often they decided on it', async () => {
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
  })

  test('taking a request up is no decision on it', async () => {
    const { id } = await raise(world, 'requester-honda', 'NWG/HON')
    const approver = await world.as('approver-super')
    await move(approver, id, 2)
    expect((await approver.call(endpoints.summary)).data.handled).toBe(0)
  })
})
