import { expect, test } from 'vitest'
import { afterDecision, endInWords } from '#check-requests/queue/approval-queue.ts'

const approved = { to: 'approved', amount: 10.1 } as const

test.each([
  ['in the middle of the queue', 2, [1, 3], 3],
  ['at the end of the queue', 3, [1, 2], 1],
])('opens the next request after a decision %s', (_, id, ids, next) => {
  const { rest, next: following } = afterDecision({ ids: [1, 2, 3], total: 30 }, { id, ...approved })
  expect({ ...rest, next: following }).toMatchObject({ ids, total: 29, next })
})

test('has no next request after the last decision', () => {
  const { rest, next } = afterDecision({ ids: [7], total: 1 }, { id: 7, ...approved })
  expect({ ...rest, next }).toMatchObject({ ids: [], total: 0, next: undefined })
})

test('reports the decisions in dollars and cents and the number of requests left', () => {
  const first = afterDecision({ ids: [1, 2, 3], total: 41 }, { id: 1, ...approved }).rest
  const second = afterDecision(first, { id: 2, to: 'rejected', amount: 5 }).rest
  const third = afterDecision(second, { id: 3, to: 'approved', amount: 0.2 }).rest
  const ended = { decided: third.decided ?? [], left: third.total }
  expect(endInWords(ended)).toBe('1 rejected, $5.00; 2 approved, $10.30. 38 left to decide.')
  expect(endInWords({ ...ended, left: 0 })).toMatch(/Nothing left to decide\.$/)
})
