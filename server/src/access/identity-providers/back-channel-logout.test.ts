import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { clientId, startIdentityProvider, type TestIdentityProvider } from '../../testing/identity-provider.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { cookieOf, enter, openProvider, ownPage, providerSettings } from '../../testing/provider-sign-in.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'

onOneDatabase('back-channel logout on $name', (kind) => {
  let world: World
  let there: TestIdentityProvider
  let tab: Client
  let id: number
  beforeAll(async () => {
    world = await startWorld(kind, { config: { allowedNetworks: ['127.0.0.1/32'] } })
    there = await startIdentityProvider(['http://localhost/login'])
    tab = world.anyone.with(ownPage)
    id = await openProvider(world, providerSettings(there))
    there.deliverLogout = async (token) => (await deliver(token)).status
  })
  afterAll(async () => {
    await there.close()
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })
  afterEach(() => {
    there.signsWithOtherKey = false
  })

  const deliver = (token: string, providerId = id) =>
    world.anyone.send('POST', `/api/v1/auth/identity-providers/${providerId}/back-channel-logout`, {
      body: new URLSearchParams({ logout_token: token }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const subOf = (name: PersonName) => `sub-${name}`
  async function arrive(name: PersonName) {
    there.people.set(name, { sub: subOf(name), email: emailOf(name), email_verified: true })
    const entered = await enter(tab, there, id, name)
    return tab.with({ cookie: cookieOf(entered), 'x-auth-token': entered.data.token })
  }
  const isLive = async (session: Client) => (await session.call(sessionEndpoints.current)).status === 200
  const sidOf = async (name: PersonName) => {
    const sessions = world.database.read.selectFrom('sessions').select('provider_session')
    const own = sessions.where('user_id', '=', world.ids.people[name]).where('provider_session', 'is not', null)
    return (await own.orderBy('authenticated_at', 'desc').executeTakeFirstOrThrow()).provider_session ?? ''
  }
  const seconds = () => Math.floor(Date.now() / 1000)
  let last = 0
  const claimsFor = (name: PersonName, changes: object = {}) => {
    last += 1
    const times = { iat: seconds(), exp: seconds() + 120 }
    const named = { iss: there.issuer, aud: clientId, sub: subOf(name), jti: `token-${last}` }
    return { ...named, ...times, events: { [event]: {} }, ...changes }
  }

  test('ends only the session that the provider names', async () => {
    const first = await arrive('approver-group')
    const sid = await sidOf('approver-group')
    world.clock.advance(1000)
    const second = await arrive('approver-group')
    const byPassword = await world.as('approver-group')
    expect(await there.logOut(subOf('approver-group'), sid)).toBe(200)
    expect([await isLive(first), await isLive(second), await isLive(byPassword)]).toEqual([false, true, true])
    const entries = await (await world.as('admin-group', 'admin')).call(auditEndpoints.list, {
      query: { action: 'session.provider-logout' },
    })
    expect(entries.data.items).toMatchObject([
      {
        actor_name: 'Lakeside Directory',
        entity_id: world.ids.people['approver-group'],
        after: { ended: 1, provider: 'Lakeside Directory' },
      },
    ])
  })

  test('ends a user’s provider sessions when the logout token names only the user or only the session', async () => {
    const [one, other] = [await arrive('processor-group'), await arrive('processor-group')]
    const byPassword = await world.as('processor-group')
    const reply = await deliver(there.sign(claimsFor('processor-group')))
    expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'no-store'])
    expect([await isLive(one), await isLive(other), await isLive(byPassword)]).toEqual([false, false, true])
    const again = await arrive('processor-group')
    const sid = await sidOf('processor-group')
    const bystander = await arrive('approver-group')
    expect((await deliver(there.sign(claimsFor('processor-group', { sub: undefined, sid })))).status).toBe(200)
    expect([await isLive(again), await isLive(bystander)]).toEqual([false, true])
  })

  test('accepts a logout for an unknown subject', async () => {
    expect((await deliver(there.sign(claimsFor('requester-group')))).status).toBe(200)
  })

  test('accepts each logout token only once', async () => {
    await arrive('approver-group')
    const token = there.sign(claimsFor('approver-group'))
    expect((await deliver(token)).status).toBe(200)
    const later = await arrive('approver-group')
    const replayed = await deliver(token)
    expect([replayed.status, replayed.headers['cache-control']]).toEqual([400, 'no-store'])
    expect(await isLive(later)).toBe(true)
  })

  test.each<[string, () => object]>([
    ['another issuer', () => ({ iss: 'https://attacker.example' })],
    ['another audience', () => ({ aud: 'another client' })],
    ['a past expiration time', () => ({ exp: seconds() - 61 })],
    ['no expiration time', () => ({ exp: undefined })],
    ['an issue time too long ago', () => ({ iat: seconds() - 400, exp: seconds() + 60 })],
    ['a future issue time', () => ({ iat: seconds() + 120, exp: seconds() + 240 })],
    ['a nonce', () => ({ nonce: 'n' })],
    ['no event', () => ({ events: undefined })],
    ['another event', () => ({ events: { 'http://schemas.example/other': {} } })],
    ['an event that isn’t an object', () => ({ events: { [event]: true } })],
    ['no token id', () => ({ jti: undefined })],
    ['no subject', () => ({ sub: undefined })],
  ])('refuses a logout token with %s', async (_, changes) => {
    const session = await arrive('approver-group')
    const reply = await deliver(there.sign(claimsFor('approver-group', changes())))
    expect([reply.status, reply.headers['cache-control'], await isLive(session)]).toEqual([400, 'no-store', true])
  })

  test('rejects a missing token, an id_token, an unsigned token, and a token signed with another key', async () => {
    const session = await arrive('approver-group')
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const claims = claimsFor('approver-group')
    for (const alg of ['none', 'None'])
      expect((await deliver(`${encoded({ alg, typ: 'logout+jwt' })}.${encoded(claims)}.`)).status).toBe(400)
    there.signsWithOtherKey = true
    expect((await deliver(there.sign(claims))).status).toBe(400)
    there.signsWithOtherKey = false
    const { events: _events, ...likeIdToken } = claims
    expect((await deliver(there.sign({ ...likeIdToken, nonce: 'n' }))).status).toBe(400)
    expect((await deliver('nonsense')).status).toBe(400)
    expect((await deliver('')).status).toBe(400)
    expect((await deliver(there.sign(claims), 99_999)).status).toBe(404)
    expect(await isLive(session)).toBe(true)
  })

  test('accepts new provider keys immediately', async () => {
    const session = await arrive('approver-group')
    there.rotateKeys()
    expect((await deliver(there.sign(claimsFor('approver-group')))).status).toBe(200)
    expect(await isLive(session)).toBe(false)
  })
})
