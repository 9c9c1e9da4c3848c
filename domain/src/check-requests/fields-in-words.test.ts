import { expect, test } from 'vitest'
import { capitalized, dateInWords, fieldFormats } from './fields-in-words.ts'

test.each([
  ['amount_cents', 123450, '$1,234.50'],
  ['amount_cents', '5', '$0.05'],
  ['status_id', 9, 'SendBack'],
  ['status_id', 99, undefined],
  ['priority_rank', 4, 'Critical'],
  ['priority_rank', '1', 'Normal'],
  ['priority_rank', 5, undefined],
  ['priority_level', 'urgent', 'Urgent'],
  ['priority_level', 'soon', undefined],
  ['payee_type', 'individual', 'Individual'],
  ['payee_sub_type', 'vendor', 'Vendor'],
] as const)('formats the field %s with the stored value %s as %s', (field, stored, words) => {
  expect(fieldFormats[field](stored)).toBe(words)
})

test('formats dates and leaves any other text unchanged', () => {
  expect(dateInWords('2026-11-21')).toBe('Nov 21, 2026')
  expect(dateInWords('2026-02-30')).toBe('2026-02-30')
  expect(dateInWords('PO-1001')).toBe('PO-1001')
})

test('capitalizes the first letter of a word', () => {
  expect(capitalized('vendor')).toBe('Vendor')
  expect(capitalized('USPS')).toBe('USPS')
  expect(capitalized('')).toBe('')
})
