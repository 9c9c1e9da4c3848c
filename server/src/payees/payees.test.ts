import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import type { updatePayeeBody } from '@check-requests/domain/payees/fields.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { addPayee } from '../testing/payees.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const how = 'Called the number on their website'

onBothDatabases('payees on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const admin = (name: PersonName = 'admin-group') => world.as(name, 'admin')
  const verify = async (id: number, name: PersonName = 'everyone', version?: number) =>
    (await admin(name)).call(endpoints.verify, { params: { id }, body: { how, version } })
  const change = async (id: number, body: z.input<typeof updatePayeeBody>, name?: PersonName) =>
    (await admin(name)).call(endpoints.update, { params: { id }, body })
  const entriesOf = async (id: number) =>
    (await (await admin()).call(auditEndpoints.list, { query: { entity: 'payee', entity_id: id } })).data.items

  test('lets one user add a payee, and another user verify it and record the method', async () => {
    const added = await addPayee(world, 'Harbor Paint', { email: 'Billing@Harbor.example', address: '1200 Dock St' })
    expect(added).toMatchObject({
      version: 1,
      state: 'new',
      dealer_group_name: 'Northwest Auto Group',
      email: 'billing@harbor.example',
      edited_by: [{ id: world.ids.people['admin-group'], name: 'admin-group Tester' }],
      verified_by: null,
      has_tax_form: false,
    })
    const own = await verify(added.id, 'admin-group')
    expect(own.status).toBe(403)
    expect(own.message).toBe(
      'admin-group Tester added or changed this payee, so another admin has to verify it (separation of duties).',
    )
    const verified = await verify(added.id)
    expect(verified.status).toBe(200)
    expect(verified.data).toMatchObject({
      version: 2,
      state: 'verified',
      verified_how: how,
      verified_by: { id: world.ids.people.everyone, name: 'everyone Tester' },
      edited_by: [],
    })
    const again = await verify(added.id, 'admin-super')
    expect([again.status, again.message]).toEqual([
      409,
      'Harbor Paint is verified now. Only a payee that is new can be verified.',
    ])
    expect((await entriesOf(added.id)).map(({ action }) => action)).toEqual(['payee.verify', 'payee.create'])
  })

  test('removes the verification of a payee whose name or address changes, and refuses verification by the editor', async () => {
    const { id } = await addPayee(world, 'Coast Towing', { address: '4 Pier Rd', note: 'Tows at night' })
    await verify(id)
    const noted = await change(id, { phone: '(503) 555-0142' })
    expect(noted.data).toMatchObject({ state: 'verified', address: '4 Pier Rd', note: 'Tows at night' })
    const moved = await change(id, { address: '9 Elsewhere Rd' })
    expect(moved.data).toMatchObject({ state: 'new', verified_by: null, verified_at: null, verified_how: null })
    await change(id, { name: 'Coast Towing and Recovery' }, 'everyone')
    for (const name of ['admin-group', 'everyone'] as const) expect((await verify(id, name)).status).toBe(403)
    expect((await verify(id, 'admin-super')).status).toBe(200)
  })

  test('refuses the second of two concurrent payee changes and verification of an outdated version', async () => {
    const { id } = await addPayee(world, 'Summit Glass')
    await change(id, { phone: '5035550100', version: 1 })
    const stale = await change(id, { note: 'x', version: 1 }, 'everyone')
    expect(stale.status).toBe(409)
    expect(stale.message).toBe(
      'admin-group Tester changed this payee (phone) in the meantime. Review it before you continue.',
    )
    expect((await verify(id, 'everyone', 1)).status).toBe(409)
  })

  test('keeps a blocked payee blocked when it is changed, and requires verification after unblocking', async () => {
    const { id } = await addPayee(world, 'Quick Parts')
    await verify(id)
    const body = { reason: 'Their bank account was taken over' }
    const blocked = await (await admin()).call(endpoints.block, { params: { id }, body })
    expect(blocked.data).toMatchObject({ state: 'blocked', blocked_reason: body.reason })
    expect((await change(id, { address: '1 New St' })).data.state).toBe('blocked')
    const freed = await (await admin()).call(endpoints.unblock, { params: { id }, body: { reason: 'All is well' } })
    expect(freed.data).toMatchObject({ state: 'new', blocked_reason: null, verified_by: null })
    expect((await verify(id, 'admin-group')).status).toBe(403)
    expect((await verify(id)).status).toBe(200)
    expect((await entriesOf(id))[1]).toMatchObject({
      action: 'payee.unblock',
      label: 'Quick Parts',
      after: { reason: 'All is well', state: 'new' },
    })
  })

  test('refuses a second payee with the same name in a dealer group regardless of spelling', async () => {
    await addPayee(world, 'Valley Tire')
    const { id } = await addPayee(world, 'Other Tire')
    await expect(addPayee(world, 'VALLEY  tire.')).rejects.toThrow(
      'There is already a payee with this name: “Valley Tire”.',
    )
    const renamed = await change(id, { name: 'valley tire' })
    expect([renamed.status, renamed.message]).toEqual([409, 'There is already a payee with this name: “Valley Tire”.'])
    await addPayee(world, 'Valley Tire', {}, 'EAS')
  })

  test('lists payees by name in pages, and finds payees by words in any of their texts', async () => {
    for (const name of ['List Delta', 'List Alpha', 'list charlie', 'List Bravo'])
      await addPayee(world, name, { note: 'Renée’s shelf' })
    const client = await admin()
    const names: string[] = []
    let cursor: string | null | undefined
    do {
      const query = { search: 'renee list', limit: 3, ...(cursor && { cursor }) }
      const { data } = await client.call(endpoints.list, { query })
      names.push(...data.items.map(({ name }) => name))
      cursor = data.next_cursor
    } while (cursor)
    expect(names).toEqual(['List Alpha', 'List Bravo', 'list charlie', 'List Delta'])
    const none = await client.call(endpoints.list, { query: { search: 'list%', limit: 3 } })
    expect(none.data.items).toEqual([])
    const waiting = await client.call(endpoints.list, { query: { search: 'list', state: 'verified' } })
    expect(waiting.data.items).toEqual([])
  })

  test('lists the payee whose whole name is searched first, and once in all pages', async () => {
    for (const name of ['Birch Motors', 'A Birch Motors Glass', 'Birch Air Motors']) await addPayee(world, name)
    await addPayee(world, 'Birch Motors', {}, 'EAS')
    const names = async (query: object) => (await (await admin()).call(endpoints.list, { query })).data
    const first = await names({ search: 'BIRCH motors', limit: 2 })
    const cursor = first.next_cursor ?? ''
    const second = await names({ search: 'BIRCH motors', limit: 2, cursor })
    expect([first, second].map(({ items }) => items.map(({ name }) => name))).toEqual([
      ['Birch Motors', 'A Birch Motors Glass'],
      ['Birch Air Motors'],
    ])
    const inWords = await names({ search: 'motors birch' })
    expect(inWords.items[0]?.name).toBe('A Birch Motors Glass')
  })

  test('stores W-9 data, and records each view of the data in the audit trail', async () => {
    const { id } = await addPayee(world, 'Tax Example')
    const form = {
      received_on: '2026-11-02',
      legal_name: 'Tax Example, LLC',
      number_kind: 'EIN',
      tax_class: 'LLC taxed as partnership',
      box_1099: 'NEC 1 Nonemployee compensation',
      backup_withholding: true,
    } as const
    const client = await admin()
    expect((await client.call(endpoints.taxForm, { params: { id } })).data).toBeNull()
    const saved = await client.call(endpoints.saveTaxForm, { params: { id }, body: form })
    expect(saved.data).toMatchObject({ has_tax_form: true, version: 2, state: 'new' })
    await client.call(endpoints.saveTaxForm, { params: { id }, body: { ...form, backup_withholding: false } })
    const seen = await (await admin('everyone')).call(endpoints.taxForm, { params: { id } })
    expect(seen.data).toEqual({ ...form, backup_withholding: false })
    const [look, ...others] = await entriesOf(id)
    expect(look).toMatchObject({ action: 'payee.see-tax-form', actor_name: 'everyone Tester', label: 'Tax Example' })
    expect(others.map(({ action }) => action)).toEqual(['payee.save-tax-form', 'payee.save-tax-form', 'payee.create'])
  })

  test('compares a payee with other payees and employees in the dealer group', async () => {
    const { id } = await addPayee(world, 'Tester Approver-Group', { address: '9 Back St' })
    await addPayee(world, 'Tester Aprover Group', { address: '1 Front St' })
    await addPayee(world, 'Unlike Company', { address: '9 Back St.' })
    await addPayee(world, 'Tester Approver-Group', {}, 'EAS')
    const { data } = await (await world.as('approver-dealership')).call(endpoints.similarity, { params: { id } })
    expect(data).toEqual([
      {
        kind: 'employee',
        id: world.ids.people['approver-group'],
        name: 'approver-group Tester',
        state: null,
        alike: 'name',
      },
      { kind: 'payee', id: expect.any(Number), name: 'Tester Aprover Group', state: 'new', alike: 'name' },
      { kind: 'payee', id: expect.any(Number), name: 'Unlike Company', state: 'new', alike: 'address' },
    ])
    const foreign = await admin('admin-eastside')
    expect((await foreign.call(endpoints.similarity, { params: { id } })).status).toBe(404)
    expect((await foreign.call(endpoints.payments, { params: { id } })).status).toBe(404)
  })

  test('refuses an unknown purpose as the default purpose of a payee', async () => {
    await expect(addPayee(world, 'No Purpose', { default_purpose_id: 99_999 })).rejects.toThrow('Choose a purpose.')
  })

  test('lets approvers and processors read payees in their dealer group, and only admins change them', async () => {
    const { id } = await addPayee(world, 'Access Example')
    const refusals = { params: { id }, body: { how } }
    for (const [name, role, expected] of [
      ['approver-dealership', 'approver', 403],
      ['processor-department', 'processor', 403],
      ['admin-dealership', 'admin', 403],
    ] as const) {
      const client = await world.as(name, role)
      expect((await client.call(endpoints.one, { params: { id } })).status, name).toBe(200)
      expect((await client.call(endpoints.verify, refusals)).status, name).toBe(expected)
      expect((await client.call(endpoints.taxForm, { params: { id } })).status, name).toBe(expected)
      expect((await client.call(endpoints.update, { params: { id }, body: { note: 'x' } })).status).toBe(expected)
    }
    const requester = await world.as('requester-group', 'requester')
    expect((await requester.call(endpoints.one, { params: { id } })).status).toBe(403)
    const foreign = await admin('admin-eastside')
    expect((await foreign.call(endpoints.one, { params: { id } })).status).toBe(404)
    expect((await foreign.call(endpoints.verify, refusals)).status).toBe(404)
    const listed = await foreign.call(endpoints.list, { query: { search: 'Access' } })
    expect(listed.data.items).toEqual([])
    const there = await foreign.call(endpoints.list, { query: { dealer_group_id: world.ids.places.NWG } })
    expect(there.status).toBe(404)
    const everywhere = await (await admin('admin-super')).call(endpoints.list, { query: { search: 'valley' } })
    expect(everywhere.data.items.map(({ dealer_group_id }) => dealer_group_id).sort()).toEqual(
      [world.ids.places.NWG, world.ids.places.EAS].sort(),
    )
  })

  test('lets one admin add and verify a payee in a group without separation of duties', async () => {
    const { id } = await addPayee(world, 'Alone in the office', {}, 'EAS')
    expect((await verify(id, 'admin-eastside')).status).toBe(200)
  })

  test('leaves the audit trail intact after all payee changes', async () => {
    const { intact, mismatches } = await verifyTrail(world.database, null)
    expect({ intact, mismatches }).toEqual({ intact: true, mismatches: [] })
  })
})
