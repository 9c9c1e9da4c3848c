import { expect, test } from 'vitest'
import { inTurns } from './promises.ts'

const items = Array.from({ length: 50 }, (_, index) => index)

function work(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test.each([
  ['of synchronous work', () => work(1)],
  ['of promises', async () => work(1)],
] as const)('lets other work run during a long loop %s', async (_, act) => {
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

test('completes quick work without interruption', () => {
  const done: number[] = []
  void inTurns(items, (item) => {
    done.push(item)
    return undefined
  })
  expect(done).toEqual(items)
})
