import { describe, expect, test } from 'vitest'
import { isSamePlace, nowhere, placeIn } from '#check-requests/form/place-choices.ts'
import { mistakesOf } from '#check-requests/form/request-form-errors.tsx'
import {
  blankValues,
  bodyOf,
  centsIn,
  requestFormSchema,
  typedLine,
  valuesLike,
  valuesOf,
} from '#check-requests/form/request-form-values.ts'
import { detailedRequest } from '#testing/requests.ts'

const today = '2026-11-21'
const payoff = detailedRequest({
  status_name: 'sendback',
  amount: 1000.5,
  due_date: '2026-12-01',
  good_through: '2026-12-01',
  payoff: { per_diem: 12.5, approved_up_to: null },
  vin_last_digits: 'K98761',
  invoice_number: 'INV-1',
  stock_number: 'S-1',
  mailing_method: 'UPS',
  accounting: [{ account: '5001', account_name: 'Parts', control_number: null, amount: 1000.5 }],
  notes: 'Call first.',
})

describe('form for an existing request', () => {
  test('shows amounts with cents, and texts as stored', () => {
    expect(valuesOf(payoff)).toMatchObject({
      amount: '1000.50',
      per_diem: '12.50',
      good_through: '2026-12-01',
      vin_last_digits: 'K98761',
      mailing_method: 'UPS',
      accounting: [{ account: '5001', control_number: '', amount: '1000.50' }],
      notes: 'Call first.',
    })
  })

  test('shows missing values as blank fields', () => {
    const values = valuesOf(detailedRequest())
    expect([values.payee_name_2, values.memo_line, values.notes, values.per_diem, values.accounting]).toEqual([
      '',
      '',
      '',
      '',
      [],
    ])
  })

  test('clears a mailing method that is no longer offered', () => {
    expect(valuesOf(detailedRequest({ mailing_method: 'Pigeon' })).mailing_method).toBeNull()
  })

  test('leaves the per diem field blank for a per diem of zero', () => {
    const free = detailedRequest({ good_through: '2026-12-01', payoff: { per_diem: 0, approved_up_to: null } })
    expect(valuesOf(free).per_diem).toBe('')
  })

  test('sends the same amounts and lines for an unchanged request', () => {
    const schema = requestFormSchema({
      ownLevel: 1,
      levelOf: () => 1,
      earliestDue: today,
      choices: { purposes: [], deliveryMethods: [] },
    })
    const parsed = schema.safeParse(valuesOf(payoff))
    if (!parsed.success) throw parsed.error
    expect(bodyOf(parsed.data)).toMatchObject({
      amount: 1000.5,
      per_diem: 12.5,
      accounting: [{ account: '5001', control_number: null, amount: 1000.5 }],
    })
  })
})

describe('form for a duplicate of a request', () => {
  const values = valuesLike(payoff, today)

  test('copies payee, purpose, and location to a duplicate', () => {
    expect(values).toMatchObject({
      payee_name_1: 'Harbor Glass Works',
      purpose_id: 4,
      dealership_id: 11,
      notes: 'Call first.',
    })
  })

  test.each(['amount', 'vin_last_digits', 'invoice_number', 'stock_number', 'good_through', 'per_diem'] as const)(
    'leaves the field %s blank in a duplicate, so that nothing is paid twice by mistake',
    (field) => {
      expect(values[field]).toBe('')
    },
  )

  test('sets a duplicate’s due date to one week later and leaves its request number blank', () => {
    expect([values.due_date, values.request_number, values.accounting]).toEqual(['2026-11-28', '', []])
  })
})

test.each([
  ['1234.5', 123_450],
  ['0.01', 1],
  ['', 0],
  ['12.345', 0],
  ['-5', 0],
])('converts the typed amount %j to %i cents', (text, cents) => {
  expect(centsIn(text)).toBe(cents)
})

test.each([
  ['', null],
  ['  ', null],
  [' RO-1 ', 'RO-1'],
])('reads the control number %j as %j', (control_number, controlNumber) => {
  expect(typedLine({ account: '5001', control_number, amount: '12.50' })).toEqual({
    account: '5001',
    controlNumber,
    cents: 1250,
  })
})

describe('request location', () => {
  const place = { dealer_group_id: 1, dealership_id: 11, department_id: 111 }

  test('reads the location from a request', () => {
    expect(placeIn(detailedRequest())).toEqual(place)
  })

  test.each([
    [place, true],
    [{ ...place, department_id: null }, false],
    [{ ...place, dealership_id: 12 }, false],
    [nowhere, false],
  ])('recognizes the same location in %j (expected: %s)', (other, expected) => {
    expect(isSamePlace(place, other)).toBe(expected)
  })
})

describe('error list', () => {
  const error = (message: string) => ({ type: 'custom', message })

  test('lists errors in the order of the form', () => {
    const errors = { amount: error('Amount is required'), dealer_group_id: error('Group is required') }
    expect(mistakesOf(errors).map(({ field }) => field)).toEqual(['dealer_group_id', 'amount'])
  })

  test('lists an error shown at two fields once', () => {
    const message = 'Enter a VIN or a PO number'
    const errors = { vin_last_digits: error(message), po_purchase_no: error(message) }
    expect(mistakesOf(errors)).toEqual([{ field: 'vin_last_digits', message }])
  })

  test('lists no errors for a new form', () => {
    expect(mistakesOf({})).toEqual([])
    expect(blankValues(today).amount).toBe('')
  })
})
