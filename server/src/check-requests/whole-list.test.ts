import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countQueries } from '../testing/count-queries.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { raise, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { readWholeList } from './queries/list/whole-list.ts'

onBothDatabases('whole list on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await raise(world, 'requester-group', 'NWG/TOY/SVC')
    await raiseTo(world, 7, 'requester-group', 'NWG/TOY/SVC')
    await raiseTo(world, 9, 'requester-eastside', 'EAS/KIA/SVC')
  })
  afterAll(() => world.close())

  test('returns each request with its history, oldest entry first', async () => {
    const client = await world.as('approver-super')
    const { data } = await client.call(endpoints.byUser)
    expect(data.map(({ status_history }) => status_history.map((entry) => entry.status_id))).toEqual([
      [1, 9],
      [1, 3, 4, 5, 6, 7],
      [1],
    ])
    for (const { id, status_history } of data)
      expect(status_history).toEqual((await client.call(endpoints.history, { params: { id } })).data)
  })

  test('reads the histories of all requests in a batch with one query', async () => {
    const counted = countQueries(world.database)
    const caller = { role: 'approver', scope: { level: 0, dealerGroupId: null, dealershipIds: [], departmentIds: [] } }
    for await (const part of readWholeList(counted, caller as never)) expect(part).toHaveLength(3)
    expect(counted.asked()).toBeLessThanOrEqual(2)
  })
})
