import { sessionEndpoints } from '@check-requests/domain/sessions/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenForMetrics } from '../platform/serve-metrics.ts'
import { databases } from '../testing/databases.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { emailOf } from '../testing/organisation.ts'
import { raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const token = 'a-token-of-the-monitoring'

onBothDatabases('on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind, { config: { dataDir: '.', metrics: { port: undefined, token } } })
  })
  afterAll(() => world.close())

  const ask = (authorization?: string) =>
    world.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })
  const read = async () => (await ask(`Bearer ${token}`)).body
  /** The figure on the line that begins like this. */
  const figure = (text: string, start: string) => {
    const line = text.split('\n').find((each) => each.startsWith(`check_requests_${start}`))
    return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')))
  }

  test('shows them to whoever has the token, and to nobody else', async () => {
    for (const wrong of [undefined, '', 'Bearer', `Bearer ${token}x`, token, `Basic ${token}`])
      expect((await ask(wrong)).statusCode).toBe(401)
    const answer = await ask(`Bearer ${token}`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')])
    expect(answer.body).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(answer.body).toContain('process_resident_memory_bytes')
  })

  test('counts requests by status, calls by endpoint, and writes that share a commit', async () => {
    const before = await read()
    await raise(world, 'requester-group', 'NWG/TOY/SVC')
    world.clock.advance(90_000)
    const after = await read()
    const grown = (start: string) => (figure(after, start) ?? 0) - (figure(before, start) ?? 0)
    expect(grown('requests{status="request"}')).toBe(1)
    expect(grown('call_duration_seconds_count{endpoint="createCheckRequest",class="2xx"}')).toBe(1)
    expect(grown('commit_writes_count')).toBeGreaterThan(0)
    expect(grown('database_wait_seconds_count{for="commit"}')).toBeGreaterThan(0)
    if (kind.name === 'PostgreSQL') expect(grown('database_wait_seconds_count{for="connection"}')).toBeGreaterThan(0)
    expect(figure(after, 'oldest_waiting_seconds')).toBeGreaterThanOrEqual(90)
    expect(figure(after, 'disk_free_bytes')).toBeGreaterThan(0)
    expect(figure(after, 'state_read')).toBe(1)
    expect(figure(after, 'open_streams')).toBe(0)
  })

  test('counts sessions, and logins that were refused', async () => {
    const before = await read()
    await world.logInAsBrowser(emailOf('approver-group'))
    await world.anyone.call(sessionEndpoints.login, {
      body: { email: emailOf('admin-group'), password: 'wrong guess' },
    })
    const after = await read()
    expect((figure(after, 'sessions') ?? 0) - (figure(before, 'sessions') ?? 0)).toBe(1)
    expect(figure(after, 'logins_refused_total{status="401"}')).toBe(1)
  })

  test('counts jobs that are due, and those that have failed', async () => {
    const { transact } = world.database
    const row = { due_at: '2020-01-01T00:00:00.000Z', failures: 2, error: 'no disk' }
    await transact((trx) =>
      trx
        .insertInto('jobs')
        .values({ name: 'forget', ...row })
        .execute(),
    )
    const text = await read()
    expect([figure(text, 'jobs_due'), figure(text, 'jobs_failed')]).toEqual([1, 1])
  })

  test('names no dealer group, place or person', async () => {
    const text = (await read()).toLowerCase()
    for (const word of ['nwg', 'northwest', 'toyota', '@', 'requester-group']) expect(text).not.toContain(word)
  })

  test('is on a port of its own without a token, and nothing else is', async () => {
    const { metrics } = world.services
    if (!metrics) throw new Error('Nothing is measured.')
    const server = await listenForMetrics(metrics, { host: '127.0.0.1', port: 0 })
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('check_requests_sessions')
    expect((await fetch(`${url}/api/v1/jobs`)).status).toBe(404)
    server.close()
  })
})

test('are nowhere unless the settings say so', async () => {
  const [sqlite] = databases
  if (!sqlite) throw new Error('There is no database.')
  const world = await startWorld(sqlite)
  expect((await world.anyone.send('GET', '/metrics')).status).toBe(404)
  await world.close()
})
