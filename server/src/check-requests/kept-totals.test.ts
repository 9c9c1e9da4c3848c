import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addManyRequests } from '../testing/many-requests.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const added = 500

onBothDatabases('totals of searches on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await addManyRequests(world, 1, added)
  })
  afterAll(() => world.close())

  test('counts results again after a request was raised, for everyone who sees it', async () => {
    const totals = async () => {
      const clients = await Promise.all([world.as('approver-group'), world.as('approver-department')])
      const replies = clients.map((client) => client.call(endpoints.list, { query: { search: 'vendor', limit: 10 } }))
      return (await Promise.all(replies)).map(({ data }) => data.total)
    }
    const vendors = (added * 4) / 5 - 1
    expect(await totals()).toEqual([vendors, vendors])
    expect(await totals()).toEqual([vendors, vendors])
    await raise(world, 'requester-group', 'NWG', { payee_name_1: 'One more vendor' })
    expect(await totals()).toEqual([vendors + 1, vendors])
    await raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1: 'One more vendor' })
    expect(await totals()).toEqual([vendors + 2, vendors + 1])
  })
})
