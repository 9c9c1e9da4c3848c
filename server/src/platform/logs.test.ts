import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseKind, databases, type TestPlace } from '../testing/databases.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { emailOf } from '../testing/organization.ts'
import { type ServerProcess, startServer } from '../testing/server-process.ts'
import { testPassword } from '../testing/templates.ts'
import { idsOf } from '../testing/world.ts'

const [sqlite] = databases as [DatabaseKind]
const json = { 'content-type': 'application/json' }
const newPassword = 'correct horse battery'
const trace = '4bf92f3577b34da6a3ce929d0e0e4736'

interface LoggedCall {
  readonly level: number
  readonly msg: string
  readonly reqId: string
  readonly traceId: string
  readonly status: number
  readonly endpoint?: string
  readonly queries?: { times: number }
  readonly statements?: { times: number; milliseconds: number; sql: string }[]
}

function callsIn(server: ServerProcess): LoggedCall[] {
  const lines = server.output().trim().split('\n')
  const entries = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LoggedCall)
  return entries.filter(({ status }) => status !== undefined)
}

describe('the log at the most detailed level', () => {
  let place: TestPlace
  let server: ServerProcess
  const secrets = [testPassword, newPassword, 'a mistyped password', 'correct-horse-key', 'a-link-that-decides']
  beforeAll(async () => {
    place = await sqlite.create('world')
    const database = await place.open()
    await idsOf(database)
    await database.close()
    server = await startServer({ DATA_DIR: place.where, LOG_LEVEL: 'trace' })
    await useEverything()
    await server.end('SIGTERM')
  })
  afterAll(() => place.drop())

  let calls = 0
  const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    calls += 1
    return fetch(server.url + path, {
      method,
      headers: { ...json, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  /** Makes every kind of call that contains a secret, valid or not. */
  async function useEverything(): Promise<void> {
    const login = { email: emailOf('everyone'), password: testPassword }
    const api = await send('POST', '/api/v1/auth/login', {}, login)
    const { data } = (await api.json()) as { data: { token: string } }
    const web = await send('POST', '/api/v1/auth/login', { origin: server.url }, login)
    const cookie = String(web.headers.get('set-cookie')).split(';')[0] as string
    const tab = ((await web.json()) as { data: { token: string } }).data.token
    secrets.push(data.token, data.token.slice(3), cookie.split('=')[1] as string, tab)
    await send('POST', '/api/v1/auth/login', {}, { ...login, password: 'a mistyped password' })
    await send('POST', '/api/v1/auth/login', {}, { ...login, extra: testPassword })
    await send('GET', '/api/v1/auth/session', { origin: server.url, cookie, 'x-auth-token': 'bootstrap' })
    const switched = await send(
      'POST',
      '/api/v1/auth/switch-role',
      { origin: server.url, cookie, 'x-auth-token': tab },
      { role_id: 3 },
    )
    secrets.push(/=([\w-]{43});/.exec(String(switched.headers.get('set-cookie')))?.[1] as string)
    await send(
      'POST',
      '/api/v1/check-requests/create-check-req',
      { 'x-auth-token': data.token, 'idempotency-key': 'correct-horse-key' },
      {},
    )
    await send('GET', '/api/v1/check-requests?search=Bellweather', {
      'x-auth-token': data.token,
      traceparent: `00-${trace}-00f067aa0ba902b7-01`,
    })
    const poll = { 'x-auth-token': data.token, 'x-activity': 'poll' }
    const { headers } = await send('GET', '/api/v1/departments', poll)
    const unchanged = { ...poll, 'if-none-match': String(headers.get('etag')) }
    // The third one is answered before the framework.
    for (let round = 0; round < 3; round += 1)
      expect((await send('GET', '/api/v1/departments', unchanged)).status).toBe(304)
    await send('GET', '/decide/a-link-that-decides?from=mail', {})
    await send(
      'PATCH',
      '/api/v1/users/change-password',
      { 'x-auth-token': data.token },
      { oldPass: testPassword, newPass: newPassword },
    )
  }

  test('contains one line per call with a request ID of 12 hex characters and the call’s trace', () => {
    const answered = callsIn(server)
    expect(answered.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400, 401, 422]))
    for (const { reqId, traceId } of answered) {
      expect(reqId).toMatch(/^[0-9a-f]{12}$/)
      expect(traceId).toMatch(/^[0-9a-f]{32}$/)
    }
    expect(new Set(answered.map(({ reqId }) => reqId)).size).toBe(answered.length)
    expect(answered).toHaveLength(calls)
    expect(answered).toContainEqual(
      expect.objectContaining({ traceId: trace, method: 'GET', endpoint: 'listCheckRequests', status: 200 }),
    )
  })

  test('records repeated unchanged polls as the first one', () => {
    const [first, ...others] = callsIn(server).filter(({ status }) => status === 304)
    expect(others).toHaveLength(2)
    const known = { level: 30, msg: 'call', method: 'GET', path: '/api/v1/departments', endpoint: 'listDepartments' }
    for (const call of [first, ...others]) expect(call).toMatchObject({ ...known, address: '127.0.0.1' })
    for (const call of others) expect(Object.keys(call).sort()).toEqual(Object.keys(first ?? {}).sort())
  })

  test('records the user and the call but not the search terms', () => {
    const list = callsIn(server).find(({ traceId }) => traceId === trace)
    expect(list).toMatchObject({ path: '/api/v1/check-requests', address: '127.0.0.1', userId: expect.any(Number) })
    expect(list?.queries?.times).toBeGreaterThan(0)
    expect(server.output()).not.toContain('Bellweather')
  })

  test('contains no passwords, tokens, cookies, or hashes of them', () => {
    expect(secrets.filter((secret) => typeof secret === 'string' && secret.length >= 15)).toHaveLength(10)
    for (const secret of secrets) expect(server.output()).not.toContain(secret)
    expect(server.output()).not.toMatch(/argon2/)
  })
})

onOneDatabase('a slow call on $name', (kind) => {
  test('is logged as a warning with its statements but without their values', async () => {
    const place = await kind.create('world')
    const database = await place.open()
    await idsOf(database)
    await database.close()
    const where = kind.name === 'SQLite' ? { DATA_DIR: place.where } : { DATABASE_URL: place.where }
    const server = await startServer({ ...where, SLOW_CALL_MS: '1' })
    const login = JSON.stringify({ email: emailOf('everyone'), password: testPassword })
    const answer = await fetch(`${server.url}/api/v1/auth/login`, { method: 'POST', headers: json, body: login })
    const { data } = (await answer.json()) as { data: { token: string } }
    const headers = { 'x-auth-token': data.token }
    await fetch(`${server.url}/api/v1/check-requests?search=Bellweather`, { headers })
    await server.end('SIGTERM')
    await place.drop()
    const call = callsIn(server).find(({ endpoint }) => endpoint === 'listCheckRequests')
    expect(call).toMatchObject({ level: 40, msg: 'slow call', status: 200 })
    expect(call?.statements?.map(({ sql }) => sql)).toContainEqual(expect.stringMatching(/ from check_requests r /))
    expect(call?.statements?.length).toBeLessThanOrEqual(5)
    expect(server.output()).not.toContain('Bellweather')
    expect(server.output()).not.toContain(emailOf('everyone'))
  })
})
