import { AsyncLocalStorage } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { LongReads } from './long-reads.ts'

test('fetches every part and closes the source in the context of the caller', async () => {
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
  const begun = who.run('caller', () => new LongReads().stream(parts()))
  const read = await who.run('socket', () => begun.toArray())
  expect(read).toEqual(['a', 'b', 'c'])
  const left = who.run('caller', () => new LongReads().stream(parts()))
  await who.run('socket', async () => {
    for await (const _part of left) break
    if (!left.closed) await new Promise((resolve) => left.once('close', resolve))
  })
  expect(new Set(seen)).toEqual(new Set(['caller']))
  expect(seen.length).toBeGreaterThanOrEqual(6)
})

test('streams parts unchanged that are already available', async () => {
  expect(await new LongReads().stream(['a', 'b']).toArray()).toEqual(['a', 'b'])
})

test('serves one part per turn of the event loop to ten concurrent reads and keeps each read’s parts in order', async () => {
  const reads = new LongReads()
  const turns: number[] = []
  async function* parts() {
    for (let part = 0; part < 30; part += 1) {
      turns.push(performance.nodeTiming.uvMetricsInfo.loopCount)
      yield part
    }
  }
  const read = await Promise.all(Array.from({ length: 10 }, () => reads.stream(parts()).toArray()))
  expect(read).toEqual(read.map(() => Array.from({ length: 30 }, (_, part) => part)))
  expect(turns).toHaveLength(300)
  expect(new Set(turns).size).toBe(turns.length)
})

test('serves dealer groups in turn so that many reads by one group hardly delay another group', async () => {
  const reads = new LongReads()
  const fetched: number[] = []
  function* parts(tenant: number) {
    for (let part = 0; part < 30; part += 1) {
      fetched.push(tenant)
      yield part
    }
  }
  const many = Array.from({ length: 20 }, () => reads.stream(parts(1), { tenant: 1 }).toArray())
  await reads.stream(parts(2), { tenant: 2 }).toArray()
  // Without turns, group 1 would have fetched nearly all of its 600 parts. Two parts are fetched at once, and a reader
  // requests the next part only after the previous one.
  expect(fetched.filter((tenant) => tenant === 1).length).toBeLessThan(7 * 30)
  await Promise.all(many)
  expect(fetched).toHaveLength(21 * 30)
})

test('fetches nothing for a reader that stops reading', async () => {
  let fetched = 0
  function* parts() {
    for (;;) {
      fetched += 1
      yield 'part'
    }
  }
  const stream = new LongReads().stream(parts())
  const other = new LongReads().stream(Array.from({ length: 50 }, () => 'other'))
  stream.read()
  await other.toArray()
  expect(fetched).toBeLessThan(4)
  stream.destroy()
})
