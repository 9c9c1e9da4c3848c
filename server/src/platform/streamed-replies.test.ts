import { setImmediate as nextTurn } from 'node:timers/promises'
import { endpoint } from '@check-requests/domain/api/endpoint.ts'
import Fastify, { type FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openGuard } from '../testing/open-guard.ts'
import { Api } from './http/api.ts'

const common = { method: 'GET', policy: 'check-requests.edit', status: 200, failure: 'Failed...' } as const
const list = endpoint({ ...common, id: 'list', summary: 'Items', path: '/list', reply: z.array(z.number()) })
const file = endpoint({
  ...common,
  id: 'file',
  summary: 'File',
  path: '/file',
  reply: z.string(),
  produces: 'text/csv',
})

/** Counts the close listeners of the response at each part. */
async function* listenersAtEach<Part>(parts: Part[], reply: FastifyReply, counts: number[]) {
  for (const part of parts) {
    await nextTurn()
    counts.push(reply.raw.listenerCount('close'))
    yield part
  }
}

// Node warns of a leak from the eleventh listener on. Fastify and the concurrency limits add some of these listeners.
test.each([list, file])('adds few listeners to the response while $path is streamed', async ({ path }) => {
  const app = Fastify()
  app.setSerializerCompiler(() => JSON.stringify)
  const api = new Api(app, openGuard)
  const counts: number[] = []
  api.on(list, async ({ reply }) => ({ message: 'Items', items: listenersAtEach([[1], [2]], reply, counts) }))
  api.on(file, async ({ reply }) => ({ fileName: 'a.csv', parts: listenersAtEach(['a', 'b'], reply, counts) }))
  const { body } = await app.inject({ url: `/api/v1${path}` })
  await app.close()
  expect(body).toBe(path === '/list' ? '{"success":true,"message":"Items","data":[1,2]}' : 'ab')
  expect(counts).toHaveLength(2)
  expect(Math.max(...counts)).toBeLessThanOrEqual(8)
})
