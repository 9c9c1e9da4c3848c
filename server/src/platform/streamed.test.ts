import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { streamOf } from './streamed.ts'

test('every part is fetched on behalf of whoever began, and what is open is closed so too', async () => {
  const who = new AsyncLocalStorage<string>()
  const seen: (string | undefined)[] = []
  async function* parts() {
    try {
      for (const part of ['a', 'b', 'c']) {
        seen.push(who.getStore())
        yield part
      }
    } finally {
      seen.push(who.getStore())
    }
  }
  const begun = who.run('caller', () => streamOf(parts()))
  const read = await who.run('socket', () => begun.toArray())
  expect(read).toEqual(['a', 'b', 'c'])
  const left = who.run('caller', () => streamOf(parts()))
  await who.run('socket', async () => {
    for await (const _part of left) break
  })
  expect(new Set(seen)).toEqual(new Set(['caller']))
  expect(seen.length).toBeGreaterThanOrEqual(6)
})

test('parts that are there already are streamed as they are', async () => {
  expect(await streamOf(['a', 'b']).toArray()).toEqual(['a', 'b'])
})
