import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { runs } from '../testing/random.ts'
import {
  createBody,
  defaultDueInDays,
  deleteBody,
  deliveryBody,
  editBody,
  mailingMethods,
  payeeSubTypes,
  payeeTypes,
  priorityBody,
  statusBody,
} from './fields.ts'
import { priorities } from './priorities.ts'

const vinOrPo = "Either 'VIN Last Digits' or 'PO Number' is required."

const everyMessage = {
  dealer_group_id: 'Dealer Group is required',
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

const filled = {
  dealer_group_id: 1,
  purpose_id: 2,
  delivery_method_id: 1,
  amount: 1234.5,
  payee_type: 'individual',
  payee_sub_type: 'customer',
  payee_name_1: 'Ada Byron',
  priority_level: 'normal',
  vin_last_digits: '123456',
}

function messages(schema: z.ZodType, value: unknown): Record<string, string> {
  const issues = schema.safeParse(value).error?.issues ?? []
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]))
}

describe('field values', () => {
  test('defines the payee types, priorities, and mailing methods in the specification', () => {
    expect(payeeTypes).toEqual(['individual', 'business'])
    expect(payeeSubTypes).toEqual(['vendor', 'customer'])
    expect([...mailingMethods].sort()).toEqual(['FedEx', 'GSO', 'UPS', 'USPS'])
    expect(priorities.map((row) => [row.name, row.color])).toEqual([
      ['normal', 'blue'],
      ['medium', 'yellow'],
      ['urgent', 'orange'],
      ['critical', 'red'],
    ])
    expect(defaultDueInDays).toBe(7)
  })
})

describe.each([
  ['createBody', createBody],
  ['editBody', editBody],
] as const)('%s', (_name, body) => {
  test('reports every missing field of a blank form', () => {
    expect(messages(body, {})).toEqual(everyMessage)
  })

  test('reports every missing field of a form with empty inputs', () => {
    const empty = Object.fromEntries(Object.keys(everyMessage).map((field) => [field, '']))
    const dates = { due_date: '', request_number: '' }
    expect(messages(body, { ...empty, ...dates })).toEqual({
      ...everyMessage,
      due_date: 'Due date is required',
      request_number: 'Request number required',
    })
  })

  test('reports every missing field of a form with nulls', () => {
    const nulls = Object.fromEntries(Object.keys(everyMessage).map((field) => [field, null]))
    expect(messages(body, nulls)).toEqual(everyMessage)
  })

  test.each(Object.entries(everyMessage).filter(([, text]) => text !== vinOrPo))(
    'reports a missing value in the field %s as “%s”',
    (field, text) => {
      expect(messages(body, { ...filled, [field]: undefined })).toEqual({ [field]: text })
    },
  )

  test('converts amounts to cents and blank texts to null', () => {
    expect(body.parse({ ...filled, amount: '0.07', notes: '  ', memo_line: ' For June ' })).toMatchObject({
      amount: 7,
      notes: null,
      memo_line: 'For June',
      dealership_id: null,
      department_id: null,
      po_purchase_no: null,
      mailing_method: null,
    })
  })

  test.each([
    ['only a VIN', { vin_last_digits: '123456' }, true],
    ['only a PO number', { po_purchase_no: 'PO-77' }, true],
    ['both', { vin_last_digits: '1', po_purchase_no: '2' }, true],
    ['neither', {}, false],
    ['blanks', { vin_last_digits: '  ', po_purchase_no: '\t' }, false],
    ['nulls', { vin_last_digits: null, po_purchase_no: null }, false],
  ])('requires a VIN or a PO number in a request with %s', (_case, given, accepted) => {
    const found = messages(body, { ...filled, vin_last_digits: undefined, ...given })
    expect(found).toEqual(accepted ? {} : { vin_last_digits: vinOrPo, po_purchase_no: vinOrPo })
  })

  test('limits a VIN to 6 characters', () => {
    expect(body.parse({ ...filled, vin_last_digits: ' A1B2C3 ' }).vin_last_digits).toBe('A1B2C3')
    expect(messages(body, { ...filled, vin_last_digits: 'A1B2C3D' })).toEqual({
      vin_last_digits: 'VIN Last Digits can have at most 6 characters',
    })
  })

  test.each([
    ['status_id', 2],
    ['status_id', '1'],
    ['dealer_group_id', '1'],
    ['dealer_group_id', 0],
    ['dealer_group_id', 1.5],
    ['dealership_id', -1],
    ['department_id', '3'],
    ['purpose_id', true],
    ['payee_type', 'vendor'],
    ['payee_sub_type', 'individual'],
    ['priority_level', 'Normal'],
    ['mailing_method', 'DHL'],
    ['due_date', '2026-02-30'],
    ['payee_name_1', 'x'.repeat(201)],
    ['notes', 'x'.repeat(2001)],
    ['mailing_address', 'x'.repeat(501)],
    ['requester_id', 0],
    ['good_through', '2026-02-30'],
    ['per_diem', 0],
    ['per_diem', '1.234'],
    ['per_diem', true],
    ['amount', 100_000_000],
  ])('refuses a request whose field %s is %j', (field, value) => {
    expect(Object.keys(messages(body, { ...filled, [field]: value }))).toEqual([field])
  })

  test.each(['id', 'created_by_id', 'cleared_date', 'check_number', '__proto__x', 'status'])(
    'refuses the unknown field %s',
    (field) => {
      const issue = body.safeParse({ ...filled, [field]: 1 }).error?.issues[0]
      expect(issue).toMatchObject({ code: 'unrecognized_keys', keys: [field] })
    },
  )

  test('accepts every field in the specification and the fields that its form omitted', () => {
    const whole = {
      ...filled,
      requester_id: 9,
      dealership_id: 2,
      department_id: 3,
      status_id: 1,
      request_number: 'LAG-TOY-SVC-000127',
      payee_name_2: 'Charles Babbage',
      memo_line: 'Refund',
      due_date: '2026-11-28',
      po_purchase_no: 'PO-77',
      invoice_number: 'INV-88120',
      stock_number: 'S-1207',
      deal_number: 'D-4401',
      repair_order: 'RO-33810',
      cleared_payment: 'Trace 88120, Nov 3',
      good_through: '2026-11-30',
      per_diem: 412,
      accounting: [{ account: '2310', control_number: 'S-1207', amount: 1234.5 }],
      mailing_method: 'FedEx',
      delivery_method_other: 'Ring twice',
      purpose_other: 'Flowers',
      mailing_address: '1 Main St\nSpringfield',
      notes: 'Thank you',
    }
    const accounting = [{ account: '2310', controlNumber: 'S-1207', cents: 123_450 }]
    expect(body.parse(whole)).toEqual({ ...whole, amount: 123_450, per_diem: 41_200, accounting })
  })

  test('never throws for any input', () => {
    const anyBody = fc.oneof(
      fc.anything(),
      fc.record(
        { vin_last_digits: fc.anything(), po_purchase_no: fc.anything(), amount: fc.anything(), notes: fc.anything() },
        { requiredKeys: [] },
      ),
    )
    fc.assert(
      fc.property(anyBody, (value) => {
        expect(body.safeParse(value).success).toBe(false)
      }),
      runs({ gate: 300, nightly: 10_000 }),
    )
  })
})

