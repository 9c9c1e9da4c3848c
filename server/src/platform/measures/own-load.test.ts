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

/** Repeatedly blocks the event loop and makes calls until one is refused. Returns the last response. */
async function askWhile(hold: () => void, turns: number) {
  for (let turn = 1; ; turn += 1) {
    hold()
    await new Promise((resolve) => setTimeout(resolve))
    const reply = await app.inject('/')
    if (reply.statusCode !== 200 || turn === turns) return reply
  }
}

// Blocks the thread without computing, as other processes do when they use the CPU.
function wait(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, heldFor)
}

function compute(): void {
  const begin = process.threadCpuUsage()
  const used = () => process.threadCpuUsage(begin)
  while (used().user + used().system < heldFor * 1000);
}

test('200: accepts the first calls despite the load of startup', async () => {
  app.addHook('onReady', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      compute()
      await new Promise((resolve) => setTimeout(resolve))
    }
  })
  await listen()
  expect((await app.inject('/')).statusCode).toBe(200)
})

test('200: keeps serving when other processes delay the event loop', async () => {
  await listen()
  expect((await askWhile(wait, 40)).statusCode).toBe(200)
  expect(app.isUnderPressure()).toBe(true)
})

// On a busy machine, this process might get less than half a core at first.
test('503: refuses calls when its own work delays the event loop, and says when to retry', async () => {
  await listen()
  const reply = await askWhile(compute, 1000)
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
})
