import { delegationEndpoints } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import { requirementEndpoints } from '@check-requests/domain/check-requests/required/endpoints.ts'
import { organizationEndpoints as organization } from '@check-requests/domain/organization/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { controlsWithoutRow } from '@check-requests/domain/people/controls/controls.ts'
import { controlEndpoints as endpoints } from '@check-requests/domain/people/controls/endpoints.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { approved, openAccount } from '../../testing/checks.ts'
import { inboxOf } from '../../testing/inbox.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { addPayee } from '../../testing/payees.ts'
import { addApp, passkeySite } from '../../testing/second-factors.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'
import { loosenUnattended } from './listeners/take-effect.ts'

const hour = 3_600_000

onBothDatabases('changes that loosen a control, on $name', (kind) => {
  let world: World
  beforeEach(async () => {
    world = await startWorld(kind, { config: { publicUrl: passkeySite } })
    // A dealer group's setup ends with its first approved request.
    await approved(world)
  })
  afterEach(() => world.close())

  const group = () => world.ids.places.NWG
  const admin = () => world.as('admin-group', 'admin')
  const second = () => world.as('admin-super', 'admin')
  const waiting = async () => (await (await second()).call(endpoints.list)).data
  const decide = async (verb: 'confirm' | 'stop', by = second) => {
    const [change] = await waiting()
    if (!change) throw new Error('There is no pending change')
    return (await by()).call(endpoints[verb], { params: { id: change.id }, body: { version: change.version } })
  }
  const stored = async () => {
    const query = world.database.read.selectFrom('dealer_groups').selectAll().where('id', '=', group())
    return query.executeTakeFirstOrThrow()
  }
  const saveSettings = async (settings: object) =>
    (await second()).call(organization.updateGroup, { params: { id: group() }, body: { settings } })

  test('leaves loosening changes pending until a notified second admin confirms them, and applies tightening changes immediately', async () => {
    const { idle_hours } = await stored()
    const asked = await saveSettings({ separation_of_duties: false, custody: false, idle_hours: idle_hours - 1 })
    expect([asked.status, asked.body]).toMatchObject([
      200,
      { waits: 'Waiting for a second admin: Separation of duties: off. Check custody: off.' },
    ])
    expect(await stored()).toMatchObject({ custody: 1, separation_of_duties: 1, idle_hours: idle_hours - 1 })
    expect(await waiting()).toMatchObject([
      { control: 'group-settings', asked_by: { name: 'admin-super Tester' }, effective_at: null, alone: false },
    ])
    const own = await decide('confirm')
    expect([own.status, own.text]).toEqual([403, expect.stringContaining('someone else has to confirm it')])
    const [notice] = (await inboxOf(await admin())).items
    expect(notice).toMatchObject({ event: 'control-asked', text: expect.stringContaining('Separation of duties: off') })
    expect((await decide('confirm', admin)).status).toBe(200)
    expect(await stored()).toMatchObject({ separation_of_duties: 0, custody: 0 })
    expect(await waiting()).toEqual([])
    const actions = world.database.read.selectFrom('audit_entries').select(['action', 'actor_name'])
    expect(await actions.where('action', 'like', 'control-change.%').execute()).toEqual([
      { action: 'control-change.ask', actor_name: 'admin-super Tester' },
      { action: 'control-change.confirm', actor_name: 'admin-group Tester' },
    ])
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })

  test('ends a webhook or program with its pending addition, and the addition with it', async () => {
    const hook = {
      name: 'Books',
      url: 'https://93.184.216.34/hook',
      format: 'standard',
      events: ['check-request.created'],
    }
    const program = { kind: 'program', name: 'DMS', scopes: ['read'], role_id: 2, dealership_ids: [], networks: [] }
    const expires_on = new Date(world.services.clock() + 24 * hour).toISOString().slice(0, 10)
    for (const [path, body] of [
      ['/webhooks', hook],
      ['/tokens', { ...program, expires_on }],
    ] as const) {
      const add = async () => expect((await (await admin()).send('POST', `/api/v1${path}`, { body })).status).toBe(201)
      const list = async () => (await (await admin()).send('GET', `/api/v1${path}`)).body as { data: { id: number }[] }
      await add()
      const [row] = (await list()).data
      expect((await (await admin()).send('DELETE', `/api/v1${path}/${row?.id}`)).status).toBe(200)
      expect(await waiting()).toEqual([])
      await add()
      expect((await decide('stop')).status).toBe(200)
      expect([await waiting(), (await list()).data]).toEqual([[], []])
    }
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })

  test('discards a change when a user stops it, and accepts the same change again', async () => {
    await saveSettings({ custody: false })
    expect((await decide('stop')).status).toBe(200)
    expect([(await stored()).custody, await waiting()]).toEqual([1, []])
    await saveSettings({ custody: false })
    expect((await decide('confirm', admin)).status).toBe(200)
    expect((await stored()).custody).toBe(0)
  })

  test('merges pending changes by the same user, and refuses changes by another user until those are decided', async () => {
    await saveSettings({ custody: false })
    await saveSettings({ account_confirmation: false })
    expect((await waiting()).map(({ says }) => says)).toEqual([
      ['Check custody: off', 'Second person for account changes: off'],
    ])
    const off = { payee_list: 'off' as const, purposes: [] }
    const list = await (await admin()).call(payeeEndpoints.saveSettings, { params: { id: group() }, body: off })
    expect(list.status).toBe(200)
  })

  test('leaves changes to the payee list, payee verification, and purpose requirements pending', async () => {
    const client = await admin()
    const needs = [{ purpose_id: 10, verified_needed: 'before approval' as const }]
    const on = { payee_list: 'on' as const, purposes: needs }
    await client.call(payeeEndpoints.saveSettings, { params: { id: group() }, body: on })
    const weaker = { payee_list: 'off' as const, purposes: [] }
    await client.call(payeeEndpoints.saveSettings, { params: { id: group() }, body: weaker })
    expect(await stored()).toMatchObject({ payee_list: 1, payee_needs: JSON.stringify(needs) })
    const requirement = { purpose_id: 10, demands: [{ item: 'invoice-number' as const, level: 'must' as const }] }
    await client.call(requirementEndpoints.save, { params: { id: group() }, body: { purposes: [requirement] } })
    await client.call(requirementEndpoints.save, { params: { id: group() }, body: { purposes: [] } })
    expect((await stored()).purpose_demands).toBe(JSON.stringify([requirement]))
    expect((await waiting()).map(({ control }) => control)).toEqual(['payee-settings', 'demands'])
    expect((await decide('confirm')).status).toBe(200)
    expect(await stored()).toMatchObject({ payee_list: 0, payee_needs: '[]' })
  })

  test('leaves an unblocked payee, a replaced template, and a delegation for another user pending', async () => {
    const client = await admin()
    const payee = await addPayee(world, 'Crook Holdings')
    await client.call(payeeEndpoints.block, { params: { id: payee.id }, body: { reason: 'A forged invoice' } })
    const lifted = { params: { id: payee.id }, body: { reason: 'Settled' } }
    expect((await client.call(payeeEndpoints.unblock, lifted)).data.state).toBe('blocked')
    expect((await decide('confirm')).status).toBe(200)
    expect((await client.call(payeeEndpoints.one, { params: { id: payee.id } })).data.state).toBe('new')

    const account = await openAccount(world)
    const [first, other] = shippedTemplates
    const params = { id: account.id }
    const forms = async () => (await client.call(bankFileEndpoints.forms, { params })).data.positive_pay_template
    await client.call(bankFileEndpoints.saveForms, { params, body: { positive_pay_template: first?.template ?? null } })
    expect(await forms()).toBeNull()
    expect(await waiting()).toMatchObject([{ subject: 'Operating', says: ['Positive-pay template: chosen'] }])
    expect((await decide('confirm')).status).toBe(200)
    await client.call(bankFileEndpoints.saveForms, { params, body: { positive_pay_template: other?.template ?? null } })
    expect(await forms()).toEqual(first?.template)
    expect(await waiting()).toMatchObject([{ subject: 'Operating', says: ['Positive-pay template: replaced'] }])
    expect((await decide('confirm')).status).toBe(200)
    expect(await forms()).toEqual(other?.template)

    const { people } = world.ids
    const away = { starts_on: '2026-11-20', ends_on: '2026-11-30', dealership_ids: [], reason: 'Leave' }
    const body = { ...away, from_id: people['approver-group'], to_id: people['approver-dealership'] }
    expect(await client.call(delegationEndpoints.create, { body })).toMatchObject({ status: 201, data: null })
    expect((await decide('confirm')).status).toBe(200)
    expect((await client.call(delegationEndpoints.list)).data).toMatchObject([{ reason: 'Leave' }])
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })

  test('leaves only the list entries that loosen a control pending, and applies the other entries immediately', async () => {
    const client = await admin()
    const params = { id: group() }
    const must = (purpose_id: number, item: 'invoice-number' | 'po-number') => ({
      purpose_id,
      demands: [{ item, level: 'must' as const }],
    })
    const save = (...purposes: ReturnType<typeof must>[]) =>
      client.call(requirementEndpoints.save, { params, body: { purposes } })
    const demands = async () => JSON.parse((await stored()).purpose_demands)
    await save(must(10, 'invoice-number'))
    await save(must(11, 'po-number'))
    expect(await demands()).toEqual([must(10, 'invoice-number'), must(11, 'po-number')])
    const later = await save(must(10, 'invoice-number'), must(11, 'po-number'), must(12, 'po-number'))
    expect(later.body).not.toHaveProperty('waits')
    const stale = await decide('confirm')
    expect([stale.status, stale.message]).toEqual([
      409,
      'The current values have changed since this request. Stop this change and request it again.',
    ])
    expect(await demands()).toHaveLength(3)
    expect((await decide('stop')).status).toBe(200)
    await save(must(11, 'po-number'), must(12, 'po-number'))
    expect((await decide('confirm')).status).toBe(200)
    expect(await demands()).toEqual([must(11, 'po-number'), must(12, 'po-number')])
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })

  test('refuses confirmation of a delegation by the delegate', async () => {
    const { people } = world.ids
    const away = { starts_on: '2026-11-20', ends_on: '2026-11-30', dealership_ids: [], reason: 'Leave' }
    const body = { ...away, from_id: people['approver-group'], to_id: people.everyone }
    const asked = await (await admin()).call(delegationEndpoints.create, { body })
    expect(asked, asked.text).toMatchObject({ status: 201, data: null })
    expect((await waiting())[0]?.second_people).not.toContain('everyone Tester')
    expect((await decide('confirm', () => world.as('everyone', 'admin'))).status).toBe(403)
    expect((await decide('confirm')).status).toBe(200)
  })

  test('applies changes after one business day if there is no second admin, and immediately during a group’s setup', async () => {
    const { people } = world.ids
    const lone = [people['admin-super'], people['admin-dealership'], people.everyone]
    await world.database.transact((trx) =>
      trx.updateTable('users').set({ active: 0 }).where('id', 'in', lone).execute(),
    )
    const client = await admin()
    const off = { payee_list: 'off' as const, purposes: [] }
    await client.call(payeeEndpoints.saveSettings, { params: { id: group() }, body: { ...off, payee_list: 'on' } })
    await client.call(payeeEndpoints.saveSettings, { params: { id: group() }, body: off })
    const [change] = (await client.call(endpoints.list)).data
    expect(change).toMatchObject({ second_people: [], effective_at: expect.stringContaining('2026-11-23') })
    await loosenUnattended(world.services)
    expect((await stored()).payee_list).toBe(1)
    world.clock.advance(80 * hour)
    await loosenUnattended(world.services)
    expect((await stored()).payee_list).toBe(0)
    const eastside = world.ids.places.EAS
    const other = await world.as('admin-eastside', 'admin')
    for (const payee_list of ['on', 'off'] as const) {
      const saved = await other.call(payeeEndpoints.saveSettings, { params: { id: eastside }, body: { payee_list } })
      expect(saved.data.payee_list).toBe(payee_list)
    }
    expect((await other.call(endpoints.list)).data).toMatchObject([{ says: ['Payee list: off'], alone: true }])
  })

  test('requires a recent sign-in for changes by users with a second factor', async () => {
    const client = await admin()
    await addApp(client, world.clock)
    const save = (payee_list: 'on' | 'off') =>
      client.call(payeeEndpoints.saveSettings, { params: { id: group() }, body: { payee_list } })
    world.clock.advance(hour / 4)
    expect((await save('on')).status).toBe(200)
    expect((await save('off')).error.code).toBe('FRESH_PROOF_NEEDED')
  })
})

test('refuses to start if an endpoint that changes a control isn’t in the controls table', () => {
  const planted = { id: 'raiseEveryLimit', method: 'PUT', policy: 'bank-accounts.write' } as const
  expect(controlsWithoutRow([planted])).toEqual(['raiseEveryLimit'])
  const proofless = { id: 'createUser', method: 'POST', policy: 'users.write' } as const
  expect(controlsWithoutRow([proofless])).toEqual(['createUser'])
})
