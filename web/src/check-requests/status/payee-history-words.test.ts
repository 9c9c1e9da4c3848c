import type { PayeeHistory } from '@check-requests/domain/check-requests/payees.ts'
import { expect, test } from 'vitest'
import { isFirstPayment, payeeHistoryText } from '#check-requests/status/update-status.tsx'

const never: PayeeHistory = {
  recent: 0,
  earlier: 0,
  usual_amount: null,
  last_paid_at: null,
  under_way: 0,
  is_lower_bound: false,
}
// Midnight in the time zone of the machine that runs the test.
const last_paid_at = new Date(2026, 10, 3).toISOString()

test.each<[string, Partial<PayeeHistory>]>([
  ['4 paid in 90 days, usually $2,100, last Nov 3', { recent: 4, usual_amount: 2100, last_paid_at }],
  ['4 paid in 90 days, usually $2,100.50, last Nov 3', { recent: 4, usual_amount: 2100.5, last_paid_at }],
  ['1 paid in 90 days, last Nov 3', { recent: 1, earlier: 7, last_paid_at }],
  ['No payments in the last 90 days (7 before, last Nov 3, 2026)', { earlier: 7, last_paid_at }],
  [
    'No payments in the last 90 days (at least 7 before, last Nov 3, 2026)',
    { earlier: 7, last_paid_at, is_lower_bound: true },
  ],
  ['At least 90 paid in 90 days, last Nov 3', { recent: 90, last_paid_at, is_lower_bound: true }],
  ['First payment to this payee; 1 other in progress', { under_way: 1 }],
  ['1 paid in 90 days, last Nov 3; 2 others in progress', { recent: 1, under_way: 2, last_paid_at }],
  [
    'No payments in the newest requests for this payee; 900 others in progress',
    { is_lower_bound: true, under_way: 900 },
  ],
])('summarizes a payment history as “%s”', (text, changes) => {
  expect(payeeHistoryText({ ...never, ...changes }, 1)).toBe(text)
})

test.each([
  [0, 'First payment to this payee'],
  [1, 'First payment to this payee'],
  [2, 'First payment to this payee at your dealerships'],
  [3, 'First payment to this payee in your departments'],
] as const)('limits “first payment” at access level %i to the reader’s scope with the text “%s”', (level, text) => {
  expect(payeeHistoryText(never, level)).toBe(text)
  expect(isFirstPayment(never)).toBe(true)
})

test('doesn’t mark a first payment if the payee was paid or could have been', () => {
  expect(isFirstPayment({ ...never, earlier: 1, last_paid_at })).toBe(false)
  expect(isFirstPayment({ ...never, is_lower_bound: true })).toBe(false)
})
