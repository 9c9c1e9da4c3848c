import { sessionEndpoints as endpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { type DatabaseKind, databases } from '../../testing/databases.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { bodyAt } from '../../testing/requests.ts'
import type { TestAppOptions } from '../../testing/start-app.ts'
import { testPassword } from '../../testing/templates.ts'
import { startWorld, type World } from '../../testing/world.ts'

const body = { email: emailOf('everyone'), password: testPassword }
const sameOrigin = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }

/** Reads the session cookie, ignoring the device cookie that comes with it. */
function cookieOf(header: unknown): { name: string; value: string; attributes: string[] } {
  const cookies = [header]
    .flat()
    .map(String)
    .filter((cookie) => !/^(__Host-)?crd=/.test(cookie))
  expect(cookies).toHaveLength(1)
  const [pair = '', ...attributes] = (cookies[0] as string).split('; ')
  const [name = '', value = ''] = pair.split('=')
  return { name, value, attributes: attributes.sort() }
}

onOneDatabase('browser sessions on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  beforeEach(() => world.clock.advance(60_000))
  afterAll(() => world.close())

  test('sets a seven-day cookie at login that scripts can’t read and other sites can’t send', async () => {
    const reply = await world.anyone.with(sameOrigin).call(endpoints.login, { body })
    const { name, value, attributes } = cookieOf(reply.headers['set-cookie'])
    expect(name).toBe('__Host-crs')
    expect(value).toMatch(/^[\w-]{43}$/)
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Strict', 'Secure'])
    expect(reply.data.token).toMatch(/^w1\.[\w-]{22}$/)
    expect(reply.text).not.toContain(value)
  })

  test('recognizes a browser by its Origin header when Sec-Fetch-Site is missing', async () => {
    const reply = await world.anyone
      .with({ host: 'localhost:3000', origin: 'http://localhost:3000' })
      .call(endpoints.login, { body })
    expect(cookieOf(reply.headers['set-cookie']).name).toBe('__Host-crs')
  })

  test('requires both the cookie and the tab token', async () => {
    const browser = await world.browserOf('everyone')
    const { cookie, 'x-auth-token': token } = browser.headers as Record<string, string>
    for (const headers of [{ cookie }, { 'x-auth-token': token }] as Record<string, string>[])
      expect((await world.anyone.with({ ...sameOrigin, ...headers }).call(checkRequestEndpoints.summary)).status).toBe(
        401,
      )
    expect((await browser.call(checkRequestEndpoints.summary)).status).toBe(200)
  })

  test('returns the user and the same tab token to a newly loaded page with the cookie', async () => {
    const browser = await world.browserOf('everyone')
    const reply = await browser.with({ 'x-auth-token': 'bootstrap' }).call(endpoints.current)
    expect(reply.status).toBe(200)
    expect(reply.data.token).toBe(browser.headers['x-auth-token'])
    expect(reply.data.email).toBe(emailOf('everyone'))
    expect(reply.text).not.toContain((browser.headers.cookie as string).split('=')[1])
  })

  test('accepts the tab token “bootstrap” only for the session call', async () => {
    const browser = (await world.browserOf('everyone')).with({ 'x-auth-token': 'bootstrap' })
    const summary = await browser.call(checkRequestEndpoints.summary)
    expect([summary.status, summary.error.code]).toEqual([409, 'SESSION_CHANGED'])
    const inQuery = await browser.send('GET', '/api/v1/check-requests/summary?x=/auth/session')
    expect(inQuery.status).toBe(409)
    const write = await browser.call(checkRequestEndpoints.create, { body: bodyAt(world.ids, 'NWG') })
    expect(write.status).toBe(409)
  })

  /** The headers by which browsers describe the origin of a call, and the expected statuses of a read and a write. */
  const origins: readonly (readonly [what: string, headers: Record<string, string>, read: number, write: number])[] = [
    ['from a page of the product', { 'sec-fetch-site': 'same-origin' }, 200, 201],
    ['from another port of this host', { 'sec-fetch-site': 'same-site' }, 403, 403],
    ['from another site', { 'sec-fetch-site': 'cross-site' }, 403, 403],
    ['typed in the address bar', { 'sec-fetch-site': 'none' }, 403, 403],
    [
      'from another site with a false origin',
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
      403,
      403,
    ],
    ['from the server’s own origin, by an old browser', { origin: 'http://localhost:3000' }, 200, 201],
    ['from another port, by an old browser', { origin: 'http://localhost:4000' }, 403, 403],
    ['from another origin, by an old browser', { origin: 'https://evil.example' }, 403, 403],
    ['from a sandboxed frame, by an old browser', { origin: 'null' }, 403, 403],
    ['without an origin, by an old browser', {}, 200, 403],
  ]

  test.each(origins)('allows or refuses a call %s based on the origin headers', async (_, headers, read, write) => {
    const { cookie, 'x-auth-token': token } = (await world.browserOf('everyone')).headers as Record<string, string>
    const caller = world.anyone.with({ host: 'localhost:3000', cookie, 'x-auth-token': token, ...headers } as Record<
      string,
      string
    >)
    expect((await caller.call(checkRequestEndpoints.summary)).status).toBe(read)
    const create = { body: bodyAt(world.ids, 'NWG') }
    expect((await caller.call(checkRequestEndpoints.create, create)).status).toBe(write)
    const bootstrap = caller.with({ 'x-auth-token': 'bootstrap' })
    expect((await bootstrap.call(endpoints.current)).status).toBe(read)
  })

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('refuses a login from another site with the headers %j', async (headers) => {
    const reply = await world.anyone
      .with({ host: 'localhost:3000', ...(headers as Record<string, string>) })
      .call(endpoints.login, { body })
    expect([reply.status, reply.headers['set-cookie']]).toEqual([403, undefined])
  })

  test('replaces the cookie and tab token at a role switch, and answers other tabs with 409', async () => {
    const browser = await world.browserOf('everyone')
    const reply = await browser.call(endpoints.switchRole, { body: { role_id: 3 } })
    const { name, value } = cookieOf(reply.headers['set-cookie'])
    const cookie = `${name}=${value}`
    expect(cookie).not.toBe(browser.headers.cookie)
    expect(reply.data.token).not.toBe(browser.headers['x-auth-token'])
    const tabs: [Client, number, string | undefined][] = [
      [browser.with({ cookie, 'x-auth-token': reply.data.token }), 200, undefined],
      [browser.with({ cookie }), 409, 'SESSION_CHANGED'],
      [browser, 409, 'SESSION_CHANGED'],
      [browser.with({ 'x-auth-token': reply.data.token }), 409, 'SESSION_CHANGED'],
    ]
    for (const [tab, status, code] of tabs) {
      const answer = await tab.call(checkRequestEndpoints.summary)
      expect([answer.status, answer.error?.code]).toEqual([status, code])
    }
    const followed = await browser.with({ cookie, 'x-auth-token': 'bootstrap' }).call(endpoints.current)
    expect(followed.data).toMatchObject({ role: 3, token: reply.data.token })
    world.clock.advance(30_000)
    expect((await browser.call(checkRequestEndpoints.summary)).status).toBe(401)
  })

  test('ends the session and removes the cookie at logout', async () => {
    const browser = await world.browserOf('everyone')
    const reply = await browser.call(endpoints.logout)
    const cookies = [reply.headers['set-cookie']].flat().map(String)
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies)
      expect(cookie).toMatch(/^(__Host-crs|crs)=; Max-Age=0; Path=\/|^(__Host-crs|crs)=;.*1970/)
    expect((await browser.call(checkRequestEndpoints.summary)).status).toBe(401)
  })

  test.each(['cross-site', 'same-site'])('refuses a %s logout', async (site) => {
    const browser = await world.browserOf('everyone')
    for (const token of [browser.headers['x-auth-token'], ''] as string[]) {
      const page = browser.with({ 'sec-fetch-site': site, 'x-auth-token': token })
      const reply = await page.call(endpoints.logout)
      expect([reply.status, reply.headers['set-cookie']]).toEqual([403, undefined])
    }
    expect((await browser.call(checkRequestEndpoints.summary)).status).toBe(200)
  })

  test('ends the earlier session in the same browser at login', async () => {
    const browser = await world.browserOf('everyone')
    await browser.with({ 'x-auth-token': '' }).call(endpoints.login, { body })
    expect((await browser.call(checkRequestEndpoints.summary)).status).toBe(401)
  })

  test('replaces a cookie planted before login, and opens no session with it', async () => {
    const planted = `__Host-crs=${'A'.repeat(43)}`
    const reply = await world.anyone.with({ ...sameOrigin, cookie: planted }).call(endpoints.login, { body })
    expect(`__Host-crs=${cookieOf(reply.headers['set-cookie']).value}`).not.toBe(planted)
    const bootstrap = world.anyone.with({ ...sameOrigin, cookie: planted, 'x-auth-token': 'bootstrap' })
    expect((await bootstrap.call(endpoints.current)).status).toBe(401)
  })

  test('ignores the plain-HTTP pilot cookie where plain HTTP isn’t allowed', async () => {
    const { cookie, 'x-auth-token': token } = (await world.browserOf('everyone')).headers as Record<string, string>
    const plain = world.anyone.with({
      ...sameOrigin,
      cookie: (cookie as string).replace('__Host-', ''),
      'x-auth-token': token as string,
    })
    expect((await plain.call(checkRequestEndpoints.summary)).status).toBe(401)
  })
})

