import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../testing/on-databases.ts'
import { bodyAt, move, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

onBothDatabases('invoice numbers on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function similarTo(payee_name_1: string, invoice_number: string) {
    const query = { dealer_group_id: world.ids.places.NWG, payee_name_1, invoice_number }
    const { data } = await (await world.as('requester-group')).call(endpoints.duplicates, { query })
    return data.requests.map(({ id, alike }) => [id, ...alike])
  }

  test('matches differently spelled invoice numbers only for the same payee', async () => {
    const invoice = { payee_name_1: 'Invoiced Once', invoice_number: 'INV 55-1' }
    const { id } = await raise(world, 'requester-group', 'NWG', invoice)
    expect(await similarTo('INVOICED once', '#inv551')).toEqual([[id, 'invoice']])
    expect(await similarTo('Invoiced Twice', 'INV 55-1')).toEqual([])
    expect(await similarTo('Invoiced Once', 'INV 55-2')).toEqual([])
  })

  test('compares and finds the new invoice number after an edit', async () => {
    const invoice = { payee_name_1: 'Invoiced Again', invoice_number: 'Q-100' }
    const { id } = await raise(world, 'requester-group', 'NWG', invoice)
    await move(await world.as('approver-group'), id, 9)
    const requester = await world.as('requester-group')
    const { version } = (await requester.call(endpoints.detail, { params: { id } })).data
    const body = { ...bodyAt(world.ids, 'NWG', { ...invoice, invoice_number: 'Q-200' }), version }
    expect((await requester.call(endpoints.update, { params: { id }, body })).status).toBe(200)
    expect(await similarTo('Invoiced Again', 'q100')).toEqual([])
    expect(await similarTo('Invoiced Again', 'q200')).toEqual([[id, 'invoice']])
    const found = async (search: string) =>
      (await requester.call(endpoints.list, { query: { search } })).data.items.map((item) => item.invoice_number)
    expect(await found('q200')).toEqual(['Q-200'])
    expect(await found('q100')).toEqual([])
    const { data } = await requester.call(endpoints.history, { params: { id } })
    expect(data.at(-1)?.changes).toEqual([{ field: 'invoice_number', from: 'Q-100', to: 'Q-200' }])
  })
})
