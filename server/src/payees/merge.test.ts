import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import type { mergePayeeBody } from '@check-requests/domain/payees/fields.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { addPayee, setPayees } from '../testing/payees.ts'
import { bring, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'
import { listPaidByStore } from './queries/tax-forms.ts'

const taxForm = {
  received_on: '2026-11-02',
  legal_name: 'Harbor Paint, Inc.',
  number_kind: 'EIN',
  tax_class: 'C corporation',
  box_1099: 'None',
} as const

onBothDatabases('merging two payees on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await setPayees(world, { payee_list: 'on' })
  })
  afterAll(() => world.close())

  const admin = (name: PersonName = 'admin-group') => world.as(name, 'admin')
  const verify = async (id: number, name: PersonName = 'everyone') =>
    (await admin(name)).call(endpoints.verify, { params: { id }, body: { how: 'Called them' } })
  const merge = async (
    from: Pick<PayeeReply, 'id'>,
    into: Pick<PayeeReply, 'id'>,
    body: Partial<z.input<typeof mergePayeeBody>> = {},
    name?: PersonName,
  ) =>
    (await admin(name)).call(endpoints.merge, {
      params: { id: from.id },
      body: { into_id: into.id, address_of: into.id, ...body },
    })
  const one = async (id: number) => (await (await admin()).call(endpoints.one, { params: { id } })).data
  const raiseFor = (payee_name_1: string, amount = 100) =>
    raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1, amount })
  const payeeOf = async (id: number) =>
    (await (await world.as('requester-group')).call(requests.detail, { params: { id } })).data.payee
  const paymentsOf = async (id: number) => (await (await admin()).call(endpoints.payments, { params: { id } })).data
  const entriesOf = async (id: number) =>
    (await (await admin()).call(auditEndpoints.list, { query: { entity: 'payee', entity_id: id } })).data.items

  test('keeps the chosen name and address, and requires verification by a user who took no part in the merge', async () => {
    const harbor = await addPayee(world, 'Harbor Paint', { address: '1200 Dock St' })
    const harbour = await addPayee(world, 'Harbour Paint', { address: '9 New Rd' })
    await verify(harbor.id)
    const merged = await merge(harbour, harbor, { address_of: harbour.id })
    expect([merged.status, merged.data]).toEqual([
      200,
      expect.objectContaining({
        id: harbor.id,
        name: 'Harbor Paint',
        address: '9 New Rd',
        state: 'new',
        verified_by: null,
        merged_from: [{ id: harbour.id, name: 'Harbour Paint' }],
      }),
    ])
    expect(await one(harbour.id)).toMatchObject({
      name: 'Harbour Paint',
      address: '9 New Rd',
      merged_into: { id: harbor.id, name: 'Harbor Paint' },
      merged_by: 'admin-group Tester',
    })
    expect((await verify(harbor.id, 'admin-group')).status).toBe(403)
    expect((await verify(harbor.id)).status).toBe(200)
    expect((await entriesOf(harbor.id)).map(({ action }) => action)).toContain('payee.take-in')
    expect((await entriesOf(harbour.id))[0]).toMatchObject({
      action: 'payee.merge',
      after: { merged_into: 'Harbor Paint' },
    })
  })

  test('refuses verification by a user who merged, added, or changed either payee', async () => {
    const [left, right] = [await addPayee(world, 'Separate Glass'), await addPayee(world, 'Separate Glas')]
    await (await admin('everyone')).call(endpoints.update, { params: { id: right.id }, body: { address: '1 New St' } })
    await merge(right, left, {}, 'admin-super')
    for (const name of ['admin-group', 'everyone', 'admin-super'] as const)
      expect((await verify(left.id, name)).status).toBe(403)
    expect((await one(left.id)).edited_by.map(({ name }) => name)).toEqual([
      'admin-group Tester',
      'everyone Tester',
      'admin-super Tester',
    ])
  })

  test('moves requests and payments of both payees to the remaining payee, and reports them together', async () => {
    const [left, right] = [await addPayee(world, 'Valley Tire'), await addPayee(world, 'Valley Tyres')]
    await setPayees(world, { payee_list: 'off' })
    const unlinked = await raiseFor('Valley Tyres', 5)
    await setPayees(world, { payee_list: 'on' })
    const paid = await raiseFor('Valley Tyres', 30)
    await bring(world, paid.id, 7)
    const open = await raiseFor('Valley Tire', 70)
    await merge(right, left)
    const later = await raiseFor('Valley Tyres', 9)
    for (const { id } of [unlinked, paid, open, later]) expect(await payeeOf(id)).toMatchObject({ id: left.id })
    const all = await paymentsOf(left.id)
    expect(all.items.map(({ id }) => id)).toEqual([later.id, open.id, paid.id, unlinked.id])
    expect(all.paid).toEqual({ count: 1, amount: 30 })
    expect((await paymentsOf(right.id)).items.map(({ id }) => id)).toEqual([paid.id, unlinked.id])
    const span = { from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' }
    const reported = await listPaidByStore(world.database.read, world.ids.places.NWG, span)
    expect(reported.filter(({ name }) => name.startsWith('Valley'))).toMatchObject([
      { payee_id: left.id, payments: 1, cents: 3000 },
    ])
  })

  test('keeps a block on either payee, moves W-9s, and removes the pair from similar payees', async () => {
    const [left, right] = [await addPayee(world, 'Coast Towing'), await addPayee(world, 'Coast Towings')]
    const client = await admin()
    await client.call(endpoints.saveTaxForm, { params: { id: right.id }, body: taxForm })
    await client.call(endpoints.block, { params: { id: right.id }, body: { reason: 'A forged invoice' } })
    const similar = async () => (await client.call(endpoints.similarity, { params: { id: left.id } })).data
    expect(await similar()).toMatchObject([{ kind: 'payee', id: right.id }])
    expect((await merge(right, left)).data).toMatchObject({
      state: 'blocked',
      blocked_reason: 'A forged invoice',
      has_tax_form: true,
    })
    expect(await similar()).toEqual([])
    const own = { ...taxForm, legal_name: 'The remaining one, LLC' }
    const third = await addPayee(world, 'Coast Haulage')
    await client.call(endpoints.unblock, { params: { id: left.id }, body: { reason: 'It was another one' } })
    await client.call(endpoints.saveTaxForm, { params: { id: third.id }, body: own })
    await merge(left, third)
    const kept = await (await admin()).call(endpoints.taxForm, { params: { id: third.id } })
    expect(kept.data).toMatchObject({ legal_name: 'The remaining one, LLC' })
    for (const search of ['coast towing', 'towings']) {
      const listed = await client.call(endpoints.list, { query: { search } })
      expect(listed.data.items.map(({ id }) => id)).toEqual([third.id])
      const query = { dealer_group_id: world.ids.places.NWG, search }
      const offered = await client.call(endpoints.names, { query })
      expect(offered.data.map(({ id }) => id)).toEqual([third.id])
    }
  })

  test('refuses further changes to a merged payee, and follows several merges to the last payee', async () => {
    const [a, b, c] = [
      await addPayee(world, 'Chain A'),
      await addPayee(world, 'Chain B'),
      await addPayee(world, 'Chain C'),
    ]
    await merge(a, b)
    const refused = await (await admin()).call(endpoints.update, { params: { id: a.id }, body: { note: 'x' } })
    expect([refused.status, refused.message]).toEqual([
      409,
      'Chain A was merged into another payee and can’t be changed. Open that payee instead.',
    ])
    expect((await verify(a.id)).status).toBe(409)
    expect((await merge(c, a)).status).toBe(409)
    await merge(b, c)
    for (const { id } of [a, b]) expect((await one(id)).merged_into).toEqual({ id: c.id, name: 'Chain C' })
    expect((await one(c.id)).merged_from?.map(({ name }) => name)).toEqual(['Chain A', 'Chain B'])
    const body = {
      dealer_group_id: world.ids.places.NWG,
      name: 'Chain A',
      payee_type: 'business',
      payee_sub_type: 'vendor',
    }
    expect((await (await admin()).call(endpoints.create, { body: body as never })).status).toBe(409)
  })

  test('refuses invalid merges, merges based on an older version, and read-only users', async () => {
    const [left, right] = [await addPayee(world, 'Left Glass'), await addPayee(world, 'Right Glass')]
    const foreign = await addPayee(world, 'Left Glass', {}, 'EAS')
    expect((await merge(left, left)).error.fields).toHaveProperty('into_id')
    expect((await merge(left, right, { address_of: foreign.id })).error.fields).toHaveProperty('address_of')
    expect((await merge(left, foreign)).status).toBe(404)
    expect((await merge(left, foreign, {}, 'admin-super')).status).toBe(404)
    expect((await merge(left, right, { into_version: 7 })).status).toBe(409)
    const reader = await world.as('approver-group')
    const body = { into_id: right.id, address_of: right.id }
    expect((await reader.call(endpoints.merge, { params: { id: left.id }, body })).status).toBe(403)
    expect((await one(left.id)).merged_into).toBeNull()
  })

  test('completes only one of two opposite merges at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const left = await addPayee(world, `Race Left ${round}`)
      const right = await addPayee(world, `Race Right ${round}`)
      const replies = await Promise.all([merge(left, right), merge(right, left, {}, 'everyone')])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      const both = await Promise.all([one(left.id), one(right.id)])
      expect(both.filter(({ merged_into }) => merged_into !== null)).toHaveLength(1)
    }
  })

  test('links a request raised under the old name during a merge to the remaining payee', async () => {
    for (let round = 0; round < 5; round += 1) {
      const left = await addPayee(world, `Meet Left ${round}`)
      const right = await addPayee(world, `Meet Right ${round}`)
      const [raised] = await Promise.all([raiseFor(`Meet Left ${round}`), merge(left, right)])
      expect(await payeeOf(raised.id)).toMatchObject({ id: right.id })
    }
  })

  test('keeps the audit trail intact for every payee', async () => {
    const { intact, mismatches } = await verifyTrail(world.database, null)
    expect([intact, mismatches]).toEqual([true, []])
  })
})
