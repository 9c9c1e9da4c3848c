import { sessionEndpoints as endpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RawReply } from '../../testing/client.ts'
import { databases } from '../../testing/databases.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { testPassword } from '../../testing/templates.ts'
import { startWorld, type World } from '../../testing/world.ts'

const second = 1000

onBothDatabases('login throttle on $name', (kind) => {
  let world: World
  let networks = 0
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  /** Retries a login that gets 503 from a busy machine. */
  async function tryLogin(email: string, password: string, from: string): Promise<RawReply> {
    const reply = await world.anyone.send('POST', '/api/v1/auth/login', { body: { email, password }, from })
    return reply.status === 503 ? tryLogin(email, password, from) : reply
  }

  /** Uses another network for each attempt to throttle only the account. */
  function tryFromAnywhere(name: PersonName, password = 'wrong'): Promise<RawReply> {
    networks += 1
    return tryLogin(emailOf(name), password, `10.${networks >> 8}.${networks & 255}.1`)
  }

  test('allows an account five attempts, then doubles the wait each time up to fifteen minutes', async () => {
    for (let free = 0; free < 5; free += 1) expect((await tryFromAnywhere('approver-group')).status).toBe(401)
    const waits: number[] = []
    for (let round = 0; round < 12; round += 1) {
      const refused = await tryFromAnywhere('approver-group')
      expect([refused.status, refused.body.error.code]).toEqual([429, 'TOO_MANY'])
      expect(refused.headers.connection).not.toBe('close')
      const wait = Number(refused.headers['retry-after'])
      expect(refused.body.message).toBe(`Too many attempts. Try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`)
      waits.push(wait)
      world.clock.advance(wait * second - 1)
      expect((await tryFromAnywhere('approver-group')).status).toBe(429)
      world.clock.advance(1)
      expect((await tryFromAnywhere('approver-group')).status).toBe(401)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  })

  test('delays the right password too, and resets the throttle after a correct login', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await tryFromAnywhere('requester-group')
    expect((await tryFromAnywhere('requester-group', testPassword)).status).toBe(429)
    world.clock.advance(second)
    expect((await tryFromAnywhere('requester-group', testPassword)).status).toBe(200)
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await tryFromAnywhere('requester-group')).status).toBe(401)
  })

  test('throttles unknown accounts the same as known accounts', async () => {
    const statuses = async (email: string) => {
      const found: number[] = []
      for (let attempt = 0; attempt < 7; attempt += 1) found.push((await tryLogin(email, 'wrong', '10.200.0.1')).status)
      return found
    }
    const known = await statuses(emailOf('processor-super'))
    world.clock.advance(61 * second)
    expect(await statuses('nobody-at-all@test.example')).toEqual(known)
  })

  test('throttles attempts with all spellings of an email address together', async () => {
    const email = emailOf('processor-dealership')
    const spellings = [email, email.toUpperCase(), ` ${email}`, email.replace('p', 'P'), email]
    for (const spelling of spellings) expect((await tryLogin(spelling, 'wrong', '10.201.0.1')).status).toBe(401)
    expect((await tryLogin(email, 'wrong', '10.201.0.2')).status).toBe(429)
  })

  test('verifies at most five passwords of five hundred simultaneous wrong logins', async () => {
    const replies = await Promise.all(Array.from({ length: 500 }, () => tryFromAnywhere('approver-dealership')))
    const checked = replies.filter(({ status }) => status === 401).length
    expect(checked).toBeGreaterThan(0)
    expect(checked).toBeLessThanOrEqual(5)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(500 - checked)
  })

  test('allows a network thirty failures a minute without affecting other networks', async () => {
    const names = [
      'admin-group',
      'admin-dealership',
      'admin-department',
      'processor-group',
      'processor-department',
    ] as const
    const from = '10.202.0.1'
    for (let attempt = 0; attempt < 30; attempt += 1) {
      // Makes only four attempts per account, which keeps every account below its own limit.
      const email = attempt < 20 ? emailOf(names[attempt % 5] as PersonName) : `nobody${attempt}@test.example`
      expect((await tryLogin(email, 'wrong', from)).status).toBe(401)
    }
    const refused = await tryLogin(emailOf('everyone'), testPassword, from)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBe(60)
    // Closing the connection discards calls already sent on it.
    expect(refused.headers.connection).toBe('close')
    expect((await tryLogin(emailOf('everyone'), testPassword, '10.202.0.2')).status).toBe(200)
    world.clock.advance(60 * second)
    expect((await tryLogin(emailOf('everyone'), testPassword, from)).status).toBe(200)
  })

  test('doesn’t throttle forty correct logins from one network within a minute', async () => {
    for (let index = 0; index < 40; index += 1)
      expect((await tryLogin(emailOf('requester-eastside'), testPassword, '10.203.0.1')).status).toBe(200)
  })

  test('ignores forwarding headers from an untrusted caller', async () => {
    const tryAs = (claimed: string) =>
      world.anyone.send('POST', '/api/v1/auth/login', {
        body: { email: `nobody${claimed}@test.example`, password: 'wrong' },
        from: '10.204.0.1',
        headers: { 'x-forwarded-for': claimed, forwarded: `for=${claimed}`, 'x-real-ip': claimed },
      })
    for (let attempt = 0; attempt < 30; attempt += 1) expect((await tryAs(`10.9.9.${attempt}`)).status).toBe(401)
    expect((await tryAs('10.9.9.31')).status).toBe(429)
  })

  test('keeps counting failed logins while the user has an open session', async () => {
    const client = await world.logIn(emailOf('requester-honda'))
    for (let attempt = 0; attempt < 5; attempt += 1) await tryFromAnywhere('requester-honda')
    expect((await client.call(endpoints.current)).status).toBe(200)
    expect((await tryFromAnywhere('requester-honda', testPassword)).status).toBe(429)
  })
})

test('throttles by the address that a trusted proxy reports', async () => {
  const [sqlite] = databases
  if (!sqlite) throw new Error('no database')
  const world = await startWorld(sqlite, { config: { trustedProxies: ['10.0.0.0/8'] } })
  const tryAs = (claimed: string, from: string) =>
    world.anyone.send('POST', '/api/v1/auth/login', {
      body: { email: `nobody${Math.random()}@test.example`, password: 'wrong' },
      from,
      headers: { 'x-forwarded-for': claimed },
    })
  for (let attempt = 0; attempt < 30; attempt += 1)
    expect((await tryAs(`6.6.6.6, 203.0.113.${attempt % 2}`, '10.0.0.1')).status).toBe(401)
  expect((await tryAs('203.0.113.9', '10.0.0.1')).status).toBe(401)
  // The caller can forge the leftmost address; the proxy adds the rightmost one.
  for (let attempt = 0; attempt < 15; attempt += 1) await tryAs('203.0.113.1', '10.0.0.1')
  expect((await tryAs('9.9.9.9, 203.0.113.1', '10.0.0.1')).status).toBe(429)
  await world.close()
})
