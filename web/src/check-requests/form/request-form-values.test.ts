import type { AccessLevel } from '@check-requests/domain/access/scope.ts'
import { expect, test } from 'vitest'
import { blankValues, bodyOf, requestFormSchema } from '#check-requests/form/request-form-values.ts'

const today = '2026-11-21'

const choices = {
  purposes: [{ id: 21, version: 1, name: 'other', description: null, payment_for: 'Other' }],
  deliveryMethods: [{ id: 4, version: 1, name: 'Other', kind: 'other' as const }],
}

function messagesAt(ownLevel: AccessLevel, values: object) {
  const schema = requestFormSchema({ ownLevel, levelOf: () => ownLevel, earliestDue: today, choices })
  const result = schema.safeParse({ ...blankValues(today), requester_id: 1, ...values })
  return Object.fromEntries(result.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}

const complete = {
  dealer_group_id: 1,
  dealership_id: 2,
  department_id: 3,
  request_number: 'LAG-TOY-SVC-000001',
  amount: '1234.5',
  purpose_id: 4,
  priority_level: 'normal',
  payee_type: 'business',
  payee_sub_type: 'vendor',
  payee_name_1: ' Harbor Glass Works ',
  po_purchase_no: 'PO-1',
  delivery_method_id: 2,
}

test('requires a description for a purpose or delivery method named "other"', () => {
  const other = { ...complete, purpose_id: 21, delivery_method_id: 4 }
  expect(messagesAt(1, other)).toEqual({
    purpose_other: 'Please describe the purpose',
    delivery_method_other: 'Please describe the delivery',
  })
  expect(messagesAt(1, { ...other, purpose_other: 'Raffle prize', delivery_method_other: 'Ask for Jo' })).toEqual({})
})

test('makes a new request due in a week', () => {
  expect(blankValues('2026-12-28').due_date).toBe('2027-01-04')
})

test('starts a new request at Normal priority', () => {
  expect(blankValues(today).priority_level).toBe('normal')
})

test.each([
  [0, 'Dealer Group is required', undefined, undefined],
  [1, 'Group is required', undefined, undefined],
  [2, 'Group is required', 'Dealer is required', undefined],
  [3, 'Group is required', 'Dealer is required', 'Department is required'],
] as const)('reports a missing location at access level %i', (level, group, dealer, department) => {
  const messages = messagesAt(level, {
    ...complete,
    dealer_group_id: null,
    dealership_id: null,
    department_id: null,
    request_number: '',
  })
  const missing = {
    dealer_group_id: group,
    request_number: 'Request number required',
    ...(dealer && { dealership_id: dealer }),
    ...(department && { department_id: department }),
  }
  expect(messages).toEqual(missing)
})

test.each([
  ['2026-11-21', {}],
  ['2026-11-20', { due_date: 'The due date can’t be in the past.' }],
  ['', { due_date: 'Due date is required' }],
])('validates the due date %j', (due_date, messages) => {
  expect(messagesAt(3, { ...complete, due_date })).toEqual(messages)
})

test('requires the request number', () => {
  expect(messagesAt(3, { ...complete, request_number: '' })).toEqual({ request_number: 'Request number required' })
})

test('requires an admin to choose the requester', () => {
  expect(messagesAt(1, { ...complete, requester_id: null })).toEqual({ requester_id: 'Requester is required' })
})

const sent = {
  requester_id: 1,
  dealer_group_id: 1,
  dealership_id: 2,
  department_id: 3,
  purpose_id: 4,
  delivery_method_id: 2,
  status_id: 1,
  request_number: 'LAG-TOY-SVC-000001',
  amount: 1234.5,
  payee_type: 'business',
  payee_sub_type: 'vendor',
  payee_name_1: 'Harbor Glass Works',
  payee_name_2: null,
  memo_line: null,
  priority_level: 'normal',
  due_date: '2026-11-28',
  vin_last_digits: null,
  po_purchase_no: 'PO-1',
  invoice_number: null,
  stock_number: null,
  deal_number: null,
  repair_order: null,
  cleared_payment: null,
  good_through: null,
  per_diem: null,
  mailing_method: null,
  delivery_method_other: null,
  purpose_other: null,
  mailing_address: null,
  notes: null,
}

const optional = {
  payee_name_2: 'Second Owner',
  memo_line: 'Invoice 12',
  vin_last_digits: 'AB1234',
  po_purchase_no: 'PO-2',
  invoice_number: 'INV-2',
  stock_number: 'S-2',
  deal_number: 'D-2',
  repair_order: 'RO-2',
  cleared_payment: 'Trace 2',
  good_through: '2026-12-01',
  mailing_method: 'UPS',
  delivery_method_other: 'Ask for Jo',
  purpose_other: 'Raffle prize',
  mailing_address: '1 Main Street',
  notes: 'Call first.',
}

test.each([
  ['dollars, status 1, and null for blank fields', {}, sent],
  ['all filled-in fields', optional, { ...sent, ...optional }],
  [
    'null for locations that aren’t chosen',
    { dealership_id: null, department_id: null },
    { ...sent, dealership_id: null, department_id: null },
  ],
])('submits %s', (_, changes, body) => {
  const schema = requestFormSchema({ ownLevel: 1, levelOf: () => 1, earliestDue: today, choices })
  const values = schema.parse({ ...blankValues(today), requester_id: 1, ...complete, ...changes } as never)
  expect(bodyOf(values)).toEqual(body)
})
