import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Name, Turns } from './fair-queue.ts'

const whenFull = 'Too much at once.'

/** Records when each piece of work begins. The test decides when it ends. */
function start(atOnce: number, longestQueue: number, mostWaiting = 100) {
  const turns = new Turns({ atOnce, longestQueue, mostWaiting, whenFull, retryAfterSeconds: 5 })
  const begun: Name[] = []
  const ends: (() => void)[] = []
  const ask = (name: Name) =>
    turns.take(name, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const askOften = (name: Name, times: number) => Array.from({ length: times }, () => ask(name))
  const endAll = async () => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end()
      await nextTurn()
    }
  }
  return { begun, ask, askOften, endAll }
}

test('serves names in turn, however much work one name has', async () => {
  const { begun, askOften, endAll } = start(1, 100)
  const all = [...askOften('many', 6), ...askOften('few', 2), ...askOften('one', 1)]
  await endAll()
  await Promise.all(all)
  expect(begun).toEqual(['many', 'many', 'few', 'one', 'many', 'few', 'many', 'many', 'many'])
})

test('leaves a slot for other names during one name’s slow work', async () => {
  const turns = new Turns({ atOnce: 2, mostOfOne: 1, longestQueue: 9, whenFull, retryAfterSeconds: 5 })
  const ends: (() => void)[] = []
  const begun: Name[] = []
  const ask = (name: Name) =>
    turns.take(name, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = [ask('slow'), ask('slow'), ask('slow'), ask('other')]
  expect(begun).toEqual(['slow', 'other'])
  for (let end = ends.shift(); end; end = ends.shift()) {
    end()
    await nextTurn()
  }
  await Promise.all(all)
  expect(begun).toEqual(['slow', 'other', 'slow', 'slow'])
})

test('runs as much work at a time as allowed, and lets no newcomer overtake the queue', async () => {
  const { begun, askOften, ask, endAll } = start(2, 100)
  const all = [...askOften('first', 3), ask('second')]
  expect(begun).toEqual(['first', 'first'])
  await endAll()
  await Promise.all([...all, ask('third'), endAll()])
  expect(begun).toEqual(['first', 'first', 'first', 'second', 'third'])
})

test('refuses only the name with too much work in the queue', async () => {
  const { ask, askOften, endAll } = start(1, 3)
  const all = askOften('many', 4)
  await expect(ask('many')).rejects.toMatchObject({ code: 'TOO_MANY', message: whenFull, retryAfterSeconds: 5 })
  all.push(ask('other'))
  await endAll()
  await Promise.all(all)
})

test('refuses work of many names while the total queue is too long, and accepts work again afterward', async () => {
  const { ask, endAll } = start(1, 3, 5)
  const all = [0, 1, 2, 3, 4, 5].map((name) => ask(name))
  await expect(ask(6)).rejects.toMatchObject({ code: 'TOO_MANY' })
  await endAll()
  await Promise.all(all)
  const later = [0, 1, 2, 3, 4, 5].map((name) => ask(name))
  await endAll()
  await Promise.all(later)
})

test('refuses a call that waits longer than allowed without running it', async () => {
  const turns = new Turns({ atOnce: 1, longestQueue: 9, patience: 30, whenFull, retryAfterSeconds: 5 })
  const slow = Promise.withResolvers<string>()
  const begun: string[] = []
  const run = (name: string, work: () => Promise<string>) =>
    turns.take('one', () => {
      begun.push(name)
      return work()
    })
  const first = run('first', () => slow.promise)
  await expect(run('second', async () => 'done')).rejects.toMatchObject({ code: 'TOO_MANY', message: whenFull })
  const third = run('third', async () => 'done')
  slow.resolve('done')
  expect(await Promise.all([first, third])).toEqual(['done', 'done'])
  expect(begun).toEqual(['first', 'third'])
})

test('frees the slot of failed work', async () => {
  const turns = new Turns({ atOnce: 1, longestQueue: 1, whenFull, retryAfterSeconds: 5 })
  const failing = turns.take('one', () => Promise.reject(new Error('no')))
  const next = turns.take('other', async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})
