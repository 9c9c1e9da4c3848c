import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyJoinedNames } from '../migrations/steps/payees.ts'
import { addDocument, pdfOf } from '../testing/documents.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { addPayee, setPayees } from '../testing/payees.ts'
import { bodyAt, bring, type CreateBody, move, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const place = 'NWG/TOY/SVC'

onOneDatabase('a payee’s page on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await setPayees(world, { payee_list: 'on' })
  })
  afterAll(() => world.close())

  const raiseFor = (payee_name_1: string, changes: Partial<CreateBody> = {}) =>
    raise(world, 'requester-group', place, { payee_name_1, ...changes })
  const paymentsOf = async (id: number) =>
    (await (await world.as('admin-group', 'admin')).call(endpoints.payments, { params: { id } })).data
  const idsOf = async (id: number) => (await paymentsOf(id)).items.map((item) => item.id)

  test('lists requests that name the payee and others in one field and shows the full field and documents', async () => {
    const { id } = await addPayee(world, 'Ada Lovelace')
    const paid = await raiseFor('ADA  Lovelace and Charles Babbage', { amount: 40 })
    await bring(world, paid.id, 7)
    const open = await raiseFor('Bay Bank', { payee_name_2: 'Grace Hopper & ada lovelace', amount: 2.5 })
    const family = await raiseFor('Ada or Byron Lovelace', { amount: 1 })
    await raiseFor('Ada Lovelace Foundation and Bay Bank', { amount: 900 })
    const payments = await paymentsOf(id)
    expect(payments).toMatchObject({
      paid: { count: 1, amount: 40 },
      under_way: { count: 2, amount: 3.5 },
      is_lower_bound: false,
    })
    expect(payments.items.map((item) => [item.id, item.payee_name])).toEqual([
      [family.id, 'Ada or Byron Lovelace'],
      [open.id, 'Bay Bank and Grace Hopper & ada lovelace'],
      [paid.id, 'ADA  Lovelace and Charles Babbage'],
    ])
    const document = { name: 'both.pdf', content: await pdfOf('both'), kind: 'invoice' }
    await addDocument(await world.as('requester-group'), { request: open.id }, document)
    const { data } = await (await world.as('admin-group', 'admin')).call(endpoints.documents, { params: { id } })
    expect(data).toMatchObject([{ name: 'both.pdf', request: { id: open.id } }])
    const elsewhere = await raise(world, 'requester-group', 'NWG/HON/SVC', { payee_name_1: 'Ada Lovelace/Bay Bank' })
    expect(await idsOf(id)).toContain(elsewhere.id)
    const seen = await (await world.as('approver-dealership')).call(endpoints.payments, { params: { id } })
    expect(seen.data.items).toEqual(payments.items)
  })

  test('updates a payee’s page when requests are changed or deleted', async () => {
    const { id } = await addPayee(world, 'Vera Molnar')
    const changed = await raiseFor('Vera Molnar and Grace Hopper')
    const deleted = await raiseFor('Somebody')
    const requester = await world.as('requester-group')
    const edit = (request: number, payee_name_1: string) =>
      requester.call(requests.update, {
        params: { id: request },
        body: { ...bodyAt(world.ids, place), payee_name_1 },
      })
    for (const one of [changed, deleted]) await move(await world.as('approver-group'), one.id, 9)
    expect((await edit(deleted.id, 'Grace Hopper, Vera Molnar')).status).toBe(200)
    expect(await idsOf(id)).toEqual([deleted.id, changed.id])
    expect((await edit(changed.id, 'Grace Hopper')).status).toBe(200)
    expect(await idsOf(id)).toEqual([deleted.id])
    expect((await requester.call(requests.remove, { params: { id: deleted.id } })).status).toBe(200)
    expect(await idsOf(id)).toEqual([])
  })

  test('lists requests under all of a payee’s current and former names', async () => {
    const [one, other] = [await addPayee(world, 'Old Glass'), await addPayee(world, 'Merged Glass')]
    const under = [await raiseFor('Old Glass and Bay Bank'), await raiseFor('Bay Bank or Merged Glass')]
    const admin = await world.as('admin-group', 'admin')
    await admin.call(endpoints.update, { params: { id: one.id }, body: { name: 'New Glass' } })
    const merge = { into_id: one.id, address_of: one.id }
    expect((await admin.call(endpoints.merge, { params: { id: other.id }, body: merge })).status).toBe(200)
    under.push(await raiseFor('Bay Bank, New Glass'))
    expect(await idsOf(one.id)).toEqual(under.map(({ id }) => id).toReversed())
  })

  test('rebuilds the joined names of older requests from match keys', async () => {
    const { transact, read } = world.database
    const copies = () =>
      read.selectFrom('joined_payees').selectAll().orderBy('check_request_id').orderBy('payee').execute()
    const kept = await copies()
    expect(kept.length).toBeGreaterThan(5)
    await transact(async (trx) => {
      await trx.deleteFrom('joined_payees').execute()
      await copyJoinedNames(trx)
    })
    expect(await copies()).toEqual(kept)
  })
})
