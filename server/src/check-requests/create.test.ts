import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import { type PersonName, type PlaceName, people } from '../testing/organization.ts'
import { bodyAt, type CreateBody, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const outOfReach = 'You can’t raise requests for this location. Choose another one.'
const group = { dealer_group_id: 'Group is required' }
const dealer = { dealership_id: 'Dealer is required' }
const department = { department_id: 'Department is required' }

onOneDatabase('new requests on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function create(name: PersonName, place: PlaceName, changes: Partial<CreateBody> = {}) {
    const role = name.startsWith('admin') ? 'admin' : 'requester'
    const client = await world.as(name, role)
    return client.call(endpoints.create, { body: bodyAt(world.ids, place, changes) })
  }

  const detail = async (id: number) => (await world.as('admin-super')).call(endpoints.detail, { params: { id } })

  describe('locations allowed for new requests', () => {
    test.each([
      ['requester-super', 'EAS/KIA/SVC'],
      ['requester-super', 'NWG'],
      ['requester-group', 'NWG'],
      ['requester-group', 'NWG/TOY'],
      ['requester-group', 'NWG/HON/SVC'],
      ['requester-dealership', 'NWG/TOY'],
      ['requester-dealership', 'NWG/TOY/SAL'],
      ['requester-department', 'NWG/TOY/SVC'],
    ] as const)('lets user %s create a request at location %s', async (name, place) => {
      const reply = await create(name, place)
      expect(reply.status).toBe(201)
      expect(reply.message).toBe('Check Request Submitted')
      expect(await detail(reply.data.id)).toMatchObject({
        data: { requester_id: world.ids.people[name], created_by_id: world.ids.people[name], status_id: 1, version: 1 },
      })
    })

    test.each([
      ['requester-group', 'EAS'],
      ['requester-group', 'EAS/KIA/SVC'],
      ['requester-dealership', 'NWG/HON'],
      ['requester-dealership', 'NWG/HON/SVC'],
      ['requester-dealership', 'EAS/KIA'],
      ['requester-department', 'NWG/TOY/SAL'],
      ['requester-department', 'EAS/KIA/SVC'],
    ] as const)('refuses a request that user %s creates at location %s', async (name, place) => {
      const reply = await create(name, place)
      expect([reply.status, reply.message]).toEqual([403, outOfReach])
    })

    test.each([
      ['a dealership of another group', 'NWG', 'EAS/KIA', null],
      ['a department of another dealership', 'NWG', 'NWG/HON', 'NWG/TOY/SVC'],
      ['a dealership that doesn’t exist', 'NWG', 'nowhere', null],
    ] as const)('refuses %s with the same error as a location outside the scope', async (_, g, d, p) => {
      const { places } = world.ids
      const ids = { dealer_group_id: places[g], dealership_id: places[d as PlaceName] ?? 99_999 }
      const reply = await create('requester-super', 'NWG', { ...ids, department_id: p && places[p] })
      expect([reply.status, reply.message]).toEqual([403, outOfReach])
    })

    test.each([
      ['requester-dealership', 'NWG', dealer],
      ['requester-department', 'NWG', { ...dealer, ...department }],
      ['requester-department', 'NWG/TOY', department],
    ] as const)('requires the missing location fields from user %s at location %s', async (name, place, fields) => {
      const reply = await create(name, place)
      expect([reply.status, reply.error.fields]).toEqual([422, fields])
    })

    test('requires the group at every level and the dealership of a department', async () => {
      const missing = await create('requester-group', 'NWG', { dealer_group_id: undefined as unknown as number })
      expect([missing.status, missing.error.fields]).toEqual([422, group])
      const alone = await create('requester-group', 'NWG', { department_id: world.ids.places['NWG/TOY/SVC'] })
      expect([alone.status, alone.error.fields]).toEqual([422, dealer])
    })

    test('refuses a request at an inactive dealership', async () => {
      const reply = await create('requester-group', 'NWG/OLD')
      expect(reply.status).toBe(422)
      expect(reply.error.fields).toEqual({
        dealership_id: 'This dealership is inactive and doesn’t accept new requests. Choose another one.',
      })
    })
  })

  describe('requesters allowed for new requests', () => {
    test.each(['approver-group', 'processor-group', 'approver-super', 'processor-super'] as const)(
      'refuses to let user %s create a request',
      async (name) => {
        const client = await world.as(name)
        const reply = await client.call(endpoints.create, { body: bodyAt(world.ids, 'NWG') })
        expect([reply.status, reply.error.code]).toEqual([403, 'FORBIDDEN'])
      },
    )

    test('lets requesters create requests only for themselves', async () => {
      const own = await create('requester-group', 'NWG', { requester_id: world.ids.people['requester-group'] })
      expect(own.status).toBe(201)
      const other = await create('requester-group', 'NWG', { requester_id: world.ids.people['requester-super'] })
      expect([other.status, other.message]).toEqual([403, 'You can only raise requests for yourself.'])
    })

    test('requires an admin to choose a requester', async () => {
      const reply = await create('admin-group', 'NWG/TOY/SVC')
      expect([reply.status, reply.error.fields]).toEqual([422, { requester_id: 'Requester is required' }])
    })

    test.each([
      ['admin-super', 'EAS/KIA/SVC', 'requester-eastside'],
      ['admin-group', 'NWG/TOY/SVC', 'requester-department'],
      ['admin-dealership', 'NWG/TOY/SVC', 'requester-department'],
      ['admin-department', 'NWG/TOY/SVC', 'requester-department'],
    ] as const)('lets user %s create a request at location %s for user %s', async (name, place, requester) => {
      const requester_id = world.ids.people[requester]
      const reply = await create(name, place, { requester_id })
      expect(reply.status).toBe(201)
      const { data } = await detail(reply.data.id)
      expect(data).toMatchObject({ requester_id, created_by_id: world.ids.people[name] })
      expect(data.requester_name).toBe(`${requester} Tester`)
      expect(data.status_history[0]).toMatchObject({ action: 'created', user_name: `${name} Tester`, role: 'Admin' })
      const own = await (await world.as(requester, 'requester')).call(endpoints.list, { query: { limit: 100 } })
      expect(own.data.items.map(({ id }) => id)).toContain(reply.data.id)
    })

    test.each([
      ['an approver', 'approver-group'],
      ['an admin', 'admin-group'],
      ['an inactive requester', 'inactive'],
      ['a requester of another group', 'requester-eastside'],
    ] as const)('refuses a request that an admin creates for user %s', async (_, requester) => {
      const reply = await create('admin-group', 'NWG', { requester_id: world.ids.people[requester] })
      expect([reply.status, reply.error.fields]).toEqual([422, { requester_id: 'Choose an active requester.' }])
    })

    test.each(['admin-super', 'admin-group', 'admin-dealership', 'admin-department', 'admin-eastside'] as const)(
      'lets user %s create requests only for the requesters that the app offers',
      async (name) => {
        const offered = (await (await world.as(name)).call(endpoints.requesters)).data.map(({ id }) => id)
        const place = name === 'admin-eastside' ? 'EAS/KIA/SVC' : 'NWG/TOY/SVC'
        for (const person of people) {
          const requester_id = world.ids.people[person.name]
          const { status, error } = await create(name, place, { requester_id })
          if (!offered.includes(requester_id))
            expect([status, error.fields], person.name).toEqual([422, { requester_id: 'Choose an active requester.' }])
          else expect([201, 403], person.name).toContain(status)
        }
      },
    )

    test.each([
      ['a request outside the requester’s scope', 'admin-group', 'NWG/HON', 'requester-dealership'],
      ['a request outside the admin’s scope', 'admin-dealership', 'NWG/HON', 'requester-dealership'],
    ] as const)('refuses to let an admin create %s', async (_, name, place, requester) => {
      const reply = await create(name, place, { requester_id: world.ids.people[requester] })
      expect([reply.status, reply.message]).toEqual([403, outOfReach])
    })

    test('offers an admin exactly the active requesters in their scope', async () => {
      const offered = async (name: PersonName) => {
        const { data } = await (await world.as(name)).call(endpoints.requesters)
        return data.map((person) => person.name.split(' ')[0]).sort()
      }
      expect(await offered('admin-eastside')).toEqual(['everyone-eastside', 'requester-eastside'])
      expect(await offered('admin-dealership')).toEqual(['requester-dealership', 'requester-department'])
      expect(await offered('admin-department')).toEqual(['requester-department'])
      expect(await offered('admin-group')).toEqual(
        ['everyone', 'requester-dealership', 'requester-department', 'requester-group', 'requester-honda'].sort(),
      )
    })
  })

  test('stores and returns all fields without the spaces around names and numbers', async () => {
    const sent = {
      amount: '1250.50',
      payee_type: 'individual',
      payee_sub_type: 'customer',
      payee_name_1: '  Zoë "Zo" O’Neil <script>  ',
      payee_name_2: 'Max O’Neil',
      memo_line: 'Refund 日本',
      purpose_id: 21,
      purpose_other: 'Raffle prize',
      priority_level: 'critical',
      due_date: '2026-12-24',
      vin_last_digits: 'AB1234',
      po_purchase_no: null,
      invoice_number: '  INV/88-120 ',
      delivery_method_id: 3,
      mailing_method: 'UPS',
      mailing_address: '1 Main Street\nSalem',
      delivery_method_other: 'doesn’t apply to carriers',
      notes: 'Call first.\n\tThen send.',
    } as const
    const reply = await create('requester-group', 'NWG/TOY/SVC', sent)
    expect((await detail(reply.data.id)).data).toMatchObject({
      ...sent,
      amount: 1250.5,
      payee_name_1: 'Zoë "Zo" O’Neil <script>',
      invoice_number: 'INV/88-120',
      purpose_name: 'other',
      delivery_method_name: 'FedEx Overnight',
      delivery_method_kind: 'carrier',
      delivery_method_other: null,
      dealer_group_name: 'Northwest Auto Group',
      dealership_name: 'Dealership TOY',
      department_name: 'SVC',
      requester_name: 'requester-group Tester',
      check_number: null,
      cleared_date: null,
      created_at: '2026-11-20T15:00:00.000Z',
      request_date: '2026-11-20T15:00:00.000Z',
    })
  })

  test.each([
    ['the details of a pickup', 2, null, null, 'Ask for Jo'],
    ['the details of another delivery method', 4, null, null, 'Ask for Jo'],
    ['the carrier and address of a mailed check', 1, 'USPS', '1 Main Street', null],
  ])('stores only %s', async (_, delivery_method_id, mailing_method, mailing_address, delivery_method_other) => {
    const all = {
      mailing_method: 'USPS',
      mailing_address: '1 Main Street',
      delivery_method_other: 'Ask for Jo',
    } as const
    const reply = await create('requester-group', 'NWG', { ...all, delivery_method_id })
    const kept = { mailing_method, mailing_address, delivery_method_other }
    expect((await detail(reply.data.id)).data).toMatchObject(kept)
  })

  test('keeps a purpose description only for the purpose Other', async () => {
    const reply = await create('requester-group', 'NWG', { purpose_id: 1, purpose_other: 'Raffle prize' })
    expect((await detail(reply.data.id)).data).toMatchObject({ purpose_name: 'Customer refund', purpose_other: null })
  })

  test.each([
    ['purpose_other', { purpose_id: 21, purpose_other: ' ' }, 'Please describe the purpose'],
    ['delivery_method_other', { delivery_method_id: 4 }, 'Please describe the delivery'],
  ])('requires %s when the choice needs a description', async (field, changes, text) => {
    const reply = await create('requester-group', 'NWG', changes)
    expect([reply.status, reply.error.fields]).toEqual([422, { [field]: text }])
  })

  test('sets a missing due date to seven days ahead', async () => {
    const reply = await create('requester-group', 'NWG', { due_date: undefined })
    expect((await detail(reply.data.id)).data.due_date).toBe('2026-11-27')
  })

  test.each([
    ['2026-11-19', 201],
    ['2026-11-18', 422],
  ])('responds to the due date %s with HTTP status %i, based on the sender’s time zone', async (due_date, status) => {
    const reply = await create('requester-group', 'NWG', { due_date })
    expect(reply.status).toBe(status)
    if (status === 422) expect(reply.error.fields).toEqual({ due_date: 'The due date can’t be in the past.' })
  })

  test.each([
    ['purpose_id', 'Purpose is required'],
    ['delivery_method_id', 'Delivery method is required'],
  ])('rejects a nonexistent %s as missing', async (field, text) => {
    const reply = await create('requester-group', 'NWG', { [field]: 999 })
    expect([reply.status, reply.error.fields]).toEqual([422, { [field]: text }])
  })

  test('uses no request number and writes no history or audit entry for a refused request', async () => {
    const count = async () => {
      const { read } = world.database
      const tables = ['check_requests', 'status_history', 'audit_entries', 'check_request_search'] as const
      const rows = tables.map((table) =>
        read
          .selectFrom(table)
          .select((eb) => eb.fn.countAll().as('n'))
          .execute(),
      )
      const numbers = await read.selectFrom('request_number_counters').selectAll().orderBy('group_code').execute()
      return JSON.stringify([await Promise.all(rows), numbers], (_, value) =>
        typeof value === 'bigint' ? Number(value) : value,
      )
    }
    await raise(world, 'requester-group', 'NWG')
    await world.as('requester-department')
    const before = await count()
    await create('requester-group', 'EAS')
    await create('requester-group', 'NWG', { purpose_id: 999 })
    await create('requester-department', 'NWG')
    expect(await count()).toBe(before)
  })
})
