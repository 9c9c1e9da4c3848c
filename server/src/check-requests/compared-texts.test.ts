import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as comparedTexts from '../migrations/0020-compared-texts.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const twin = { payee_name_1: 'Harbor Glass', amount: 77, vin_last_digits: 'A1234', po_purchase_no: 'PO 47-11' }

onBothDatabases('on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const requester = () => world.as('requester-group')

  async function found(search: string): Promise<number[]> {
    const { data } = await (await requester()).call(endpoints.list, { query: { search } })
    return data.items.map(({ id }) => id)
  }

  async function matchesOf(id: number): Promise<unknown> {
    const { data } = await (await requester()).call(endpoints.duplicates, { query: { of: id } })
    return data.requests.map((request) => [request.id, request.alike])
  }

  test('hyphens, spaces and invisible characters make no difference to duplicates', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG', twin)
    const typed = { ...twin, payee_name_1: 'HARBOR  Glass.', vin_last_digits: 'a1-234', po_purchase_no: 'po-4711' }
    const other = await raise(world, 'requester-group', 'NWG', typed)
    expect(await matchesOf(other.id)).toEqual([[id, ['payment', 'vin', 'po']]])
  })

  test('what was stored before this rule is compared and found by it from then on', async () => {
    const { database } = world
    const old = { payee_name_1: 'Rid\u200bge Tools\u202e', po_purchase_no: 'RT-\u00ad900', vin_last_digits: null }
    const { id } = await raise(world, 'requester-group', 'NWG', { payee_name_1: 'Ridge Tools', amount: 900 })
    const { id: same } = await raise(world, 'requester-group', 'NWG', {
      payee_name_1: 'Ridge Tools',
      amount: 900,
      po_purchase_no: 'RT 900',
    })
    await database.transact(async (trx) => {
      await trx.updateTable('check_requests').set(old).where('id', '=', id).execute()
      const keys = { payment: 'rid\u200bgetools\u202e 90000', po: 'rt-\u00ad900', vin: null }
      await trx.updateTable('match_keys').set(keys).where('id', '=', id).execute()
      const payee = 'rid\u200bge tools\u202e'
      await trx.updateTable('check_request_search').set({ payee }).where('id', '=', id).execute()
    })
    expect(await matchesOf(same)).toEqual([])
    expect(await found('ridge tools')).toEqual([same])
    await database.transact((trx) => comparedTexts.up(trx))
    expect(await matchesOf(same)).toEqual([[id, ['payment', 'po']]])
    expect(await found('ridge tools')).toEqual([same, id])
    expect(await found('RIDGE\u200b TO\u00adOLS')).toEqual([same, id])
    expect((await found('\u200b')).length).toBeGreaterThan(2)
  })
})