describe('request versions', () => {
  test.each([
    ['editBody', editBody, filled],
    ['deliveryBody', deliveryBody, { delivery_method_id: 1 }],
    ['priorityBody', priorityBody, { priority_level: 'urgent' }],
    ['statusBody', statusBody, { status_id: 2 }],
    ['deleteBody', deleteBody, {}],
  ] as const)('accepts the version shown to the user in %s', (_name, body, value) => {
    expect(body.parse({ ...value, version: 3 })).toMatchObject({ version: 3 })
    expect(body.safeParse(value).success).toBe(true)
    for (const version of [0, -1, 1.5, '3', null]) expect(body.safeParse({ ...value, version }).success).toBe(false)
  })

  test('refuses a version on a new request', () => {
    expect(createBody.safeParse({ ...filled, version: 1 }).success).toBe(false)
  })
})

describe('deliveryBody', () => {
  test('requires a delivery method', () => {
    expect(messages(deliveryBody, {})).toEqual({ delivery_method_id: 'Delivery method is required' })
  })

  test('accepts mailing method, tracking number, and details', () => {
    const details = {
      delivery_method_id: 3,
      mailing_method: 'UPS',
      tracking_number: '1Z999',
      delivery_method_other: 'Front desk',
    }
    expect(deliveryBody.parse(details)).toEqual(details)
  })

  test('refuses fields of the request itself', () => {
    expect(deliveryBody.safeParse({ delivery_method_id: 3, amount: 1 }).success).toBe(false)
  })
})

describe('priorityBody', () => {
  test('requires a priority and accepts a message', () => {
    expect(messages(priorityBody, {})).toEqual({ priority_level: 'Priority level is required' })
    expect(priorityBody.parse({ priority_level: 'critical', message: ' Customer waits ', status_id: 2 })).toEqual({
      priority_level: 'critical',
      message: 'Customer waits',
      status_id: 2,
    })
  })
})

describe('statusBody', () => {
  test.each([[undefined], [null], [''], [0], [10], [-1], ['1'], [1.5]])('refuses %j as the status', (status_id) => {
    expect(messages(statusBody, { status_id })).toEqual({ status_id: 'status require' })
  })

  test('accepts a missing comment and check number', () => {
    const nothing = { note: null, check_number: null, received_by: null }
    expect(statusBody.parse({ status_id: 5 })).toEqual({ status_id: 5, ...nothing })
    expect(statusBody.parse({ status_id: 5, note: ' ', check_number: ' ', received_by: ' ' })).toEqual({
      status_id: 5,
      ...nothing,
    })
  })

  test.each(['1', '004512', '123456789012'])('accepts the check number %s', (check_number) => {
    expect(statusBody.parse({ status_id: 5, check_number }).check_number).toBe(check_number)
  })

  test.each(['1234567890123', '12a', '-1', '1.5', '1 2', '#12', '١٢٣', '12\n3'])(
    'refuses the check number %j',
    (check_number) => {
      expect(messages(statusBody, { status_id: 5, check_number })).toEqual({
        check_number: 'Enter a check number of 1 to 12 digits.',
      })
    },
  )
})

describe('deleteBody', () => {
  test.each([[undefined], [null], [{}]])('accepts %j as the body', (value) => {
    expect(deleteBody.safeParse(value).success).toBe(true)
  })

  test('accepts only the version', () => {
    expect(deleteBody.safeParse({ force: true }).success).toBe(false)
  })
})
