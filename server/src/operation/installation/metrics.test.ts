import { readFileSync } from 'node:fs'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenForMetrics, Metrics } from '../../platform/measures/metrics.ts'
import { databases } from '../../testing/databases.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { raise } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'

const token = 'a-token-of-the-monitoring'

onBothDatabases('metrics on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind, { config: { dataDir: '.', metrics: { port: undefined, token } } })
  })
  afterAll(() => world.close())

  const ask = (authorization?: string) =>
    world.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })
  const read = async () => (await ask(`Bearer ${token}`)).body
  /** The value of the metric whose line begins with this text. */
  const figure = (text: string, start: string) => {
    const line = text.split('\n').find((each) => each.startsWith(`check_requests_${start}`))
    return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')))
  }

  test('returns metrics only for calls with the token', async () => {
    for (const wrong of [undefined, '', 'Bearer', `Bearer ${token}x`, token, `Basic ${token}`])
      expect((await ask(wrong)).statusCode).toBe(401)
    const answer = await ask(`Bearer ${token}`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')])
    expect(answer.body).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(answer.body).toContain('process_resident_memory_bytes')
  })

  test('reports the number of requests by status, calls by endpoint, and writes that share a commit', async () => {
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

  test('reports the number of sessions and refused logins', async () => {
    const before = await read()
    await world.logInAsBrowser(emailOf('approver-group'))
    await world.anyone.call(sessionEndpoints.login, {
      body: { email: emailOf('admin-group'), password: 'wrong guess' },
    })
    const after = await read()
    expect((figure(after, 'sessions') ?? 0) - (figure(before, 'sessions') ?? 0)).toBe(1)
    expect(figure(after, 'logins_refused_total{status="401"}')).toBe(1)
  })

  test('reports the number of due and failed jobs except jobs that aren’t configured', async () => {
    const { transact } = world.database
    const unset = ['send-mails', 'back-up'] as const
    const row = { due_at: '2020-01-01T00:00:00.000Z', failures: 2, error: 'no disk' }
    await transact((trx) =>
      trx
        .insertInto('jobs')
        .values([...unset, 'forget' as const].map((name) => ({ name, ...row })))
        .execute(),
    )
    const text = await read()
    expect([figure(text, 'jobs_due'), figure(text, 'jobs_failed')]).toEqual([1, 1])
  })

  test('contains no names of dealer groups, locations, or users', async () => {
    const text = (await read()).toLowerCase()
    for (const word of ['nwg', 'northwest', 'toyota', '@', 'requester-group']) expect(text).not.toContain(word)
  })

  test('serves only metrics without a token on a separate port', async () => {
    const { metrics } = world.services
    if (!metrics) throw new Error('Metrics are off.')
    const server = await listenForMetrics(metrics, { host: '127.0.0.1', port: 0 })
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('check_requests_sessions')
    expect((await fetch(`${url}/api/v1/jobs`)).status).toBe(404)
    server.close()
  })
})

describe('alerts', () => {
  const expressions = readFileSync('monitoring/alerts.yml', 'utf8').match(/expr:.*?(?= {8}(?:for|labels):)/gs) ?? []
  const namesIn = (texts: readonly string[]) =>
    new Set(texts.flatMap((text) => text.match(/\b(?:check_requests|nodejs)_\w+/g) ?? []).map(ofHistogram))
  const ofHistogram = (name: string) => name.replace(/_bucket$/, '_count')
  const all = namesIn(expressions)
  const guarded = namesIn(expressions.flatMap((text) => text.split(' unless on (instance, job) ').slice(1)))
  // This metric is missing without a mail server, because no emails are queued.
  const missingByDesign = ['check_requests_oldest_mail_seconds']

  test('use only metrics whose absence also triggers an alert', () => {
    expect(all.size).toBeGreaterThan(10)
    expect([...all].filter((name) => !guarded.has(name))).toEqual(missingByDesign)
    expect(expressions.join()).toContain('absent(up{job="check-requests"})')
  })

  test.each(databases)(
    'supplies the metrics of alerts before the first call on $name, except those whose absence has an alert',
    async (kind) => {
      const world = await startWorld(kind, { config: { dataDir: '.', metrics: { port: undefined, token } } })
      const { body } = await world.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
      const missing = [...all].filter((name) => !new RegExp(`^${name}[{ ]`, 'm').test(body))
      expect(missing.sort()).toEqual([
        'check_requests_backup_age_seconds',
        ...missingByDesign,
        'check_requests_trail_intact',
        'check_requests_trail_verified_age_seconds',
      ])
      await world.close()
    },
  )
})

test('omits metrics instead of reporting old values if the database can’t be read', async () => {
  const metrics = new Metrics()
  let figures = async () => [{ name: 'trail_intact', help: 'As it was read', value: 1 }]
  metrics.readFrom(() => figures())
  expect(await metrics.text()).toContain('check_requests_trail_intact 1')
  figures = async () => []
  expect(await metrics.text()).not.toContain('check_requests_trail_intact')
  figures = () => Promise.reject(new Error('The database is gone.'))
  expect(await metrics.text()).not.toContain('check_requests_trail_intact')
  metrics.stop()
})

test('serves no metrics unless they are turned on in the settings', async () => {
  const [sqlite] = databases
  if (!sqlite) throw new Error('There is no database.')
  const world = await startWorld(sqlite)
  expect((await world.anyone.send('GET', '/metrics')).status).toBe(404)
  await world.close()
})
