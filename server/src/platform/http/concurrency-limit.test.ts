import { expect, test } from 'vitest'
import { ConcurrencyLimit } from './concurrency-limits.ts'

test('limits the operations in progress under one name without affecting other names', () => {
  const shares = new ConcurrencyLimit(2)
  expect([shares.enter('ann'), shares.enter('ann'), shares.enter('ann')]).toEqual([true, true, false])
  expect(shares.enter('bob')).toBe(true)
  shares.leave('ann')
  expect([shares.enter('ann'), shares.enter('ann')]).toEqual([true, false])
})

test('restores the full limit once all operations have ended', () => {
  const shares = new ConcurrencyLimit(1)
  for (let round = 0; round < 3; round += 1) {
    expect(shares.enter(7)).toBe(true)
    expect(shares.enter(7)).toBe(false)
    shares.leave(7)
  }
})
