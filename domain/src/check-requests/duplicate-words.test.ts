import { expect, test } from 'vitest'
import { isWarning, sameIn, warningTexts } from './duplicates.ts'

const request = {
  id: 1,
  request_number: 'LAG-000001',
  amount: 5,
  status_id: 1 as const,
  status_name: 'request' as const,
  request_date: '2026-11-20T15:00:00.000Z',
  alike: ['vin' as const],
}

function found(named: number, more: number, hidden: number, is_lower_bound = false) {
  return { requests: Array.from({ length: named }, () => request), more, hidden, is_lower_bound }
}

test('describes matches with the field names of the form', () => {
  expect(sameIn(['payment'])).toBe('same payee and amount')
  expect(sameIn(['payment', 'vin', 'po'])).toBe('same payee and amount, same VIN, same PO number')
  expect(sameIn(['po', 'document'])).toBe('same PO number, same document')
})

test.each([
  [found(1, 0, 0), 'Possible duplicate', false, false],
  [found(2, 0, 0), '2 possible duplicates', false, false],
  [found(5, 1, 0), '6 possible duplicates', '1 more isn’t listed here.', false],
  [
    found(0, 0, 1),
    'Possible duplicate',
    false,
    'Another request in your dealer group looks the same, but you can’t open it.',
  ],
  [
    found(1, 0, 2),
    '3 possible duplicates',
    false,
    '2 other requests in your dealer group look the same, but you can’t open them.',
  ],
  [found(5, 45, 0, true), 'At least 50 possible duplicates', 'At least 45 more aren’t listed here.', false],
  [
    found(0, 0, 50, true),
    'At least 50 possible duplicates',
    false,
    'At least 50 other requests in your dealer group look the same, but you can’t open them.',
  ],
])('describes the possible duplicates %j in sentences', (duplicates, title, more, hidden) => {
  expect(warningTexts(duplicates)).toEqual({ title, more, hidden })
  expect(isWarning(duplicates)).toBe(true)
})

test('shows no duplicate warning without matches or before a response', () => {
  expect([isWarning(undefined), isWarning(found(0, 0, 0))]).toEqual([false, false])
})
