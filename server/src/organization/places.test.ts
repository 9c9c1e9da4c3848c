import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { organizationEndpoints as endpoints } from '@check-requests/domain/organization/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import { emailOf } from '../testing/organization.ts'
import { bodyAt, bring, move, raise, raiseTo } from '../testing/requests.ts'
import { testPassword } from '../testing/templates.ts'
import { startWorld, type World } from '../testing/world.ts'

const address = { address: '1 Bay Road', city: 'Salem', state: 'OR', zip: '97301', phone: '(503) 555-0100' }
let last = 0
const nextCode = () => {
  last += 1
  return `N${last}`
}

onOneDatabase('editing places and lookups on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const addDealership = async (name: 'admin-super' | 'admin-group', group: 'NWG' | 'EAS', code = nextCode()) =>
    (await world.as(name)).call(endpoints.createDealership, {
      body: { dealer_group_id: world.ids.places[group], name: `Dealership ${code}`, code, ...address, settings: null },
    })

  /** The active state before and after each change, from the audit trail. */
  const turnsOf = async (entity: 'dealer-group' | 'department', entity_id: number) => {
    const query = { entity, entity_id, action: `${entity}.update` }
    const { items } = (await (await world.as('admin-super')).call(auditEndpoints.list, { query })).data
    const turns = items.toReversed() as { before: { is_active?: number }; after: { is_active?: number } }[]
    return turns
      .filter(({ after }) => after.is_active !== undefined)
      .map(({ before, after }) => [before.is_active, after.is_active])
  }

  describe('dealer groups', () => {
    test('lets a super admin add a dealer group with an uppercase code and separation of duties', async () => {
      const admin = await world.as('admin-super')
      const body = { name: 'Harbor Group', code: 'hbg', settings: null }
      const reply = await admin.call(endpoints.createGroup, { body })
      expect([reply.status, reply.message]).toEqual([201, 'Dealer Group created'])
      expect(reply.data).toMatchObject({ name: 'Harbor Group', code: 'HBG', settings: { separation_of_duties: true } })
      const again = await admin.call(endpoints.createGroup, { body })
      expect([again.status, again.error.fields]).toEqual([
        409,
        { code: 'The code HBG is already used by another dealer group.' },
      ])
    })

    test.each(['admin-group', 'admin-dealership', 'requester-super'] as const)(
      'refuses to let user %s add, change, or delete a dealer group',
      async (name) => {
        const client = await world.as(name)
        const params = { id: world.ids.places.EAS }
        expect((await client.call(endpoints.createGroup, { body: { name: 'X', code: 'X' } })).status).toBe(403)
        expect((await client.call(endpoints.updateGroup, { params, body: { name: 'X' } })).status).toBe(403)
        expect((await client.call(endpoints.removeGroup, { params })).status).toBe(403)
      },
    )

    test('keeps numbering requests under a new code without repeating a number under the old code', async () => {
      const admin = await world.as('admin-super')
      const first = await raise(world, 'requester-eastside', 'EAS')
      const { data } = await admin.call(endpoints.updateGroup, {
        params: { id: world.ids.places.EAS },
        body: { code: 'EAM' },
      })
      expect(data.code).toBe('EAM')
      const second = await raise(world, 'requester-eastside', 'EAS')
      expect([first.request_number, second.request_number]).toEqual(['EAS-000001', 'EAM-000002'])
      await admin.call(endpoints.updateGroup, { params: { id: world.ids.places.EAS }, body: { code: 'EAS' } })
      expect((await raise(world, 'requester-eastside', 'EAS')).request_number).toBe('EAS-000003')
    })

    test('applies a change to separation of duties immediately', async () => {
      const admin = await world.as('admin-super')
      const params = { id: world.ids.places.NWG }
      const { id } = await raise(world, 'everyone', 'NWG')
      const approve = async () =>
        (await world.as('everyone', 'approver')).call(checkRequestEndpoints.changeStatus, {
          params: { id },
          body: { status_id: 3, version: 1 },
        })
      expect((await approve()).status).toBe(403)
      await admin.call(endpoints.updateGroup, { params, body: { settings: { separation_of_duties: false } } })
      expect((await approve()).status).toBe(201)
      await admin.call(endpoints.updateGroup, { params, body: { settings: { separation_of_duties: true } } })
    })
  })

  describe('dealerships and departments', () => {
    test('lets an admin add, change, and deactivate dealerships and departments in their own group', async () => {
      const admin = await world.as('admin-group')
      const { data, status } = await addDealership('admin-group', 'NWG')
      expect(status).toBe(201)
      expect(data).toMatchObject({ is_active: true, dealer_group_name: 'Northwest Auto Group', settings: null })
      const body = { name: 'Body shop', code: 'bdy', dealer_group_id: world.ids.places.NWG, dealership_id: data.id }
      expect((await admin.call(endpoints.createDepartment, { body })).data.code).toBe('BDY')
      const params = { id: data.id }
      const reply = await admin.call(endpoints.updateDealership, { params, body: { city: 'Bend', is_active: false } })
      expect(reply.data).toMatchObject({ city: 'Bend', is_active: false })
    })

    test.each([
      [
        'a dealership',
        () => endpoints.createDealership,
        { code: 'TOY', ...address },
        'by another dealership of this group',
      ],
      ['a department', () => endpoints.createDepartment, { code: 'svc' }, 'by another department of this dealership'],
    ] as const)('refuses %s with a code that is already used', async (_, row, fields, where) => {
      const admin = await world.as('admin-group')
      const { places } = world.ids
      const parents = { dealer_group_id: places.NWG, ...('city' in fields ? {} : { dealership_id: places['NWG/TOY'] }) }
      const reply = await admin.call(row(), { body: { name: 'Twice', ...fields, ...parents } as never })
      const message = `The code ${fields.code.toUpperCase()} is already used ${where}.`
      expect([reply.status, reply.error.fields]).toEqual([409, { code: message }])
    })

    test('accepts a code from only one of two users who choose it at the same time', async () => {
      const admin = await world.as('admin-super')
      const { places } = world.ids
      const named = { name: 'Twin', code: nextCode(), dealer_group_id: places.NWG }
      const creations = [
        () => admin.call(endpoints.createGroup, { body: { name: named.name, code: named.code } }),
        () => admin.call(endpoints.createDealership, { body: { ...named, ...address } }),
        () => admin.call(endpoints.createDepartment, { body: { ...named, dealership_id: places['NWG/TOY'] } }),
      ]
      for (const create of creations) {
        const replies = await Promise.all([create(), create(), create()])
        expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
        expect(replies.find(({ status }) => status === 409)?.error.fields?.code).toContain(named.code)
      }
    })

    test('refuses changes by admins of other groups, and refuses to move a place', async () => {
      const admin = await world.as('admin-group')
      const { places } = world.ids
      expect((await addDealership('admin-group', 'EAS')).status).toBe(404)
      const foreign = { params: { id: places['EAS/KIA'] } }
      expect((await admin.call(endpoints.updateDealership, { ...foreign, body: { name: 'X' } })).status).toBe(404)
      expect((await admin.call(endpoints.removeDealership, foreign)).status).toBe(404)
      const moved = { params: { id: places['NWG/TOY/SVC'] }, body: { dealership_id: places['NWG/HON'] } }
      expect((await admin.call(endpoints.updateDepartment, moved)).status).toBe(422)
    })

    test('stores state, ZIP Code, and phone in standard form, and refuses invalid values', async () => {
      const admin = await world.as('admin-super')
      const body = { dealer_group_id: world.ids.places.NWG, name: 'Formed', code: 'FORMED', ...address }
      const typed = { state: 'oregon', zip: '973011234', phone: '503.555.0100' }
      const formed = { state: 'OR', zip: '97301-1234', phone: '(503) 555-0100' }
      const made = await admin.call(endpoints.createDealership, { body: { ...body, ...typed } })
      expect(made.data).toMatchObject(formed)
      const params = { id: made.data.id }
      const moved = await admin.call(endpoints.updateDealership, { params, body: { state: 'wisconsin' } })
      expect(moved.data).toMatchObject({ ...formed, state: 'WI' })
      const wrong = { state: 'Bavaria', zip: '9730', phone: '555-0100' }
      const refusals = [
        await admin.call(endpoints.createDealership, { body: { ...body, code: 'WRONG', ...wrong } }),
        await admin.call(endpoints.updateDealership, { params, body: wrong }),
      ]
      for (const { status, error } of refusals) {
        expect(status).toBe(422)
        expect(Object.keys(error.fields ?? {})).toEqual(['state', 'zip', 'phone'])
      }
    })

    test('keeps invalid values stored by earlier versions until they are changed', async () => {
      const admin = await world.as('admin-super')
      const old = { state: 'Upper Region', zip: '12', phone: '555-0100' }
      const params = { id: world.ids.places['NWG/HON'] }
      await world.database.transact((trx) =>
        trx.updateTable('dealerships').set(old).where('id', '=', params.id).execute(),
      )
      const kept = await admin.call(endpoints.updateDealership, { params, body: { ...old, city: 'Bend' } })
      expect(kept.data).toMatchObject({ ...old, city: 'Bend' })
      const changed = await admin.call(endpoints.updateDealership, { params, body: { ...old, phone: '555-0101' } })
      expect(Object.keys(changed.error.fields ?? {})).toEqual(['phone'])
    })

    test('requires every field of a dealership', async () => {
      const reply = await (await world.as('admin-super')).call(endpoints.createDealership, { body: {} as never })
      expect(reply.error.fields).toEqual({
        dealer_group_id: 'Dealer Group is required',
        name: 'Name is required',
        code: 'Code is required',
        address: 'Address is required',
        city: 'City is required',
        state: 'State is required',
        zip: 'ZIP Code is required',
        phone: 'Phone is required',
      })
    })
  })

  describe('purposes and delivery methods', () => {
    test('lets a super admin rename all delivery methods and all purposes except “other”', async () => {
      const admin = await world.as('admin-super')
      const { data } = await admin.call(endpoints.updatePurpose, {
        params: { id: 1 },
        body: { name: 'Refund', description: 'To a customer' },
      })
      expect(data).toMatchObject({ id: 1, name: 'Refund', description: 'To a customer', payment_for: 'Customer' })
      const other = (await admin.call(endpoints.purposes)).data.find(({ name }) => name === 'other')
      const reply = await admin.call(endpoints.updatePurpose, {
        params: { id: other?.id as number },
        body: { name: 'Misc' },
      })
      expect(reply.error.fields).toEqual({
        name: "The purpose 'other' can’t be renamed, and no other purpose can have this name.",
      })
      const method = await admin.call(endpoints.updateDeliveryMethod, {
        params: { id: 3 },
        body: { name: 'FedEx 2Day' },
      })
      expect(method.data).toEqual({ id: 3, version: 2, name: 'FedEx 2Day', kind: 'carrier' })
    })

    test('refuses to let a group admin change purposes and delivery methods', async () => {
      const reply = await (await world.as('admin-group')).call(endpoints.updatePurpose, {
        params: { id: 1 },
        body: { name: 'X' },
      })
      expect(reply.status).toBe(403)
    })
  })

  test('refuses new requests at an inactive dealership, and continues existing requests', async () => {
    const { id } = await raise(world, 'requester-honda', 'NWG/HON')
    const sentBack = await raiseTo(world, 9, 'requester-honda', 'NWG/HON')
    const admin = await world.as('admin-group')
    const params = { id: world.ids.places['NWG/HON'] }
    await admin.call(endpoints.updateDealership, { params, body: { is_active: false } })
    await expect(raise(world, 'requester-honda', 'NWG/HON')).rejects.toThrow('inactive')
    await bring(world, id, 7)
    const requester = await world.as('requester-honda')
    const edit = { params: { id: sentBack.id }, body: bodyAt(world.ids, 'NWG/HON', { amount: 12 }) }
    expect((await requester.call(checkRequestEndpoints.update, edit)).status).toBe(200)
    await admin.call(endpoints.updateDealership, { params, body: { is_active: true } })
    expect((await raise(world, 'requester-honda', 'NWG/HON')).id).toBeGreaterThan(id)
  })

  test('refuses new requests in an inactive department, but accepts existing requests when resubmitted', async () => {
    const { places } = world.ids
    const sentBack = await raiseTo(world, 9, 'requester-group', 'NWG/TOY/SAL')
    const elsewhere = await raiseTo(world, 9, 'requester-group', 'NWG/TOY/SVC')
    const admin = await world.as('admin-group')
    const params = { id: places['NWG/TOY/SAL'] }
    const reply = await admin.call(endpoints.updateDepartment, { params, body: { is_active: false } })
    expect([reply.status, reply.data.is_active]).toEqual([200, false])
    const listed = (await admin.call(endpoints.departments)).data.filter(({ is_active }) => !is_active)
    expect(listed.map(({ id }) => id)).toEqual([params.id])
    await expect(raise(world, 'requester-group', 'NWG/TOY/SAL')).rejects.toThrow('This department is inactive')
    const requester = await world.as('requester-group')
    const send = (id: number) =>
      requester.call(checkRequestEndpoints.update, {
        params: { id },
        body: bodyAt(world.ids, 'NWG/TOY/SAL', { amount: 12 }),
      })
    expect((await send(elsewhere.id)).error.fields).toEqual({
      department_id: 'This department is inactive and doesn’t accept new requests. Choose another one.',
    })
    expect((await send(sentBack.id)).status).toBe(200)
    await admin.call(endpoints.updateDepartment, { params, body: { is_active: true } })
    expect((await send(elsewhere.id)).status).toBe(200)
    expect((await turnsOf('department', params.id)).join('; ')).toBe('1,0; 0,1')
  })

  test('locks out users of an inactive dealer group, but lets super admins complete requests there', async () => {
    const { id } = await raise(world, 'requester-eastside', 'EAS/KIA/SVC')
    const email = emailOf('approver-eastside')
    const approver = await world.logIn(email)
    const admin = await world.as('admin-super')
    const params = { id: world.ids.places.EAS }
    const reply = await admin.call(endpoints.updateGroup, { params, body: { is_active: false } })
    expect([reply.status, reply.data.is_active]).toEqual([200, false])
    expect((await approver.call(endpoints.dealerGroups)).status).toBe(401)
    const login = () => world.anyone.call(sessionEndpoints.login, { body: { email, password: testPassword } })
    const refused = await login()
    expect([refused.status, refused.message]).toEqual([
      423,
      'Your dealer group is inactive, so its users can’t log in. Ask your admin.',
    ])
    const onBehalf = { ...bodyAt(world.ids, 'EAS/KIA/SVC'), requester_id: world.ids.people['requester-eastside'] }
    expect((await admin.call(checkRequestEndpoints.create, { body: onBehalf })).error.fields).toEqual({
      dealer_group_id: 'This dealer group is inactive and doesn’t accept new requests. Choose another one.',
    })
    expect((await move(await world.as('approver-super'), id, 3)).status).toBe(201)
    await admin.call(endpoints.updateGroup, { params, body: { is_active: true } })
    expect((await login()).status).toBe(200)
    expect((await turnsOf('dealer-group', params.id)).join('; ')).toBe('1,0; 0,1')
  })
})
