import { expect, test } from 'vitest'
import { SharedReads } from './promises.ts'

test('gives all callers who ask during a read the same next read', async () => {
  const shared = new SharedReads<string, number>()
  let reads = 0
  const ends: (() => void)[] = []
  const work = () =>
    new Promise<number>((resolve) => {
      reads += 1
      const read = reads
      ends.push(() => resolve(read))
    })
  const first = shared.read('one', work)
  const others = [shared.read('one', work), shared.read('one', work), shared.read('one', work)]
  expect(reads).toBe(1)
  ends[0]?.()
  expect(await first).toBe(1)
  const another = shared.read('two', work)
  expect(reads).toBe(3)
  ends[1]?.()
  ends[2]?.()
  expect(await Promise.all([...others, another])).toEqual([2, 2, 2, 3])
  const later = shared.read('one', work)
  ends[3]?.()
  expect(await later).toBe(4)
})

test('gives waiting callers the next read after a failed read', async () => {
  const shared = new SharedReads<string, number>()
  const broken = shared.read('one', () => Promise.reject(new Error('broken')))
  const next = shared.read('one', async () => 1)
  await expect(broken).rejects.toThrow('broken')
  expect(await next).toBe(1)
})
