import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RawReply } from '../testing/client.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { bodyAt, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const vinOrPo = "Either 'VIN Last Digits' or 'PO Number' is required."

/** The messages for an empty form, verbatim from section 5 of the specification. */
const emptyForm = {
  purpose_id: 'Purpose is required',
  amount: 'Amount is required',
  payee_type: 'Payee type is required',
  payee_sub_type: 'Payee sub type is required',
  payee_name_1: 'Payee name is required',
  priority_level: 'Priority level is required',
  delivery_method_id: 'Delivery method is required',
  vin_last_digits: vinOrPo,
  po_purchase_no: vinOrPo,
}

// When a request is created, the rule for the caller's access level comes first (F15).
const groupMissing = { create: 'Group is required', edit: 'Dealer Group is required' } as const

type Text = string | RegExp

/** A field, an invalid value, and the error message. */
const refused: readonly (readonly [field: string, value: unknown, text: Text])[] = [
  ['payee_name_1', '', 'Payee name is required'],
  ['payee_name_1', ' \t ', 'Payee name is required'],
  ['payee_name_1', 'x'.repeat(201), 'Enter at most 200 characters.'],
  ['payee_name_1', 'Ada\u0007', 'This text has invisible control characters. Type it again.'],
  ['payee_name_1', 'Ada\nByron', 'This text has invisible control characters. Type it again.'],
  ['payee_name_2', 'x'.repeat(201), 'Enter at most 200 characters.'],
  ['memo_line', 'x'.repeat(201), 'Enter at most 200 characters.'],
  ['invoice_number', 'x'.repeat(201), 'Enter at most 200 characters.'],
  ['invoice_number', 'INV\n1', 'This text has invisible control characters. Type it again.'],
  ['notes', 'x'.repeat(2001), 'Enter at most 2000 characters.'],
  ['notes', 'bell\u0007', 'This text has invisible control characters. Type it again.'],
  ['mailing_address', 'x'.repeat(501), 'Enter at most 500 characters.'],
  ['payee_type', 'robot', 'Payee type is required'],
  ['payee_sub_type', '', 'Payee sub type is required'],
  ['priority_level', 'higher', 'Priority level is required'],
  ['purpose_id', 0, 'Purpose is required'],
  ['purpose_id', -1, 'Purpose is required'],
  ['purpose_id', null, 'Purpose is required'],
  ['delivery_method_id', null, 'Delivery method is required'],
  ['mailing_method', 'DHL', 'Choose USPS, FedEx, UPS, or GSO.'],
  ['vin_last_digits', '1234567', 'VIN Last Digits can have at most 6 characters'],
  ['due_date', '', 'Due date is required'],
  ['due_date', '2026-02-30', 'Enter a date as YYYY-MM-DD.'],
  ['due_date', '11/30/2026', 'Enter a date as YYYY-MM-DD.'],
  ['request_number', '', 'Request number required'],
  ['status_id', 2, 'Enter status 1 (Request) for a submitted request.'],
  ['status_id', 7, 'Enter status 1 (Request) for a submitted request.'],
  ['amount', '', 'Amount is required'],
  ['amount', null, 'Amount is required'],
  ['amount', 0, 'Amount must be at least 0.01.'],
  ['amount', 0.001, 'Amount can have at most two decimals'],
  ['amount', 10.005, 'Amount can have at most two decimals'],
  ['amount', '12.345', '“12.345” isn’t an amount in dollars. Enter an amount such as 1,234.50.'],
  ['amount', 1e-7, /Amount/],
  ['amount', -5, 'Amount must be a number between 0.01 and 99,999,999.99.'],
  ['amount', '1,5', '“1,5” isn’t an amount in dollars. Enter 1.50.'],
  ['amount', 'NaN', '“NaN” isn’t an amount in dollars. Enter an amount such as 1,234.50.'],
  ['amount', '0x10', '“0x10” isn’t an amount in dollars. Enter an amount such as 1,234.50.'],
  ['amount', 100_000_000, 'Amount must be at most 99,999,999.99.'],
  ['amount', 1e21, 'Amount must be a number between 0.01 and 99,999,999.99.'],
]

/** Values of the wrong type, which make the body malformed. */
const misshapen: readonly (readonly [field: string, value: unknown])[] = [
  ['purpose_id', '10'],
  ['purpose_id', [10]],
  ['purpose_id', true],
  ['purpose_id', 1.5],
  ['purpose_id', { id: 10 }],
  ['dealer_group_id', '1'],
  ['payee_name_1', 7],
  ['payee_name_1', ['Ada']],
  ['payee_name_1', { $ne: '' }],
  ['payee_type', ['business']],
  ['amount', [12]],
  ['amount', true],
  ['amount', { value: 12 }],
  ['notes', 5],
  ['due_date', 20_261_130],
  ['vin_last_digits', 123_456],
]

/** Names of other columns and of properties that a request body could try to set. */
const foreignFields = [
  'id',
  'version',
  'created_by_id',
  'last_editor_id',
  'amount_cents',
  'check_number',
  'cleared_at',
  'cleared_date',
  'created_at',
  'separation_of_duties',
  'tracking_number',
  'role',
  'constructor',
]

