import { expect, test } from 'vitest'
import { Freshness, KeptResults } from './freshness.ts'

function keptBy(freshness: Freshness) {
  const kept = new KeptResults<number>(freshness)
  let reads = 0
  const ask = (scope = 'group:1', question = 'how many') => kept.of([scope], question, async () => ++reads)
  return { kept, ask }
}

test('keeps a result until something in its scope changes', async () => {
  const freshness = new Freshness('boot')
  const { ask } = keptBy(freshness)
  expect([await ask(), await ask()]).toEqual([1, 1])
  freshness.bump(['group:2'])
  expect(await ask()).toBe(1)
  freshness.bump(['group:1'])
  expect([await ask(), await ask()]).toEqual([2, 2])
  freshness.bumpAll()
  expect(await ask()).toBe(3)
})

test('keeps results of different questions and scopes apart', async () => {
  const { ask } = keptBy(new Freshness('boot'))
  expect([await ask('group:1', 'one'), await ask('group:1', 'other'), await ask('group:2', 'one')]).toEqual([1, 2, 3])
  expect([await ask('group:1', 'one'), await ask('group:1', 'other'), await ask('group:2', 'one')]).toEqual([1, 2, 3])
})

test('keeps nothing while changes can go unnoticed', async () => {
  const freshness = new Freshness('boot')
  const { ask } = keptBy(freshness)
  freshness.setReliable(false)
  expect([await ask(), await ask()]).toEqual([1, 2])
})

test('reads again after a read that failed', async () => {
  const { kept, ask } = keptBy(new Freshness('boot'))
  await expect(kept.of(['group:1'], 'how many', () => Promise.reject(new Error('Busy')))).rejects.toThrow('Busy')
  expect(await ask()).toBe(1)
})

test('forgets the oldest of more than 1,000 results', async () => {
  const { ask } = keptBy(new Freshness('boot'))
  for (let index = 0; index <= 1000; index += 1) await ask('group:1', `question ${index}`)
  expect(await ask('group:1', 'question 1')).toBe(2)
  expect(await ask('group:1', 'question 0')).toBe(1002)
})
