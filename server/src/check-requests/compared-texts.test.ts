import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../testing/on-databases.ts'
import { raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const twin = { payee_name_1: 'Harbor Glass', amount: 77, vin_last_digits: 'A1234', po_purchase_no: 'PO 47-11' }

onBothDatabases('text comparison on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const requester = () => world.as('requester-group')

  async function matchesOf(id: number): Promise<unknown> {
    const { data } = await (await requester()).call(endpoints.duplicates, { query: { of: id } })
    return data.requests.map((request) => [request.id, request.alike])
  }

  test('ignores hyphens, spaces, and invisible characters when finding duplicates', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG', twin)
    const typed = { ...twin, payee_name_1: 'HARBOR  Glass.', vin_last_digits: 'a1-234', po_purchase_no: 'po-4711' }
    const other = await raise(world, 'requester-group', 'NWG', typed)
    expect(await matchesOf(other.id)).toEqual([[id, ['payment', 'vin', 'po']]])
  })

  test('ignores invisible characters in a search', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG', { payee_name_1: 'Ridge Tools', amount: 900 })
    const find = async (search: string) => {
      const { data } = await (await requester()).call(endpoints.list, { query: { search } })
      return data.items.map((item) => item.id)
    }
    expect(await find('RIDGE\u200b TO\u00adOLS\u202e')).toEqual([id])
    expect((await find('\u200b')).length).toBeGreaterThan(1)
  })
})
