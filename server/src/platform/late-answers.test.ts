import { setTimeout as pause } from 'node:timers/promises'
import { endpoint } from '@check-requests/domain/api/endpoint.ts'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openGuard } from '../testing/open-guard.ts'
import { Api } from './http/api.ts'

const common = { method: 'GET', policy: 'check-requests.edit', status: 200, failure: 'Failed...' } as const
const usual = endpoint({ ...common, id: 'usual', summary: 'Usual', path: '/usual', reply: z.null() })
const long = endpoint({ ...common, id: 'long', summary: 'Long', path: '/long', reply: z.null(), takesLong: true })

afterEach(() => vi.useRealTimers())

test.each([
  [usual, 20_000],
  [long, 120_000],
])('cancels a call to $path only after the time limit of the call', async (row, milliseconds) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const app = Fastify()
  const begun = Promise.withResolvers<void>()
  new Api(app, openGuard).on(row, () => {
    begun.resolve()
    return new Promise<never>(() => {})
  })
  let status: number | undefined
  const answer = app.inject({ url: `/api/v1${row.path}` }).then(({ statusCode }) => {
    status = statusCode
  })
  await begun.promise
  await vi.advanceTimersByTimeAsync(milliseconds - 1)
  expect(status).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await answer
  expect(status).toBe(503)
  await app.close()
})

test('keeps an idle connection open while a slow call is processed', async () => {
  const app = Fastify({ connectionTimeout: 100 })
  new Api(app, openGuard).on(long, async () => {
    await pause(500)
    return { message: 'Long', data: null }
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`${url}/api/v1/long`)
  expect(await answer.json()).toEqual({ success: true, message: 'Long', data: null })
  await app.close()
})

test('finishes calls whose clients have disconnected before it closes', async () => {
  const app = Fastify()
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const steps: string[] = []
  new Api(app, openGuard).on(usual, async () => {
    begun.resolve()
    await ended.promise
    steps.push('finished')
    return { message: 'Usual', data: null }
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const call = fetch(`${url}/api/v1/usual`, { signal: leaving.signal }).catch(() => steps.push('left'))
  await begun.promise
  leaving.abort()
  await call
  const closing = app.close().then(() => steps.push('closed'))
  await pause(200)
  ended.resolve()
  await closing
  expect(steps).toEqual(['left', 'finished', 'closed'])
})
