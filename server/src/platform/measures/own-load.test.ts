import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { handleErrors } from '../http/error-handler.ts'
import { refuseWhenOverloaded } from '../http/hardening.ts'

const longestDelay = 10
const heldFor = 30
const measuredEvery = 20

let app: FastifyInstance
beforeEach(async () => {
  app = Fastify()
  handleErrors(app)
  await refuseWhenOverloaded(app, longestDelay, measuredEvery)
  app.get('/', async () => 'served')
})
afterEach(() => app.close())

const listen = () => app.listen({ host: '127.0.0.1', port: 0 })

/** Repeatedly blocks the event loop and makes calls until one is refused; returns the last response. */
async function askWhile(hold: () => void, turns: number) {
  for (let turn = 1; ; turn += 1) {
    hold()
    await new Promise((resolve) => setTimeout(resolve))
    const reply = await app.inject('/')
    if (reply.statusCode !== 200 || turn === turns) return reply
  }
}

// The thread waits without computing, as it does while other processes use the CPU.
function wait(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, heldFor)
}

function compute(): void {
  const begin = process.threadCpuUsage()
  const used = () => process.threadCpuUsage(begin)
  while (used().user + used().system < heldFor * 1000);
}

test('200: what a start takes is no reason to refuse the first calls', async () => {
  app.addHook('onReady', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      compute()
      await new Promise((resolve) => setTimeout(resolve))
    }
  })
  await listen()
  expect((await app.inject('/')).statusCode).toBe(200)
})

test('200: an event loop that others make late goes on serving', async () => {
  await listen()
  expect((await askWhile(wait, 40)).statusCode).toBe(200)
  expect(app.isUnderPressure()).toBe(true)
})

// On a busy machine this process may get less than half a core at first.
test('503: an event loop that is late by its own work refuses, and says when to come back', async () => {
  await listen()
  const reply = await askWhile(compute, 1000)
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
})
