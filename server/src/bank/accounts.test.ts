import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { bankingEndpoints as endpoints } from '@check-requests/domain/bank/endpoints.ts'
import type { updateBankAccountBody } from '@check-requests/domain/bank/fields.ts'
import { dashboardEndpoints } from '@check-requests/domain/dashboard/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { accountBody, openAccount, secretNumber } from '../testing/checks.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

onOneDatabase('bank accounts on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const admin = (name: PersonName = 'admin-group') => world.as(name, 'admin')
  const propose = async (changes: Parameters<typeof accountBody>[1] = {}) =>
    (await admin()).call(endpoints.create, { body: accountBody(world, changes) })
  const act = async (
    name: 'confirm' | 'discard' | 'close',
    id: number,
    person: PersonName = 'everyone',
    version?: number,
  ) => (await admin(person)).call(endpoints[name], { params: { id }, body: { version } })
  const change = async (id: number, body: z.input<typeof updateBankAccountBody>, name?: PersonName) =>
    (await admin(name)).call(endpoints.update, { params: { id }, body })

  test('requires one user to propose and another to confirm an account regardless of separation of duties', async () => {
    const proposed = await propose()
    expect(proposed.status).toBe(201)
    expect(proposed.data).toMatchObject({
      state: 'proposed',
      account_last4: '4655',
      dealerships: [{ id: world.ids.places['NWG/TOY'] }],
      proposed_by: [{ id: world.ids.people['admin-group'] }],
    })
    const { id } = proposed.data
    const own = await act('confirm', id, 'admin-group')
    expect([own.status, own.message]).toEqual([
      403,
      'admin-group Tester proposed these changes, so another admin has to confirm them.',
    ])
    const confirmed = await act('confirm', id)
    expect(confirmed.data).toMatchObject({
      state: 'active',
      confirmed_by: { id: world.ids.people.everyone },
      proposed_by: [],
    })
    expect((await act('confirm', id)).message).toBe('No change to the account “Operating” is awaiting confirmation.')
    await act('close', id, 'admin-group')
    expect((await act('confirm', id)).data.state).toBe('closed')
  })

  test('prints VOID AFTER by default only on blank paper, and dates checks in the chosen form', async () => {
    const paper = async (changes: Parameters<typeof accountBody>[1], number: string) => {
      const { data } = await propose({ name: `Paper ${number}`, account_number: number, ...changes })
      await act('discard', data.id)
      return [data.void_after_days, data.date_form]
    }
    expect(await paper({}, '5551000001')).toEqual([180, 'short'])
    expect(await paper({ stock: 'preprinted' }, '5551000002')).toEqual([null, 'short'])
    expect(await paper({ stock: 'preprinted', void_after_days: 90, date_form: 'long' }, '5551000003')).toEqual([
      90,
      'long',
    ])
    expect(await paper({ void_after_days: null }, '5551000004')).toEqual([null, 'short'])
    const { data } = await propose({ name: 'Paper 5', account_number: '5551000005' })
    expect((await change(data.id, { stock: 'preprinted', date_form: 'numbers' })).data).toMatchObject({
      void_after_days: 180,
      date_form: 'numbers',
    })
  })

  test('reveals bank accounts only to users of the dealer group and super admins', async () => {
    await openAccount(world, { name: 'Offered', account_number: '5550001111' })
    const offered = async (name: PersonName) =>
      (await (await admin(name)).call(sessionEndpoints.current)).data.bank_accounts ?? false
    expect(await Promise.all((['admin-group', 'admin-super', 'admin-eastside'] as const).map(offered))).toEqual([
      ...[true, true, false],
    ])
  })

  test('applies layout changes immediately, and requires a second person for changes that affect money', async () => {
    const { id } = await openAccount(world)
    const looks = await change(id, { offset_x: 12, layout: 'middle', micr: true })
    expect(looks.data).toMatchObject({ offset_x: 12, layout: 'middle', micr: true, waiting: null })
    const guarded = await change(id, { two_signers_above: 10_000, dealership_ids: [world.ids.places['NWG/HON']] })
    expect(guarded.data).toMatchObject({
      two_signers_above: null,
      dealerships: [{ id: world.ids.places['NWG/TOY'] }],
      waiting: { two_signers_above: 10_000, dealerships: [{ id: world.ids.places['NWG/HON'] }] },
    })
    const more = await change(id, { account_number: '55500011122' }, 'everyone')
    expect(more.data).toMatchObject({
      account_last4: '4655',
      waiting: { two_signers_above: 10_000, account_last4: '1122' },
    })
    for (const person of ['admin-group', 'everyone'] as const)
      expect((await act('confirm', id, person)).status).toBe(403)
    expect((await act('confirm', id, 'admin-super')).data).toMatchObject({
      two_signers_above: 10_000,
      account_last4: '1122',
      dealerships: [{ id: world.ids.places['NWG/HON'] }],
      waiting: null,
    })
    await change(id, { limit_per_check: 500 })
    expect((await act('discard', id)).data).toMatchObject({ limit_per_check: null, waiting: null, state: 'active' })
    await act('close', id)
    await act('confirm', id, 'admin-super')
    expect((await change(id, { name: 'Other' })).message).toBe('The account “Operating” is closed.')
  })

  test.each([
    [{ routing_number: '021000022' }, 'routing_number', /check digit/],
    [{ account_number: '12-34' }, 'account_number', /4 to 17 digits/],
    [{ fraction: '55-2/213' }, 'fraction', /is for the routing number/],
    [{ on_us: 'SX' }, 'on_us', /Use only P, S, C, A/],
    [{ next_check_number: 0 }, 'next_check_number', /1 or more/],
    [{ dealership_ids: [] }, 'dealership_ids', /Choose the dealerships/],
    [{ dealership_ids: [999_999] }, 'dealership_ids', /in this dealer group/],
    [{ people: [{ user_id: 999_999, rights: ['sign'] as 'sign'[] }] }, 'people', /active users/],
  ])('rejects the account fields %j and explains why', async (wrong, field, sentence) => {
    const refused = await propose(wrong)
    expect(refused.status).toBe(422)
    expect(refused.error.fields?.[field]).toMatch(sentence)
  })

  test('allows each account number once unless the account is closed', async () => {
    const { id } = await openAccount(world, { account_number: '700700700' })
    const again = await propose({ account_number: '700700700', name: 'Twice' })
    expect([again.status, again.message]).toEqual([
      409,
      'Another bank account already has these routing and account numbers. Correct them.',
    ])
    await act('close', id, 'admin-group')
    await act('confirm', id)
    expect((await propose({ account_number: '700700700' })).status).toBe(201)
  })

  test('hides accounts from other dealer groups and dealerships', async () => {
    const { id } = await openAccount(world, { account_number: '800800800' })
    expect((await (await admin('admin-eastside')).call(endpoints.one, { params: { id } })).status).toBe(404)
    const toyota = await world.as('processor-dealership', 'processor')
    expect((await toyota.call(endpoints.one, { params: { id } })).status).toBe(200)
    await change(id, { dealership_ids: [world.ids.places['NWG/HON']] })
    await act('confirm', id)
    expect((await toyota.call(endpoints.one, { params: { id } })).status).toBe(404)
    expect((await toyota.call(endpoints.list, {})).data.map((account) => account.id)).not.toContain(id)
  })

  test('never reveals a full account number in responses, the audit trail, or the database', async () => {
    const { id } = await openAccount(world, { account_number: '990017734421' })
    const client = await admin()
    const shown = await client.call(endpoints.one, { params: { id } })
    expect(shown.text).not.toContain('990017734421')
    const trail = await world.database.read.selectFrom('audit_entries').select('payload').execute()
    const rows = await world.database.read.selectFrom('bank_accounts').selectAll().execute()
    expect(JSON.stringify([trail, rows])).not.toMatch(/990017734421|83920174655/)
    expect(secretNumber).toBe('83920174655')
    const { mismatches } = await verifyTrail(world.database, null)
    expect(mismatches).toEqual([])
  })

  test('counts proposed accounts and pending changes on the dashboards of those who may confirm them', async () => {
    const counts = async () => {
      const people: PersonName[] = ['admin-super', 'everyone', 'admin-group']
      const rows = people.map(async (name) => (await (await admin(name)).call(dashboardEndpoints.waiting, {})).data)
      return (await Promise.all(rows)).map((row) => row.find(({ kind: of }) => of === 'bank-accounts')?.count ?? 0)
    }
    const [bySuper = 0, bySecond = 0, byProposer = 0] = await counts()
    const numbers = { routing_number: '021000021', account_number: '5550001', name: 'Payroll' }
    const { data } = await propose(numbers)
    expect(await counts()).toEqual([bySuper + 1, bySecond + 1, byProposer])
    await act('confirm', data.id)
    expect(await counts()).toEqual([bySuper, bySecond, byProposer])
    await change(data.id, { limit_per_check: 9000, version: data.version + 1 })
    expect(await counts()).toEqual([bySuper + 1, bySecond + 1, byProposer])
  })
})
