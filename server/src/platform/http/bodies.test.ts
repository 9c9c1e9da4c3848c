import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { type Endpoint, endpoint } from '@check-requests/domain/api/endpoint.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openGuard } from '../../testing/open-guard.ts'
import { secureRandom, shortIds } from '../crypto/hashes.ts'
import { Api } from './api.ts'
import { handleErrors } from './error-handler.ts'
import { harden, serverOptions } from './hardening.ts'

const common = {
  method: 'POST',
  summary: 'Takes a body',
  policy: 'check-requests.create',
  reply: z.unknown(),
  status: 201,
  failure: 'Failed...',
} as const satisfies Partial<Endpoint>
const file = endpoint({ ...common, id: 'sendFile', path: '/file', takes: 'file', body: z.strictObject({}) })
const json = endpoint({ ...common, id: 'sendJson', path: '/json', body: z.looseObject({}) })

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify(
    serverOptions({ logLevel: 'silent', slowAfter: 1000, trustedProxies: [], nextId: shortIds(secureRandom) }),
  )
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  handleErrors(app)
  await harden(app, { https: false, longestDelay: 0, bodyWithin: 300 })
  const api = new Api(app, openGuard)
  api.on(file, async ({ request }) => ({ message: 'Taken', data: (await buffer(request.raw)).length }))
  api.on(json, async ({ body }) => ({ message: 'Taken', data: Object.keys(body) }))
})
afterAll(() => app.close())

async function send(path: string, type: string | undefined, body: Buffer | string) {
  const headers = { ...(type && { 'content-type': type }) }
  const reply = await app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload: body })
  return { status: reply.statusCode, ...reply.json() }
}

const jsonOf = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - '{"a":""}'.length) })

const form = 'multipart/form-data; boundary=x'

test('accepts a form of any size at a route that takes a file', async () => {
  expect(await send('/file', form, Buffer.alloc(200_000))).toMatchObject({ status: 201, data: 200_000 })
})

test('limits JSON bodies to 64 KiB', async () => {
  expect(await send('/json', 'application/json', jsonOf(65_536))).toMatchObject({ status: 201, data: ['a'] })
  expect(await send('/json', 'application/json', jsonOf(65_537))).toMatchObject({
    status: 413,
    message: 'The request body is too large: 64 KiB at most.',
  })
})

test('refuses a form for a call that takes JSON when another call takes forms', async () => {
  const message = 'Send the request body as application/json.'
  const error = { code: 'NOT_JSON' }
  expect(await send('/json', form, Buffer.alloc(10))).toMatchObject({ status: 415, message, error })
})

test.each([
  ['application/json', '{}'],
  ['text/plain', 'words'],
  ['application/pdf', ''],
])('refuses a body sent as %s to a call that takes a file', async (type, body) => {
  const message = 'Send the request body as multipart/form-data.'
  expect(await send('/file', type, body)).toMatchObject({ status: 415, message, error: { code: 'WRONG_TYPE' } })
})

test.each([
  ['/json', 'application/json', true],
  ['/nothing', 'application/json', true],
  ['/file', form, false],
])('cuts off a slow body sent to %s with the content type %s (expected: %s)', async (path, type, isCutOff) => {
  await app.listen({ port: 0, host: '127.0.0.1' }).catch(() => {})
  const address = app.server.address()
  const socket = connect({ host: '127.0.0.1', port: typeof address === 'object' ? (address?.port ?? 0) : 0 })
  socket.write(`POST /api/v1${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 5\r\n\r\n{`)
  const dawdling = setTimeout(() => socket.end('1234'), 1500)
  const [answer] = await Promise.all([text(socket), once(socket, 'close')])
  clearTimeout(dawdling)
  expect(answer.startsWith('HTTP/1.1 408')).toBe(isCutOff)
})
