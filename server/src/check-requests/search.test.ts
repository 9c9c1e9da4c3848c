import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as secondPayees from '../migrations/0013-second-payees.ts'
import { databases } from '../testing/databases.ts'
import { bodyAt, bring, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const otherPurposeId = 21

// What the placeholder of each list names; a payee has up to two names (E5).
const views = [
  { view: 'all', status: 1, finds: ['number', 'payee', 'second', 'purpose'] },
  { view: 'pending', status: 1, finds: ['number', 'requester', 'payee', 'second', 'purpose'] },
  { view: 'processing', status: 3, finds: ['number', 'requester', 'payee', 'second', 'purpose'] },
  { view: 'completed', status: 6, finds: ['number', 'requester', 'payee', 'second', 'purpose', 'check'] },
  { view: 'sendback', status: 9, finds: ['number', 'requester', 'payee', 'second', 'purpose'] },
  { view: 'rejected', status: 8, finds: ['number', 'requester', 'payee', 'second', 'purpose'] },
] as const

describe.each(databases)('on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function found(search: string, view: (typeof views)[number]['view'] = 'all'): Promise<number[]> {
    const client = await world.as('approver-super')
    const { data } = await client.call(endpoints.list, { query: { view, search } })
    return data.items.map(({ id }) => id)
  }

  test.each(views)('the $view list finds by $finds, in small and capital letters', async ({ view, status, finds }) => {
    const { id, request_number } = await raise(world, 'requester-group', 'NWG', {
      payee_name_1: `${view} Ödegård`,
      payee_name_2: `${view} Straße & Söhne`,
      purpose_id: otherPurposeId,
      purpose_other: `${view} Charity Event`,
    })
    await bring(world, id, status)
    const detail = await (await world.as('approver-super')).call(endpoints.detail, { params: { id } })
    const words = {
      number: request_number,
      requester: detail.data.requester_name,
      payee: `${view} ödeGÅRD`,
      second: `${view} STRAßE & sö`,
      purpose: `Other ${view} CHARITY`,
      check: detail.data.check_number ?? 'no check',
    }
    for (const name of finds) expect(await found(words[name], view), name).toContain(id)
  })

  test('no search reaches from the first payee into the second', async () => {
    await raise(world, 'requester-group', 'NWG', { payee_name_1: 'Anna Alpha', payee_name_2: 'Berta Beta' })
    expect(await found('alpha berta')).toEqual([])
  })

  test('a second payee is found once it is there, and no longer once it is gone', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG', { payee_name_1: 'Quick Towing' })
    const client = await world.as('requester-group')
    const edit = async (payee_name_2: string | null) => {
      await bring(world, id, 9)
      const body = bodyAt(world.ids, 'NWG', { payee_name_1: 'Quick Towing', payee_name_2 })
      expect((await client.call(endpoints.update, { params: { id }, body })).status).toBe(200)
    }
    await edit('Nadia Second')
    expect(await found('nadia SECOND')).toEqual([id])
    await edit(null)
    expect(await found('nadia second')).toEqual([])
    expect(await found('quick towing')).toEqual([id])
  })

  test('requests of before the second payee was searched are found by it from then on', async () => {
    const { database } = world
    const names = Array.from({ length: 3 }, (_, index) => `Ältere Firma ${index}`)
    const ids: number[] = []
    for (const name of names) ids.push((await raise(world, 'requester-group', 'NWG', { payee_name_2: name })).id)
    await database.transact(async (trx) => {
      await trx
        .updateTable('check_request_search')
        .set({ payee: 'harbor paint supply' })
        .where('id', 'in', ids)
        .execute()
    })
    expect(await found('ältere firma')).toEqual([])
    await database.transact((trx) => secondPayees.up(trx))
    expect(await found('ÄLTERE firma')).toEqual(ids.toReversed())
    expect(await found('ältere firma 1')).toEqual([ids[1]])
    expect(await found('harbor paint')).toEqual(expect.arrayContaining(ids))
  })
})
