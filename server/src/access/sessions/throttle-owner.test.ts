import { sessionEndpoints as endpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resetPassword } from '../../people/users/commands/from-console.ts'
import { addUser, userBody } from '../../testing/accounts.ts'
import type { RawReply } from '../../testing/client.ts'
import { countQueries } from '../../testing/count-queries.ts'
import { databases } from '../../testing/databases.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf, people } from '../../testing/organization.ts'
import { serve } from '../../testing/start-app.ts'
import { testPassword } from '../../testing/templates.ts'
import { idsOf, startWorld, type World, worldOf } from '../../testing/world.ts'

const minute = 60_000
const year = 365 * 86_400_000
const password = 'a password of their own'

onOneDatabase('device throttles on $name', (kind) => {
  let world: World
  let asked: () => number
  let networks = 0
  beforeAll(async () => {
    const database = countQueries(await kind.open('world'))
    asked = database.asked
    world = worldOf(await serve(database), database, await idsOf(database))
  })
  beforeEach(() => world.clock.advance(20 * minute))
  afterAll(() => world.close())

  const browser = { host: 'localhost', 'sec-fetch-site': 'same-origin' }

  /** Retries a login that gets 503 from a busy machine. */
  async function tryLogin(
    email: string,
    typed: string,
    from: string,
    headers: Record<string, string> = {},
  ): Promise<RawReply> {
    const call = { body: { email, password: typed }, from, headers }
    const reply = await world.anyone.send('POST', '/api/v1/auth/login', call)
    return reply.status === 503 ? tryLogin(email, typed, from, headers) : reply
  }

  function elsewhere(): string {
    networks += 1
    return `10.${networks >> 8}.${networks & 255}.1`
  }

  async function guess(email: string, times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) await tryLogin(email, 'wrong', elsewhere())
  }

  async function newPerson() {
    return addUser(await world.logIn(emailOf('admin-super')), userBody(world.ids, { password }))
  }

  /** Logs in with a browser, and returns the device cookie, which survives a logout. */
  async function deviceOf(email: string): Promise<string> {
    const login = await tryLogin(email, password, elsewhere(), browser)
    expect(login.status).toBe(200)
    const cookies = [login.headers['set-cookie']].flat().map(String)
    const device = cookies.find((cookie) => cookie.startsWith('__Host-crd=')) ?? ''
    expect(device).toMatch(/HttpOnly.*SameSite=Strict/)
    expect(device).toContain('Max-Age=34560000')
    const session = cookies.map((cookie) => cookie.split(';')[0]).join('; ')
    const tab = world.anyone.with({ ...browser, cookie: session, 'x-auth-token': login.body.data.token })
    expect(String((await tab.call(endpoints.logout)).headers['set-cookie'])).not.toContain('crd')
    return device.split(';')[0] ?? ''
  }

  test('lets a known device log in while another device guesses passwords', async () => {
    const { email } = await newPerson()
    const cookie = await deviceOf(email)
    await guess(email, 8)
    expect((await tryLogin(email, password, elsewhere(), browser)).status).toBe(429)
    expect((await tryLogin(email, password, elsewhere(), { ...browser, cookie })).status).toBe(200)
  })

  test('allows a known device five attempts for its own account and none for other accounts', async () => {
    const [{ email }, other] = [await newPerson(), await newPerson()]
    const cookie = await deviceOf(email)
    const tryOnDevice = (name: string, typed: string) => tryLogin(name, typed, elsewhere(), { ...browser, cookie })
    for (let time = 0; time < 5; time += 1) expect((await tryOnDevice(email, 'wrong')).status).toBe(401)
    expect((await tryOnDevice(email, password)).status).toBe(429)
    await guess(other.email, 5)
    expect((await tryOnDevice(other.email, password)).status).toBe(429)
  })

  test('stores no usable device cookie', async () => {
    const { email } = await newPerson()
    const [, secret] = (await deviceOf(email)).split('=')
    const rows = await world.database.read.selectFrom('login_devices').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('replaces a forged device cookie, and throttles a login with it', async () => {
    const { email } = await newPerson()
    const cookie = `__Host-crd=${'x'.repeat(43)}`
    const { headers } = await tryLogin(email, password, elsewhere(), { ...browser, cookie })
    expect(String(headers['set-cookie'])).not.toContain('x'.repeat(43))
    await guess(email, 8)
    expect((await tryLogin(email, password, elsewhere(), { ...browser, cookie })).status).toBe(429)
  })

  test.each(['an admin', 'the command line'])(
    'ends the wait after wrong guesses when %s resets the password',
    async (by) => {
      const { id, email } = await newPerson()
      await guess(email, 9)
      const another = 'quite another password'
      if (by === 'an admin') {
        const admin = await world.logIn(emailOf('admin-group'))
        expect((await admin.call(userEndpoints.update, { body: { id, password: another } })).status).toBe(200)
      } else await resetPassword(world.services, email, another)
      expect((await tryLogin(email, another, elsewhere())).status).toBe(200)
    },
  )

  test.each([year, -year, 10 * minute, -10 * minute])(
    'keeps every wait within fifteen minutes when the clock moves by %i ms',
    async (move) => {
      const { email } = await newPerson()
      for (let failures = 0; failures < 18; failures += 1) {
        const { headers } = await tryLogin(email, 'wrong', elsewhere())
        world.clock.advance(Number(headers['retry-after'] ?? 0) * 1000)
        if (headers['retry-after']) await tryLogin(email, 'wrong', elsewhere())
      }
      world.clock.advance(move)
      const { headers } = await tryLogin(email, 'wrong', elsewhere())
      expect(Number(headers['retry-after'] ?? 0)).toBeLessThanOrEqual(900)
      world.clock.advance(15 * minute)
      expect((await tryLogin(email, password, elsewhere())).status).toBe(200)
      world.clock.advance(Math.max(0, -move))
    },
  )

  test('unblocks a network when the clock is set back', async () => {
    const from = '10.240.0.1'
    for (let time = 0; time < 30; time += 1) await tryLogin(`nobody${time}@test.example`, 'wrong', from)
    expect((await tryLogin(emailOf('everyone'), testPassword, from)).status).toBe(429)
    world.clock.advance(-year)
    expect((await tryLogin(emailOf('everyone'), testPassword, from)).status).toBe(200)
    world.clock.advance(year)
  })

  test('admits all of two hundred simultaneous correct logins from one network', async () => {
    const emails = people.filter(({ active }) => active).map(({ name }) => emailOf(name))
    const logins = Array.from({ length: 200 }, (_, index) => emails[index % emails.length] ?? '')
    const replies = await Promise.all(logins.map((email) => tryLogin(email, testPassword, '10.241.0.1')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(200)
  })

  test('throttles all addresses of an IPv6 /64 network together', async () => {
    const tryFrom = (index: number, from: string) => tryLogin(`nobody-v6-${index}@test.example`, 'wrong', from)
    for (let index = 0; index < 30; index += 1)
      expect((await tryFrom(index, `2001:db8:0:7:${index}::${index}`)).status).toBe(401)
    expect((await tryFrom(30, '2001:db8:0:7:ffff::1')).status).toBe(429)
    expect((await tryFrom(31, '2001:db8:0:8::1')).status).toBe(401)
  })

  test('refuses a blocked network without querying the database', async () => {
    const from = '10.242.0.1'
    for (let time = 0; time < 30; time += 1) await tryLogin(`no-one${time}@test.example`, 'wrong', from)
    const before = asked()
    for (let time = 0; time < 50; time += 1)
      expect((await tryLogin(emailOf('everyone'), testPassword, from)).status).toBe(429)
    expect(asked()).toBe(before)
  })
})

test('ignores ports and junk in the addresses that a trusted proxy forwards', async () => {
  const [sqlite] = databases
  if (!sqlite) throw new Error('no database')
  const world = await startWorld(sqlite, { config: { trustedProxies: ['10.0.0.0/8'] } })
  const tryAs = (claimed: string, index: number) =>
    world.anyone.send('POST', '/api/v1/auth/login', {
      body: { email: `nobody${index}@test.example`, password: 'wrong' },
      from: '10.0.0.1',
      headers: { 'x-forwarded-for': claimed },
    })
  for (let index = 0; index < 30; index += 1)
    expect((await tryAs(`junk${index}, 203.0.113.1:${4000 + index}`, index)).status).toBe(401)
  expect((await tryAs('203.0.113.1', 30)).status).toBe(429)
  expect((await tryAs('203.0.113.2:99', 31)).status).toBe(401)
  await world.close()
})
