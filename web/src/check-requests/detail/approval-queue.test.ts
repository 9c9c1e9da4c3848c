import { expect, test } from 'vitest'
import { afterDecision } from '#check-requests/detail/approval-queue.ts'

test.each([
  ['in the middle', 2, [1, 3], 3],
  ['at the end', 3, [1, 2], 1],
])('after a decision %s the next one follows', (_, decided, ids, next) => {
  expect(afterDecision({ ids: [1, 2, 3], total: 30 }, decided)).toEqual({ rest: { ids, total: 29 }, next })
})

test('after the last decision nothing follows', () => {
  expect(afterDecision({ ids: [7], total: 1 }, 7)).toEqual({ rest: { ids: [], total: 0 }, next: undefined })
})