describe('browser cookies by server address', () => {
  const [sqlite] = databases as [DatabaseKind]

  async function loginAt(host: string, config: TestAppOptions['config'] = {}) {
    const world = await startWorld(sqlite, { config })
    const browser = world.anyone.with({ host, 'sec-fetch-site': 'same-origin' })
    const reply = await browser.call(endpoints.login, { body })
    const api = await world.anyone.with({ host }).call(endpoints.login, { body })
    await world.close()
    return { reply, api }
  }

  test.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'app.localhost:3000'])(
    'sets the secure cookie over plain HTTP at the local address %s',
    async (host) => {
      const { reply } = await loginAt(host)
      expect(cookieOf(reply.headers['set-cookie'])).toMatchObject({ name: '__Host-crs' })
    },
  )

  test.each(['192.168.1.5:3000', 'office-pc:3000', 'localhost.evil.example', 'checks.example.com'])(
    'sends browsers at %s the header that requires HTTPS, but accepts API clients over plain HTTP',
    async (host) => {
      const { reply, api } = await loginAt(host)
      expect([reply.status, reply.message]).toEqual([
        400,
        'This site requires HTTPS. Use its https:// URL, or ask the person who runs this server.',
      ])
      expect(reply.headers['set-cookie']).toBeUndefined()
      expect(api.status).toBe(200)
    },
  )

  test('sets a cookie without Secure and without the __Host- prefix where plain HTTP is allowed', async () => {
    const { reply } = await loginAt('192.168.1.5:3000', { insecureHttp: true })
    const { name, attributes } = cookieOf(reply.headers['set-cookie'])
    expect(name).toBe('crs')
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Strict'])
  })

  test('sets a secure cookie behind an HTTPS address', async () => {
    const { reply } = await loginAt('checks.example.com', { publicUrl: new URL('https://checks.example.com') })
    expect(cookieOf(reply.headers['set-cookie'])).toMatchObject({ name: '__Host-crs' })
  })

  test('accepts the cookie of a plain-HTTP pilot only from the pilot’s own origin', async () => {
    const world = await startWorld(sqlite, { config: { insecureHttp: true } })
    const host = '192.168.1.5:3000'
    const page = world.anyone.with({ host, origin: `http://${host}` })
    const login = await page.call(endpoints.login, { body })
    const { name, value } = cookieOf(login.headers['set-cookie'])
    const signedIn = { host, cookie: `${name}=${value}`, 'x-auth-token': login.data.token }
    const create = { body: bodyAt(world.ids, 'NWG') }
    const from = async (origin: string) =>
      (await world.anyone.with({ ...signedIn, origin }).call(checkRequestEndpoints.create, create)).status
    expect(await from(`http://${host}`)).toBe(201)
    expect(await from('http://192.168.1.5:4000')).toBe(403)
    await world.close()
  })
})
