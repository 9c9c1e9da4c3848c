import { bankingEndpoints as endpoints } from '@check-requests/domain/bank/endpoints.ts'
import { printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountBody, approved, openAccount } from '../testing/checks.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

onOneDatabase('default accounts of dealerships on $name', (kind) => {
  let world: World
  let toyota: number
  let honda: number
  let lastAccount = 4_000_000
  beforeAll(async () => {
    world = await startWorld(kind)
    toyota = world.ids.places['NWG/TOY']
    honda = world.ids.places['NWG/HON']
  })
  afterAll(() => world.close())

  const admin = (name: PersonName = 'admin-group') => world.as(name, 'admin')
  const body = (changes: Parameters<typeof accountBody>[1]) => {
    lastAccount += 1
    return accountBody(world, { account_number: String(lastAccount), ...changes })
  }
  const open = (changes: Parameters<typeof accountBody>[1]) => openAccount(world, body(changes))
  const act = async (name: 'confirm' | 'discard' | 'close', id: number, person: PersonName = 'admin-super') =>
    (await admin(person)).call(endpoints[name], { params: { id }, body: {} })
  const change = async (id: number, changes: object) =>
    (await admin()).call(endpoints.update, { params: { id }, body: changes })
  const defaultsOf = async (id: number) => {
    const { data } = await (await admin()).call(endpoints.one, { params: { id } })
    return data.default_dealerships.map((dealership) => dealership.id)
  }

  test('applies a default account after confirmation, and replaces the previous default', async () => {
    const { data: proposed } = await (await admin()).call(endpoints.create, {
      body: body({ name: 'Operating', default_dealership_ids: [toyota] }),
    })
    expect(proposed).toMatchObject({
      default_dealerships: [],
      waiting: { default_dealerships: [{ id: toyota }] },
    })
    expect((await act('confirm', proposed.id, 'admin-group')).status).toBe(403)
    expect((await act('confirm', proposed.id)).data).toMatchObject({
      default_dealerships: [{ id: toyota }],
      waiting: null,
    })

    const other = await open({ name: 'Payoffs', dealership_ids: [toyota, honda] })
    expect(other.default_dealerships).toEqual([])
    const waiting = await change(other.id, { default_dealership_ids: [honda, toyota] })
    expect(waiting.data.waiting).toMatchObject({ default_dealerships: [{ id: toyota }, { id: honda }] })
    expect([await defaultsOf(proposed.id), await defaultsOf(other.id)]).toEqual([[toyota], []])
    expect((await act('confirm', other.id)).status).toBe(200)
    expect([await defaultsOf(proposed.id), await defaultsOf(other.id)]).toEqual([[], [toyota, honda]])

    const entries = await world.database.read
      .selectFrom('audit_entries')
      .select(['action', 'entity_id', 'payload'])
      .where('entity', '=', 'bank-account')
      .orderBy('seq', 'desc')
      .limit(2)
      .execute()
    const written = entries.map(({ action, entity_id, payload }) => {
      const { before, after } = JSON.parse(payload)
      return [action, Number(entity_id), before.default_dealership_ids, after.default_dealership_ids]
    })
    expect(written).toHaveLength(2)
    expect(written).toContainEqual(['bank-account.update', proposed.id, [toyota], []])
    expect(written).toContainEqual(['bank-account.confirm', other.id, [], [toyota, honda]])
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])

    // The dealership still draws on the account that is no longer its default, so a check can be printed on it.
    const request = await approved(world)
    const clerk = await world.as('processor-group', 'processor')
    const run = { bank_account_id: proposed.id, check_request_ids: [request.id] }
    const made = await clerk.call(printRunEndpoints.make, { body: run })
    expect(made.status).toBe(201)
    await clerk.call(printRunEndpoints.release, { params: { id: made.data.id }, body: {} })
  })

  test('allows a default only for a dealership that draws on the account, and ends it when the account is closed', async () => {
    const wrong = await (await admin()).call(endpoints.create, { body: body({ default_dealership_ids: [honda] }) })
    expect([wrong.status, wrong.error.fields?.default_dealership_ids]).toEqual([
      422,
      'Choose from the dealerships that draw on this account.',
    ])
    const { id } = await open({ name: 'Title', dealership_ids: [toyota, honda], default_dealership_ids: [honda] })
    expect(await defaultsOf(id)).toEqual([honda])
    await change(id, { default_dealership_ids: [] })
    await act('discard', id)
    expect(await defaultsOf(id)).toEqual([honda])
    await change(id, { dealership_ids: [toyota] })
    await act('confirm', id)
    expect(await defaultsOf(id)).toEqual([])
    await change(id, { default_dealership_ids: [toyota] })
    await act('confirm', id)
    await act('close', id)
    expect((await act('confirm', id, 'everyone')).data).toMatchObject({
      state: 'closed',
      default_dealerships: [],
    })
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })

  test('keeps one default account per dealership when two are confirmed at the same time', async () => {
    const ids: number[] = []
    for (const name of ['One', 'Two']) {
      const { data } = await (await admin()).call(endpoints.create, {
        body: body({ name, default_dealership_ids: [toyota] }),
      })
      ids.push(data.id)
    }
    const replies = await Promise.all(ids.map((id) => act('confirm', id)))
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    for (const { status, message } of replies)
      if (status !== 200)
        expect([status, message]).toEqual([409, expect.stringMatching(/^Another account became the default/)])
    const rows = await world.database.read
      .selectFrom('account_dealerships')
      .select('bank_account_id')
      .where('dealership_id', '=', toyota)
      .where('is_default', '=', 1)
      .execute()
    expect(rows).toHaveLength(1)
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })
})