onOneDatabase('refused fields on $name', (kind) => {
  let world: World
  let sendBack: number
  beforeAll(async () => {
    world = await startWorld(kind)
    sendBack = (await raiseTo(world, 9, 'requester-group', 'NWG')).id
  })
  afterAll(() => world.close())

  const ways = {
    create: ['POST', () => '/api/v1/check-requests/create-check-req'],
    edit: ['PUT', () => `/api/v1/check-requests/${sendBack}`],
  } as const

  async function send(way: keyof typeof ways, body: Record<string, unknown>): Promise<RawReply> {
    const [method, url] = ways[way]
    return (await world.as('requester-group')).send(method, url(), { body })
  }

  test.each([
    ['requester-super', { dealer_group_id: 'Dealer Group is required' }],
    ['requester-group', { dealer_group_id: 'Group is required' }],
    ['requester-dealership', { dealer_group_id: 'Group is required', dealership_id: 'Dealer is required' }],
    [
      'requester-department',
      {
        dealer_group_id: 'Group is required',
        dealership_id: 'Dealer is required',
        department_id: 'Department is required',
      },
    ],
  ] as const)('lists all errors of an empty form including the location fields for %s', async (name, places) => {
    const reply = await (await world.as(name)).send('POST', ways.create[1](), { body: {} })
    expect([reply.status, reply.body.error.fields]).toEqual([422, { ...places, ...emptyForm }])
  })

  describe.each(Object.keys(ways) as (keyof typeof ways)[])('refused fields in a call to %s', (way) => {
    test('returns the specified error for each field of an empty form', async () => {
      const reply = await send(way, {})
      expect(reply.status).toBe(422)
      const dealer_group_id = groupMissing[way]
      expect(reply.body.error).toEqual({ code: 'INVALID_FIELDS', fields: { dealer_group_id, ...emptyForm } })
      expect(reply.body.message).toBe(dealer_group_id)
    })

    test('reports a missing dealer group with the error for this call', async () => {
      const reply = await send(way, { ...bodyAt(world.ids, 'NWG'), dealer_group_id: null })
      expect([reply.status, reply.body.error.fields]).toEqual([422, { dealer_group_id: groupMissing[way] }])
    })

    test.each(refused)(
      'rejects the field %s with the value %j and the error for this field',
      async (field, value, text) => {
        const reply = await send(way, { ...bodyAt(world.ids, 'NWG'), [field]: value })
        expect(reply.status).toBe(422)
        expect(Object.keys(reply.body.error.fields)).toEqual([field])
        expect(reply.body.error.fields[field]).toMatch(text)
      },
    )

    test.each(misshapen)(
      'rejects the field %s with the value %j of the wrong type with status 400',
      async (field, value) => {
        const reply = await send(way, { ...bodyAt(world.ids, 'NWG'), [field]: value })
        expect([reply.status, reply.body.error]).toEqual([400, { code: 'BAD_REQUEST' }])
        expect(reply.body.message).toContain(field)
      },
    )

    test.each(foreignFields)('rejects the unknown field %s', async (field) => {
      if (way === 'edit' && field === 'version') return
      const reply = await send(way, { ...bodyAt(world.ids, 'NWG'), [field]: 1 })
      expect([reply.status, reply.body.message]).toEqual([400, `Unknown field: ${field}. Remove it.`])
    })

    test.each([[{ vin_last_digits: null, po_purchase_no: null }], [{ vin_last_digits: '  ', po_purchase_no: '' }]])(
      'requires a VIN or a PO number in a request with %j',
      async (fields) => {
        const reply = await send(way, { ...bodyAt(world.ids, 'NWG'), ...fields })
        expect(reply.body.error.fields).toEqual({ vin_last_digits: vinOrPo, po_purchase_no: vinOrPo })
      },
    )
  })

  test.each([
    [0.01, 0.01],
    ['0.01', 0.01],
    [99_999_999.99, 99_999_999.99],
    ['99999999.99', 99_999_999.99],
    [0.29, 0.29],
    [1.1, 1.1],
    [70_368_744.17, 70_368_744.17],
    [' 12.5 ', 12.5],
    ['0005.10', 5.1],
    [4.35, 4.35],
  ])('stores the amount %j in whole cents, and returns %d', async (amount, shown) => {
    const client = await world.as('requester-group')
    const body = bodyAt(world.ids, 'NWG', { amount })
    const reply = await client.send('POST', '/api/v1/check-requests/create-check-req', { body })
    expect(reply.status).toBe(201)
    const { id } = reply.body.data
    const detail = await client.send('GET', `/api/v1/check-requests/${id}`)
    expect(detail.body.data.amount).toBe(shown)
    expect(detail.text).toContain(`"amount":${shown}`)
    const [listed] = (await client.send('GET', '/api/v1/check-requests')).body.data.items
    expect([listed.id, listed.amount]).toEqual([id, shown])
    const stored = world.database.read.selectFrom('check_requests').select('amount_cents').where('id', '=', id)
    expect((await stored.executeTakeFirstOrThrow()).amount_cents).toBe(Math.round(shown * 100))
  })
})
