import { expect, test } from 'vitest'
import { blankValues, firstEmpty } from '#check-requests/form/request-form-values.ts'

const filled = {
  ...blankValues('2026-11-21'),
  requester_id: 1,
  dealer_group_id: 1,
  dealership_id: 2,
  department_id: 3,
  payee_name_1: 'Harbor Glass Works',
  payee_type: 'business',
  payee_sub_type: 'vendor',
  amount: '12',
  purpose_id: 4,
  priority_level: 'normal',
  vin_last_digits: 'K98761',
  delivery_method_id: 2,
} as const
const everyLevel = { dealership_id: 'Dealer is required', department_id: 'Department is required' }

test.each([
  [{}, undefined],
  [{ delivery_method_id: null }, 'delivery_method_id'],
  [{ amount: '', purpose_id: null }, 'amount'],
  [{ vin_last_digits: '' }, 'vin_last_digits'],
  [{ vin_last_digits: '', po_purchase_no: 'PO-1' }, undefined],
  [{ department_id: null, payee_name_1: '' }, 'department_id'],
])('finds the first empty field in a form with the changes %j (expected: %s)', (changes, field) => {
  expect(firstEmpty({ ...filled, ...changes }, everyLevel)).toBe(field)
})

test('skips an optional location field', () => {
  const values = { ...filled, dealership_id: null, department_id: null, payee_name_1: '' }
  expect(firstEmpty(values, {})).toBe('payee_name_1')
  expect(firstEmpty(values, { dealership_id: 'Dealer is required' })).toBe('dealership_id')
})
