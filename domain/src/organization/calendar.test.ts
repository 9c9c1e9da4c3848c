import { expect, test } from 'vitest'
import { holidaysInWords, weekdaysInWords } from './calendar.ts'

test.each([
  [[1, 2, 3, 4, 5], 'Monday to Friday'],
  [[1, 2, 3, 4, 5, 6], 'Monday to Saturday'],
  [[0, 1, 2, 3, 4, 5, 6], 'Monday to Sunday'],
  [[0, 1, 2], 'Monday, Tuesday, and Sunday'],
  [[5, 6], 'Friday and Saturday'],
  [[3], 'Wednesday'],
  [[], 'None'],
])('formats the business days %j as %s', (days, words) => {
  expect(weekdaysInWords(days)).toBe(words)
})

test('lists holidays with their dates', () => {
  expect(holidaysInWords([])).toBe('None')
  expect(holidaysInWords([{ date: '2026-12-25', name: 'Christmas Day' }])).toBe('Christmas Day (Dec 25, 2026)')
})
