import { type Endpoint, endpoint } from '@check-requests/domain/api/endpoint.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Api, type Guard } from './api.ts'
import { handleErrors } from './error-handler.ts'
import { harden, serverOptions } from './hardening.ts'
import { secureRandom } from './random.ts'

const common = {
  method: 'POST',
  summary: 'Takes a body',
  policy: 'check-requests.create',
  reply: z.unknown(),
  status: 201,
  failure: 'Failed...',
} as const satisfies Partial<Endpoint>
const types = ['application/pdf', 'image/png'] as const
const file = endpoint({ ...common, id: 'sendFile', path: '/file', accepts: { types, mostBytes: 200_000 } })
const json = endpoint({ ...common, id: 'sendJson', path: '/json', body: z.looseObject({}) })
const guard: Guard<object> = {
  admit: async () => ({}),
  tag: () => undefined,
  forTenant: (_identity, work) => work(),
  shareOf: () => ({ userId: 1, tenant: 1 }),
  roleOf: () => 'requester',
}

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify(serverOptions({ logLevel: 'silent', trustedProxies: [], random: secureRandom }))
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  handleErrors(app)
  await harden(app, { https: false, longestDelay: 0 })
  const api = new Api(app, guard)
  api.on(file, async ({ body, repeatable }) => ({
    message: 'Taken',
    data: { bytes: body.length, fingerprint: repeatable?.fingerprint },
  }))
  api.on(json, async ({ body }) => ({ message: 'Taken', data: Object.keys(body) }))
})
afterAll(() => app.close())

async function send(path: string, type: string | undefined, body: Buffer | string, key?: string) {
  const headers = { ...(type && { 'content-type': type }), ...(key && { 'idempotency-key': key }) }
  const reply = await app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload: body })
  return { status: reply.statusCode, ...reply.json() }
}

const jsonOf = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - '{"a":""}'.length) })

test.each(['application/pdf', 'IMAGE/PNG', 'application/pdf; version=2'])(
  'a call that accepts files takes one sent as %s, up to its own limit',
  async (type) => {
    expect(await send('/file', type, Buffer.alloc(200_000))).toMatchObject({ status: 201, data: { bytes: 200_000 } })
    expect(await send('/file', type, Buffer.alloc(200_001))).toMatchObject({
      status: 413,
      message: 'The request body is too large: 195 KiB at most.',
      error: { code: 'TOO_LARGE' },
    })
  },
)

test('any other call takes JSON of 64 KiB', async () => {
  expect(await send('/json', 'application/json', jsonOf(65_536))).toMatchObject({ status: 201, data: ['a'] })
  expect(await send('/json', 'application/json', jsonOf(65_537))).toMatchObject({
    status: 413,
    message: 'The request body is too large: 64 KiB at most.',
  })
})

test.each(types)('a call that takes JSON refuses %s, though another call accepts it', async (type) => {
  const message = 'Send the request body as application/json.'
  expect(await send('/json', type, Buffer.alloc(10))).toMatchObject({
    status: 415,
    message,
    error: { code: 'NOT_JSON' },
  })
})

test.each([
  ['application/json', '{}'],
  ['text/plain', 'words'],
  ['application/pdf', ''],
  [undefined, ''],
])('a call that accepts files refuses a body sent as %s with the content "%s"', async (type, body) => {
  const message = 'Send the request body as application/pdf or image/png.'
  expect(await send('/file', type, body)).toMatchObject({ status: 415, message, error: { code: 'WRONG_TYPE' } })
})

test('a repeated file has the same fingerprint, and another has another', async () => {
  const fingerprintOf = async (content: string) =>
    (await send('/file', 'application/pdf', Buffer.from(content), 'key')).data.fingerprint
  expect(await fingerprintOf('one')).toBe(await fingerprintOf('one'))
  expect(await fingerprintOf('one')).not.toBe(await fingerprintOf('two'))
})
