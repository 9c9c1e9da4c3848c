import { expect, test } from 'vitest'
import { firstDueAfter, pauseAfter } from './jobs.ts'

test.each([
  [1, 60],
  [2, 120],
  [3, 240],
  [6, 1920],
  [7, 3600],
  [50, 3600],
  [5000, 3600],
])('waits after %i consecutive failures for %i seconds', (failures, seconds) => {
  expect(pauseAfter(failures)).toBe(seconds)
})

test('first runs daily jobs an hour after the first start and all other jobs immediately', () => {
  expect([5, 3600, 86_400].map((every) => firstDueAfter({ every }))).toEqual([0, 0, 3600])
})
