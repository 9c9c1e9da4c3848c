import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Arrivals } from './connections.ts'

const noTime = 0

test('admits one new connection per turn of the event loop under load, alternating between networks', async () => {
  const arrivals = new Arrivals(noTime)
  const handled: string[] = []
  for (const [network, calls] of Object.entries({ '10.0.0.1': 4, '10.0.0.2': 2 }))
    for (let call = 1; call <= calls; call += 1)
      arrivals.letIn({ remoteAddress: network, destroyed: false }, () => handled.push(`${network} ${call}`))
  expect(handled).toEqual([])
  const turns: number[] = []
  while (handled.length < 6) {
    const before = handled.length
    await nextTurn()
    turns.push(handled.length - before)
  }
  expect(Math.max(...turns)).toBe(1)
  expect(handled).toEqual(['10.0.0.1 1', '10.0.0.2 1', '10.0.0.1 2', '10.0.0.2 2', '10.0.0.1 3', '10.0.0.1 4'])
})

test('processes later calls on a connection without waiting for new connections', async () => {
  const arrivals = new Arrivals(noTime)
  const known = { remoteAddress: '10.0.0.1', destroyed: false }
  await new Promise<void>((resolve) => arrivals.letIn(known, resolve))
  const handled: string[] = []
  for (let call = 0; call < 3; call += 1)
    arrivals.letIn({ remoteAddress: '10.0.0.1', destroyed: false }, () => handled.push('stranger'))
  arrivals.letIn(known, () => handled.push('known'))
  expect(handled).toEqual(['known'])
})

test('skips a queued call whose connection has closed', async () => {
  const arrivals = new Arrivals(noTime)
  const gone = { remoteAddress: '10.0.0.1', destroyed: false }
  const handled: string[] = []
  arrivals.letIn(gone, () => handled.push('gone'))
  const last = new Promise<void>((resolve) => {
    arrivals.letIn({ remoteAddress: '10.0.0.1', destroyed: false }, resolve)
  })
  gone.destroyed = true
  await last
  expect(handled).toEqual([])
})
