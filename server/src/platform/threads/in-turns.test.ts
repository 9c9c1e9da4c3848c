import { expect, test } from 'vitest'
import { inTurns } from './promises.ts'

const items = Array.from({ length: 50 }, (_, index) => index)

function work(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test.each([
  ['at once', () => work(1)],
  ['in promises', async () => work(1)],
] as const)('others have a turn while much is done %s', async (_, act) => {
  const done: number[] = []
  let seen = 0
  setImmediate(() => {
    seen = done.length
  })
  await inTurns(items, (item) => {
    done.push(item)
    return act() ?? undefined
  })
  expect(done).toEqual(items)
  expect(seen).toBeGreaterThan(0)
  expect(seen).toBeLessThan(items.length)
})

test('what takes no time is done before others have a turn', () => {
  const done: number[] = []
  void inTurns(items, (item) => {
    done.push(item)
    return undefined
  })
  expect(done).toEqual(items)
})
