import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { suggestionEndpoints } from '@check-requests/domain/suggestions/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import { type PersonName, people, personNamed, type RoleWord } from '../testing/organization.ts'
import { bring, raise, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const day = 86_400_000

onOneDatabase('payee suggestions on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function payees(name: PersonName, search: string, role: RoleWord = 'requester') {
    const dealer_group_id = world.ids.places[personNamed(name).group ?? 'NWG']
    const reply = await (await world.as(name, role)).call(suggestionEndpoints.payees, {
      query: { dealer_group_id, search },
    })
    expect(reply.status, reply.text).toBe(200)
    return reply.data
  }

  async function names(name: PersonName, search: string, role?: RoleWord): Promise<string[]> {
    return (await payees(name, search, role)).map((payee) => payee.name)
  }

  async function history(name: PersonName, id: number, role?: RoleWord) {
    return (await world.as(name, role)).call(suggestionEndpoints.payeeHistory, { params: { id } })
  }

  test('suggests a payee with the latest details, the number of payments, and recent amounts', async () => {
    const first = { payee_name_1: 'Dane County Glass', amount: 1980, purpose_id: 10, mailing_address: '1 Old Street' }
    await raiseTo(world, 7, 'requester-department', 'NWG/TOY/SVC', first)
    await raiseTo(world, 7, 'requester-department', 'NWG/TOY/SVC', { ...first, amount: 2210.87 })
    const last = {
      payee_name_1: 'Dane County  Glass.',
      payee_type: 'individual',
      payee_sub_type: 'customer',
      amount: 1980,
      purpose_id: 11,
      delivery_method_id: 3,
      mailing_method: 'FedEx',
      mailing_address: '12 Pier Street',
    } as const
    const { id } = await raise(world, 'requester-department', 'NWG/TOY/SVC', last)
    const { amount: _, payee_name_1: name, ...taken } = last
    expect(await payees('requester-department', 'COUNTY')).toEqual([
      {
        name,
        last_paid: { at: expect.any(String), amount: 2210.87 },
        requests: 3,
        paid: 2,
        is_lower_bound: false,
        amounts: [1980, 2210.87],
        last: { ...taken, id, purpose_other: null, delivery_method_other: null },
      },
    ])
  })

  test('suggests at most eight payees, starting with the latest, and ignores accents', async () => {
    for (let n = 1; n <= 9; n += 1) await raise(world, 'requester-honda', 'NWG/HON', { payee_name_1: `Many Ways ${n}` })
    await raise(world, 'requester-honda', 'NWG/HON', { payee_name_1: 'Renée Dubois' })
    await raise(world, 'requester-honda', 'NWG/HON', { payee_name_1: 'Many Ways 3' })
    expect(await names('requester-honda', 'many ways')).toEqual([3, 9, 8, 7, 6, 5, 4, 2].map((n) => `Many Ways ${n}`))
    expect(await names('requester-honda', 'RENEE')).toEqual(['Renée Dubois'])
    expect(await names('requester-honda', 'é')).toContain('Renée Dubois')
    expect((await names('requester-honda', '')).slice(0, 2)).toEqual(['Many Ways 3', 'Renée Dubois'])
    expect(await names('requester-honda', 'nobody at all')).toEqual([])
  })

  test('ignores the names of second payees', async () => {
    await raise(world, 'requester-honda', 'NWG/HON', { payee_name_1: 'First Of Two', payee_name_2: 'Second Of Two' })
    expect(await names('requester-honda', 'second of')).toEqual([])
    expect(await names('requester-honda', 'first of')).toEqual(['First Of Two'])
  })

  test('suggests payees only from requests that the caller can see', async () => {
    const payee_name_1 = 'Someone Secret'
    await raiseTo(world, 7, 'requester-group', 'NWG/HON/SVC', { payee_name_1, amount: 4321.09 })
    const callers = people.filter((person) => person.active && person.group !== 'EAS')
    const roles = ['requester', 'admin'] as const
    for (const { name, role } of callers.flatMap((person) =>
      roles.filter((role) => person.roles.includes(role)).map((role) => ({ name: person.name, role })),
    )) {
      const client = await world.as(name, role)
      const { data } = await client.call(endpoints.list, { query: { payee: 'someone secret' } })
      const expected = data.items.length === 0 ? [] : [{ paid: 1, requests: 1, amounts: [4321.09] }]
      expect(await payees(name, 'someone', role), `${name} as ${role}`).toMatchObject(expected)
    }
    expect(await names('requester-honda', 'someone')).toEqual([])
    expect(await names('requester-group', 'someone')).toEqual([payee_name_1])
    await raise(world, 'requester-honda', 'NWG/HON', { payee_name_1, amount: 5 })
    expect(await payees('requester-honda', 'someone')).toMatchObject([{ requests: 1, paid: 0, amounts: [5] }])
  })

  test('refuses suggestions from another dealer group, and limits super admins to the chosen group', async () => {
    await raise(world, 'requester-eastside', 'EAS', { payee_name_1: 'Only In The East' })
    const query = { dealer_group_id: world.ids.places.EAS, search: 'only in' }
    expect((await (await world.as('requester-group')).call(suggestionEndpoints.payees, { query })).status).toBe(404)
    const boss = await world.as('admin-super')
    expect((await boss.call(suggestionEndpoints.payees, { query })).data.map(({ name }) => name)).toEqual([
      'Only In The East',
    ])
    const elsewhere = { ...query, dealer_group_id: world.ids.places.NWG }
    expect((await boss.call(suggestionEndpoints.payees, { query: elsewhere })).data).toEqual([])
  })

  test('returns an empty payment history for a payee’s first request', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1: 'First Time Ltd' })
    const nothing = { recent: 0, earlier: 0, usual_amount: null, last_paid_at: null, under_way: 0 }
    expect((await history('approver-group', id)).data).toEqual({ ...nothing, is_lower_bound: false })
    await raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1: 'First Time Glass, Ltd.' })
    expect((await history('approver-group', id)).data).toEqual({ ...nothing, is_lower_bound: false })
    await raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1: 'FIRST TIME, LTD.' })
    expect((await history('approver-group', id)).data).toEqual({ ...nothing, under_way: 1, is_lower_bound: false })
  })

  test('returns the payments within 90 days and earlier, the usual amount, and the last payment date', async () => {
    const payee_name_1 = 'Regular Parts'
    const pay = (amount: number) => raiseTo(world, 7, 'requester-group', 'NWG/TOY/SVC', { payee_name_1, amount })
    const { id: old } = await pay(9)
    const longAgo = new Date(world.clock.read() - 91 * day).toISOString()
    await world.database.transact((trx) =>
      sql`update check_requests set cleared_at = ${longAgo} where id = ${old}`.execute(trx),
    )
    for (const amount of [2100, 50, 2100.5]) await pay(amount)
    const last_paid_at = new Date(world.clock.read()).toISOString()
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1, amount: 99_000 })
    const expected = { recent: 3, earlier: 1, usual_amount: 2100, last_paid_at, under_way: 0, is_lower_bound: false }
    expect((await history('approver-group', id)).data).toEqual(expected)
  })

  test('includes only requests that the caller can see in a payment history', async () => {
    const payee_name_1 = 'Paid Next Door'
    await raiseTo(world, 7, 'requester-group', 'NWG/HON/SVC', { payee_name_1 })
    const { id } = await raise(world, 'requester-department', 'NWG/TOY/SVC', { payee_name_1 })
    expect((await history('approver-group', id)).data).toMatchObject({ recent: 1 })
    expect((await history('approver-department', id)).data).toMatchObject({ recent: 0, earlier: 0 })
    expect((await history('requester-honda', id)).status).toBe(404)
    expect((await history('everyone-eastside', id, 'approver')).status).toBe(404)
  })

  test('suggests only the corrected payee name after an edit', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1: 'Misspelt Mototrs' })
    await bring(world, id, 9)
    const client = await world.as('requester-group', 'requester')
    const { data: request } = await client.call(endpoints.detail, { params: { id } })
    const body = {
      dealer_group_id: request.dealer_group_id,
      dealership_id: request.dealership_id,
      department_id: request.department_id,
      amount: request.amount,
      payee_type: request.payee_type,
      payee_sub_type: request.payee_sub_type,
      payee_name_1: 'Misspelt Motors',
      purpose_id: request.purpose_id,
      priority_level: request.priority_level,
      due_date: request.due_date,
      delivery_method_id: request.delivery_method_id,
      po_purchase_no: request.po_purchase_no,
      version: request.version,
    }
    expect((await client.call(endpoints.update, { params: { id }, body })).status).toBe(200)
    expect(await names('requester-group', 'misspelt')).toEqual(['Misspelt Motors'])
    expect(await payees('requester-group', 'misspelt')).toMatchObject([{ requests: 1 }])
  })

  test('returns what most requests to a payee that the caller sees have in common, under any spelling', async () => {
    const coding = async (name: PersonName, payee: string) => {
      const query = { dealer_group_id: world.ids.places.NWG, payee }
      return (await world.as(name)).call(suggestionEndpoints.usualCoding, { query })
    }
    const payment = { payee_name_1: 'Tidewater Glazing Co.' } as const
    const raiseAt = (place: 'NWG/TOY/SVC' | 'NWG/HON', values: object = {}) =>
      raise(world, 'requester-group', place, { ...payment, ...values })
    await raiseAt('NWG/TOY/SVC')
    await raiseAt('NWG/TOY/SVC', { purpose_id: 2 })
    expect((await coding('requester-group', 'tidewater  glazing co')).data).toEqual({ requests: 2, usual: [] })
    await raiseAt('NWG/TOY/SVC', { purpose_id: 2 })
    const { data } = await coding('requester-group', 'tidewater  glazing co')
    expect(data.requests).toBe(3)
    expect(data.usual).toContainEqual({ field: 'purpose_id', value: 2, count: 2 })
    expect(data.usual).toContainEqual({
      field: 'department_id',
      value: world.ids.places['NWG/TOY/SVC'],
      count: 3,
    })
    expect((await coding('requester-honda', 'tidewater  glazing co')).data).toEqual({ requests: 0, usual: [] })
    expect((await coding('requester-eastside', 'tidewater  glazing co')).status).toBe(404)
  })
})
