import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseKind, databases, type TestPlace } from '../../server/src/testing/databases.ts'
import { pngOf } from '../../server/src/testing/documents.ts'
import { emailOf, type Ids } from '../../server/src/testing/organization.ts'
import { bodyAt } from '../../server/src/testing/requests.ts'
import { type ServerProcess, startServer } from '../../server/src/testing/server-process.ts'
import { testPassword } from '../../server/src/testing/templates.ts'
import { idsOf } from '../../server/src/testing/world.ts'
import { Client, clientAddress } from './client.ts'
import { proxies, type RunningProxy, startProxy } from './proxies.ts'

const [sqlite] = databases as [DatabaseKind]
const newestLogin = `select * from audit_entries where action = 'session.login' order by rowid desc limit 1`
const credentials = { email: emailOf('requester-group'), password: testPassword }

describe.each(Object.keys(proxies) as (keyof typeof proxies)[])('behind %s with its sample configuration', (name) => {
  let proxy: RunningProxy
  let client: Client
  let place: TestPlace
  let ids: Ids
  let server: ServerProcess
  let token: string[]

  beforeAll(async () => {
    place = await sqlite.create('world')
    const database = await place.open()
    ids = await idsOf(database)
    await database.close()
    proxy = await startProxy(name)
    client = new Client(proxy)
    server = await start()
    const { body } = await client.post('/api/v1/auth/login', credentials)
    token = ['--header', `x-auth-token: ${JSON.parse(body).data.token}`]
  })
  afterAll(async () => {
    await server.end('SIGTERM')
    await proxy.stop()
    await place.drop()
  })

  const start = () =>
    startServer({
      DATA_DIR: place.where,
      PORT: String(proxy.ports.inside),
      PUBLIC_URL: client.url,
      TRUST_PROXY: '127.0.0.1',
    })
  const raise = async (): Promise<number> => {
    const { status, body } = await client.post('/api/v1/check-requests/create-check-req', bodyAt(ids, 'NWG'), ...token)
    expect(status, body).toBe(201)
    return JSON.parse(body).data.id
  }

  test('serves HTTP/2, redirects HTTP to HTTPS, and forwards the HSTS header', async () => {
    const { status, version, body } = await client.call('/healthz', '--include')
    expect({ status, version }).toEqual({ status: 200, version: '2' })
    expect(body).toContain('strict-transport-security')
    const plain = await fetch(`http://127.0.0.1:${proxy.ports.plain}/x`, { redirect: 'manual' })
    expect(plain.status).toBeGreaterThanOrEqual(301)
    expect(plain.status).toBeLessThanOrEqual(308)
    expect(plain.headers.get('location')).toContain('https://')
  })

  test('records the client’s real address in the audit trail, not a forged header', async () => {
    const claims = ['--header', 'X-Forwarded-For: 198.51.100.9', '--header', 'Forwarded: for=198.51.100.9']
    expect((await client.post('/api/v1/auth/login', credentials, ...claims)).status).toBe(200)
    const database = new DatabaseSync(join(place.where, 'check-requests.db'), { readOnly: true })
    const last = JSON.stringify(database.prepare(newestLogin).get())
    database.close()
    expect(last).toContain(clientAddress)
    expect(last).not.toContain('198.51.100.9')
  })

  test('accepts a login from the same site and refuses cross-site calls', async () => {
    const from = (origin: string, site: string) => [
      '--header',
      `origin: ${origin}`,
      '--header',
      `sec-fetch-site: ${site}`,
    ]
    const own = await client.post('/api/v1/auth/login', credentials, '--include', ...from(client.url, 'same-origin'))
    expect(own.status).toBe(200)
    expect(own.body).toMatch(/set-cookie: __Host-crs=.*; Secure/i)
    // Older browsers send only the origin of the page.
    const older = await client.post('/api/v1/auth/login', credentials, '--header', `origin: ${client.url}`)
    expect(older.status).toBe(200)
    for (const foreign of [from('https://evil.example', 'cross-site'), ['--header', 'origin: https://evil.example']])
      expect((await client.post('/api/v1/auth/login', credentials, ...foreign)).status).toBe(403)
    // A forged proxy header doesn't make the call acceptable either.
    const claims = ['--header', 'origin: https://evil.example', '--header', 'x-forwarded-host: evil.example']
    expect((await client.post('/api/v1/auth/login', credentials, ...claims)).status).toBe(403)
  })

  test('sends changes over the event stream within a second', async () => {
    const stream = client.stream('/api/v1/live', ...token)
    await expect.poll(() => stream.text(), { interval: 20 }).toContain(': connected')
    for (let count = 0; count < 3; count += 1) {
      const before = stream.text().length
      await raise()
      await expect.poll(() => stream.text().slice(before), { interval: 10, timeout: 1000 }).toContain('event: change')
    }
    stream.close()
  })

  test('accepts documents up to the size limit, and refuses larger ones', async () => {
    const id = await raise()
    const send = async (content: Uint8Array) => {
      const file = join(tmpdir(), `scan-${randomBytes(4).toString('hex')}.png`)
      writeFileSync(file, content)
      const answer = await client.call(`/api/v1/check-requests/${id}/attachments`, '--form', `file=@${file}`, ...token)
      rmSync(file)
      return answer
    }
    const large = pngOf(3000, 3000, deflateSync(Buffer.alloc(3000 * 3001), { level: 0 }))
    expect(large.length).toBeGreaterThan(9_000_000)
    const { status, body } = await send(large)
    expect(status, body).toBe(201)
    const refused = await send(Buffer.alloc(14_000_000))
    expect(refused.status).toBe(413)
    expect(JSON.parse(refused.body)).toMatchObject({
      success: false,
      message: expect.stringContaining('too large'),
      error: { code: 'TOO_LARGE' },
    })
  })

  test('responds with 502 while the server is down, and recovers afterward', async () => {
    await server.end('SIGTERM')
    expect((await client.call('/healthz')).status).toBe(502)
    server = await start()
    expect((await client.call('/healthz')).status).toBe(200)
    expect((await client.call('/api/v1/check-requests', ...token)).status).toBe(200)
  })
})

test('loads the Caddyfile of the PostgreSQL compose setup in Caddy', () => {
  const env = { PATH: process.env.PATH, HOME: tmpdir(), SITE: 'checks.example.com' }
  const asked = ['adapt', '--adapter', 'caddyfile', '--config', 'deploy/docker/Caddyfile']
  const read = execFileSync('/usr/bin/caddy', asked, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  for (const part of ['checks.example.com', 'app1:3000', 'app2:3000', '/readyz']) expect(read).toContain(`"${part}"`)
})
