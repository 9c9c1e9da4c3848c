import { expect, test } from 'vitest'
import { pauseAfter } from './jobs.ts'

test.each([
  [1, 60],
  [2, 120],
  [3, 240],
  [6, 1920],
  [7, 3600],
  [50, 3600],
  [5000, 3600],
])('after %i failures in a row a job rests for %i seconds', (failures, seconds) => {
  expect(pauseAfter(failures)).toBe(seconds)
})
