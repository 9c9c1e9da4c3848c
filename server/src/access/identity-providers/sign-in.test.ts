import { identityProviderEndpoints as endpoints } from '@check-requests/domain/access/identity-providers/endpoints.ts'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { clientId, startIdentityProvider, type TestIdentityProvider } from '../../testing/identity-provider.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { cookieOf, openProvider, ownPage, providerSettings } from '../../testing/provider-sign-in.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'
import { beginSignIn } from './commands/begin-sign-in.ts'
import type { Warn } from './commands/client.ts'
import { finishSignIn } from './commands/finish-sign-in.ts'

const origin = 'http://localhost'

onOneDatabase('sign-in through an identity provider on $name', (kind) => {
  let world: World
  let there: TestIdentityProvider
  let id: number
  let tab: Client
  beforeAll(async () => {
    world = await startWorld(kind, { config: { allowedNetworks: ['127.0.0.1/32'] } })
    there = await startIdentityProvider([`${origin}/login`])
    tab = world.anyone.with(ownPage)
    id = await openProvider(world, settings())
  })
  afterAll(async () => {
    await there.close()
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })
  afterEach(() => {
    there.tamper = undefined
    there.signsWithOtherKey = false
  })

  const settings = () => providerSettings(there)
  const admin = () => world.as('admin-group', 'admin')
  const second = () => world.as('admin-super', 'admin')
  const knownThere = (login: string, email: string, claims: object = {}) =>
    there.people.set(login, { sub: `sub-${login}`, email, email_verified: true, ...claims })
  const find = async (query: { domain?: string }) => (await tab.call(endpoints.find, { query })).data
  const begin = async (email?: string) => {
    const begun = await tab.call(endpoints.begin, { params: { id }, body: { email } })
    expect(begun.message).toBe('Sign-in started')
    return { url: begun.data.url, cookie: cookieOf(begun) }
  }
  const finish = (cookie: string, answer: string) => tab.with({ cookie }).call(endpoints.finish, { body: { answer } })
  const enter = async (login: string) => {
    const { url, cookie } = await begin()
    return finish(cookie, await there.signIn(url, login))
  }
  const entries = async (action: string) =>
    (await (await admin()).call(auditEndpoints.list, { query: { action } })).data.items

  test('finds the provider for its email domain or without a domain, but not for another domain', async () => {
    const [domain = ''] = settings().domains
    for (const query of [{ domain }, {}]) expect(await find(query)).toEqual([{ id, name: 'Lakeside Directory' }])
    expect(await find({ domain: 'elsewhere.example' })).toEqual([])
  })

  test('activates only the first confirmed provider of several proposed for the same domain', async () => {
    const domains = ['reserved.example']
    const propose = async (by: Client, dealer_group_id: number) =>
      by.call(endpoints.create, { body: { ...settings(), dealer_group_id, domains } })
    const confirm = async (by: Client, proposed: Awaited<ReturnType<typeof propose>>) =>
      by.call(endpoints.confirm, { params: { id: proposed.data.id }, body: {} })
    const [ours, again, theirs] = [
      await propose(await admin(), world.ids.places.NWG),
      await propose(await admin(), world.ids.places.NWG),
      await propose(await world.as('admin-eastside', 'admin'), world.ids.places.EAS),
    ]
    expect((await confirm(await second(), theirs)).status).toBe(200)
    expect(await find({})).toEqual([])
    const late = await confirm(await second(), ours)
    expect([late.status, late.message]).toEqual([
      409,
      'Another identity provider already uses one of these email domains. Remove the domain from one of them.',
    ])
    expect(await find({ domain: 'reserved.example' })).toMatchObject([{ id: theirs.data.id }])
    for (const one of [ours, again, theirs])
      await (await second()).call(endpoints.end, { params: { id: one.data.id }, body: {} })
  })

  test('redirects to the provider with PKCE, a nonce, a state, and a login hint for the provider’s own domain', async () => {
    const { url, cookie } = await begin(emailOf('approver-group'))
    const sent = Object.fromEntries(new URL(url).searchParams)
    expect(sent).toMatchObject({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: `${origin}/login`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      login_hint: emailOf('approver-group'),
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent[name]?.length).toBeGreaterThan(40)
    expect(cookie).toMatch(/^__Host-cri=/)
    expect(cookie).not.toContain(sent.state)
    expect(new URL((await begin('somebody@elsewhere.example')).url).searchParams.has('login_hint')).toBe(false)
  })

  test('opens a session for a verified email address and links the subject to the user', async () => {
    knownThere('alma', emailOf('approver-group').toUpperCase())
    const entered = await enter('alma')
    expect([entered.status, entered.data.email]).toEqual([200, emailOf('approver-group')])
    const session = await tab
      .with({ cookie: cookieOf(entered), 'x-auth-token': entered.data.token })
      .call(sessionEndpoints.current)
    expect(session.data.id).toBe(world.ids.people['approver-group'])
    const [linked] = await entries('identity-provider.link')
    expect(linked).toMatchObject({ after: { user_id: world.ids.people['approver-group'], subject: 'sub-alma' } })
    const [login] = await entries('session.login')
    expect(login).toMatchObject({ after: { provider: 'Lakeside Directory' } })
    knownThere('texts', emailOf('requester-group'), { email_verified: 'true' })
    expect((await enter('texts')).data.email).toBe(emailOf('requester-group'))
    // The email address can change at the provider, and can even be reassigned to another person.
    knownThere('alma', 'alma.married@lakeside.example')
    expect((await enter('alma')).data.id).toBe(world.ids.people['approver-group'])
  })

  test('rejects a second provider account with a linked user’s email address until an admin unlinks the first', async () => {
    knownThere('alma', emailOf('approver-group'))
    expect((await enter('alma')).status).toBe(200)
    knownThere('newcomer', emailOf('approver-group'))
    const refused = await enter('newcomer')
    expect([refused.status, refused.message]).toEqual([
      403,
      `${emailOf('approver-group')} is linked to another account at Lakeside Directory. Ask an admin to unlink that account in Settings.`,
    ])
    const [noted] = await entries('identity-provider.refuse')
    expect(noted).toMatchObject({ after: { subject: 'sub-newcomer' } })
    const forget = await (await second()).call(endpoints.forget, {
      params: { id },
      body: { email: emailOf('approver-group') },
    })
    expect(forget.data).toEqual({ user_id: world.ids.people['approver-group'] })
    expect((await enter('newcomer')).status).toBe(200)
    expect((await enter('alma')).message).toMatch(/is linked to another account/)
  })

  test.each<[string, PersonName | string, object, RegExp]>([
    ['an unverified email address', 'processor-group', { email_verified: false }, /hasn’t verified/],
    ['email_verified as the text false', 'processor-group', { email_verified: 'false' }, /hasn’t verified/],
    ['email_verified as the number 1', 'processor-group', { email_verified: 1 }, /hasn’t verified/],
    ['no email_verified claim', 'processor-group', { email_verified: undefined }, /hasn’t verified/],
    ['no email address', 'processor-group', { email: undefined }, /doesn’t provide your email address/],
    ['an email address at another domain', 'x@elsewhere.example', {}, /doesn’t sign in users from elsewhere\.example/],
  ])('rejects a sign-in with %s', async (login, who, claims, sentence) => {
    knownThere(login, who.includes('@') ? who : emailOf(who as PersonName), claims)
    const refused = await enter(login)
    expect(refused.status).toBe(403)
    expect(refused.message).toMatch(sentence)
  })

  test('rejects super admins and users of other dealer groups regardless of the provider’s claims', async () => {
    for (const who of ['admin-super', 'approver-eastside'] as const) {
      knownThere(who, emailOf(who))
      expect((await enter(who)).message).toMatch(/No user here has your email address|doesn’t sign in users from/)
    }
  })

  test('logs the provider name and the reason when a sign-in fails', async () => {
    const said: Parameters<Warn>[0][] = []
    const warn: Warn = (what) => void said.push(what)
    knownThere('logged', 'x@elsewhere.example')
    const { url, cookie } = await begin()
    const sealed = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1))
    const answer = await there.signIn(url, 'logged')
    await expect(finishSignIn(world.services, { answer, sealed, warn })).rejects.toThrow('doesn’t sign in users from')
    const nobody = { name: 'Down', issuer: 'http://127.0.0.1:59999', domains: ['down.example'] }
    const down = await openProvider(world, { ...settings(), ...nobody })
    const asked = { providerId: down, email: undefined, redirectUri: `${origin}/login`, warn }
    await expect(beginSignIn(world.services, asked)).rejects.toThrow('Couldn’t reach Down.')
    expect(said).toEqual([
      { provider: 'Lakeside Directory', reason: expect.stringMatching(/users from elsewhere\.example/) },
      { provider: 'Down', reason: expect.stringMatching(/ECONNREFUSED/) },
    ])
    await (await second()).call(endpoints.end, { params: { id: down }, body: {} })
  })

  test('accepts an authorization code only once, within ten minutes, and in the browser that started the sign-in', async () => {
    knownThere('alma2', emailOf('processor-group'))
    const { url, cookie } = await begin()
    const answer = await there.signIn(url, 'alma2')
    const other = await begin()
    expect((await finish(other.cookie, answer)).message).toMatch(/doesn’t match this sign-in/)
    expect((await tab.call(endpoints.finish, { body: { answer } })).message).toMatch(/started in another browser/)
    expect((await finish('__Host-cri=nonsense', answer)).message).toMatch(/started in another browser/)
    expect((await finish(cookie, answer)).status).toBe(200)
    expect((await finish(cookie, answer)).message).toMatch(/took too long or was already used/)
    const late = await begin()
    const lateAnswer = await there.signIn(late.url, 'alma2')
    world.clock.advance(10 * 60_000)
    expect((await finish(late.cookie, lateAnswer)).message).toMatch(/took too long/)
    const foreign = tab.with({ cookie, 'sec-fetch-site': 'cross-site' })
    expect((await foreign.call(endpoints.finish, { body: { answer } })).message).toBe(
      'This call came from another site.',
    )
  })

  test('rejects a response from another issuer', async () => {
    knownThere('alma3', emailOf('processor-group'))
    const { url, cookie } = await begin()
    const answer = new URLSearchParams(await there.signIn(url, 'alma3'))
    expect(answer.get('iss')).toBe(there.issuer)
    answer.set('iss', 'https://attacker.example')
    expect((await finish(cookie, String(answer))).message).toMatch(/doesn’t match this sign-in/)
    answer.delete('iss')
    expect((await finish(cookie, String(answer))).message).toMatch(/doesn’t match this sign-in/)
  })

  test.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>, number, RegExp]>([
    ['a wrong nonce', (claims) => ({ ...claims, nonce: 'other' }), 401, /doesn’t match this sign-in/],
    ['no nonce', ({ nonce: _, ...claims }) => claims, 401, /doesn’t match this sign-in/],
    ['another audience', (claims) => ({ ...claims, aud: 'other' }), 401, /doesn’t match this sign-in/],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://x.example' }), 401, /doesn’t match this sign-in/],
    ['a subject that differs from the userinfo', (claims) => ({ ...claims, sub: 'x' }), 401, /doesn’t match/],
    ['an issue time too long ago', (claims) => moved(claims, -800), 503, /The clocks of Lakeside Directory/],
    ['a future issue time', (claims) => moved(claims, 3960), 503, /The clocks of Lakeside Directory/],
    ['a future start time', (claims) => ({ ...claims, nbf: Date.now() / 1000 + 120 }), 503, /The clocks of/],
  ])('refuses an id_token with %s', async (_, tamper, status, sentence) => {
    knownThere('alma4', emailOf('processor-group'))
    there.tamper = tamper
    const refused = await enter('alma4')
    expect([refused.status, refused.message]).toEqual([status, expect.stringMatching(sentence)])
    expect(refused.headers['set-cookie']).not.toContain('__Host-crs')
  })

  test('accepts an id_token when the clocks differ by less than a minute', async () => {
    knownThere('alma2', emailOf('processor-group'))
    there.tamper = (claims) => moved(claims, -645)
    expect((await enter('alma2')).status).toBe(200)
    there.tamper = (claims) => ({ ...claims, nbf: Date.now() / 1000 + 45 })
    expect((await enter('alma2')).status).toBe(200)
  })

  test('accepts new provider keys immediately and rejects unpublished keys', async () => {
    knownThere('alma2', emailOf('processor-group'))
    expect((await enter('alma2')).status).toBe(200)
    there.rotateKeys()
    expect((await enter('alma2')).status).toBe(200)
    there.signsWithOtherKey = true
    expect((await enter('alma2')).message).toMatch(/doesn’t match this sign-in/)
  })

  test('explains to users what to do after they cancel at the provider or when they are inactive', async () => {
    const canceled = await enter('nobody there')
    expect([canceled.status, canceled.message]).toEqual([
      401,
      'Lakeside Directory didn’t sign you in (The user canceled). Start the sign-in again. If the problem continues, tell your admin.',
    ])
    await world.database.transact((trx) =>
      trx.updateTable('users').set({ active: 0 }).where('id', '=', world.ids.people['requester-group']).execute(),
    )
    knownThere('rita', emailOf('requester-group'))
    const inactive = await enter('rita')
    expect([inactive.status, inactive.message]).toEqual([
      423,
      'This account is inactive. Ask your admin to activate it.',
    ])
    await world.database.transact((trx) =>
      trx.updateTable('users').set({ active: 1 }).where('id', '=', world.ids.people['requester-group']).execute(),
    )
  })

  test('rejects users of an ended provider, and lets a trusted provider omit the verified claim', async () => {
    knownThere('alma2', emailOf('processor-group'))
    const { url, cookie } = await begin()
    const answer = await there.signIn(url, 'alma2')
    await (await admin()).call(endpoints.end, { params: { id }, body: {} })
    expect((await finish(cookie, answer)).message).toMatch(/is no longer active/)
    expect((await tab.call(endpoints.begin, { params: { id }, body: {} })).status).toBe(404)
    id = await openProvider(world, { ...settings(), trusts_email: true })
    knownThere('quiet', emailOf('processor-group'), { email_verified: undefined })
    expect((await enter('quiet')).status).toBe(200)
    for (const [index, email_verified] of [false, 'false', null, 'yes'].entries()) {
      knownThere(`denied${index}`, emailOf('approver-group'), { email_verified })
      expect((await enter(`denied${index}`)).message).toMatch(/hasn’t verified/)
    }
  })

  test('requires a second factor after password sign-ins but not after provider sign-ins', async () => {
    const params = { id: world.ids.places.NWG }
    const body = { roles: [4 as const], from: '2026-01-05', approve_above: null }
    await (await admin()).call(organizationEndpoints.updateSecondFactorRules, { params, body })
    const { status, data } = await enter('quiet')
    expect([status, data.second_factor_demand]).toEqual([200, undefined])
    const byPassword = await (await world.as('processor-group')).call(sessionEndpoints.current)
    expect(byPassword.data.second_factor_demand).toEqual({ from: '2026-01-05', required: true })
  })
})

function moved(claims: Record<string, unknown>, seconds: number): Record<string, unknown> {
  const { iat, exp, ...others } = claims
  return { ...others, iat: Number(iat) + seconds, exp: Number(exp) + seconds }
}
