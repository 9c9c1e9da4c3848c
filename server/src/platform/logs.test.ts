import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseKind, databases, type TestPlace } from '../testing/databases.ts'
import { emailOf } from '../testing/organisation.ts'
import { type ServerProcess, startServer } from '../testing/server-process.ts'
import { fillWorld, testPassword } from '../testing/world.ts'

const [sqlite] = databases as [DatabaseKind]
const json = { 'content-type': 'application/json' }
const newPassword = 'correct horse battery'

describe('the log at its most talkative', () => {
  let place: TestPlace
  let server: ServerProcess
  const secrets = [testPassword, newPassword, 'a mistyped password', 'correct-horse-key']
  beforeAll(async () => {
    place = await sqlite.create('empty')
    const database = await place.open()
    await fillWorld(database)
    await database.close()
    server = await startServer({ DATA_DIR: place.where, LOG_LEVEL: 'trace' })
    await useEverything()
    await server.end('SIGTERM')
  })
  afterAll(() => place.drop())

  const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    fetch(server.url + path, {
      method,
      headers: { ...json, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  /** Everything that carries a secret, well formed or not. */
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
    await send(
      'PATCH',
      '/api/v1/users/change-password',
      { 'x-auth-token': data.token },
      { oldPass: testPassword, newPass: newPassword },
    )
    await send('GET', '/api/v1/check-requests', { 'x-auth-token': data.token })
  }

  test('names every call by a request id of 12 hex characters, one JSON line each', () => {
    const lines = server
      .output()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('Check requests '))
    const entries = lines.map((line) => JSON.parse(line) as { reqId?: string; res?: { statusCode: number } })
    const answered = entries.filter((entry) => entry.res)
    expect(answered.map((entry) => entry.res?.statusCode)).toEqual(expect.arrayContaining([200, 400, 401, 422]))
    for (const { reqId } of answered) expect(reqId).toMatch(/^[0-9a-f]{12}$/)
    expect(new Set(answered.map(({ reqId }) => reqId)).size).toBe(answered.length)
  })

  test('holds no password, no token, no cookie and no hash of one', () => {
    expect(secrets.filter((secret) => typeof secret === 'string' && secret.length >= 15)).toHaveLength(9)
    for (const secret of secrets) expect(server.output()).not.toContain(secret)
    expect(server.output()).not.toMatch(/argon2/)
  })
})
