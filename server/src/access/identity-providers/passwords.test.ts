import { identityProviderEndpoints as endpoints } from '@check-requests/domain/access/identity-providers/endpoints.ts'
import { secondFactorEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addUser, chosenPassword, confirmBy, userBody } from '../../testing/accounts.ts'
import type { Client } from '../../testing/client.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../../testing/identity-provider.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { cookieOf, enter, openProvider, ownPage, providerSettings } from '../../testing/provider-sign-in.ts'
import { testPassword } from '../../testing/templates.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'
import { newPendingSignIn } from '../sessions/commands/login.ts'
import { findAccountById } from '../sessions/queries/accounts.ts'

onOneDatabase('disabled passwords on $name', (kind) => {
  let world: World
  let there: TestIdentityProvider
  let tab: Client
  let id: number
  beforeAll(async () => {
    world = await startWorld(kind, { config: { allowedNetworks: ['127.0.0.1/32'] } })
    there = await startIdentityProvider(['http://localhost/login'])
    tab = world.anyone.with(ownPage)
    await world.as('everyone', 'admin')
  })
  afterAll(async () => {
    await there.close()
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })
  beforeEach(async () => {
    id = await openProvider(world, providerSettings(there))
    expect((await switchOff(true)).data.off).toBe(true)
  })
  afterEach(async () => {
    await switchOff(false)
    await (await admin()).call(endpoints.end, { params: { id }, body: {} })
  })

  const admin = () => world.as('admin-group', 'admin')
  const params = () => ({ id: world.ids.places.NWG })
  const switchOff = async (off: boolean) =>
    (await admin()).call(organizationEndpoints.switchPasswords, { params: params(), body: { off } })
  const logIn = (email: string, password = testPassword) =>
    world.anyone.call(sessionEndpoints.login, { body: { email, password } })
  const throughProvider = async (email: string) => {
    there.people.set('them', { sub: `sub-${email}`, email, email_verified: true })
    return enter(tab, there, id, 'them')
  }
  const sentence = 'Your dealer group signs in through Lakeside Directory. Sign in there instead.'

  test('directs users to the provider after a correct password, and gives the usual error after a wrong one', async () => {
    const right = await logIn(emailOf('approver-group'))
    expect([right.status, right.message]).toEqual([403, sentence])
    const wrong = await logIn(emailOf('approver-group'), 'not their password')
    const nobody = await logIn('nobody@test.example', 'not their password')
    expect([wrong.status, wrong.body]).toEqual([nobody.status, nobody.body])
    expect(wrong.message).toBe('Wrong email or password.')
    expect((await throughProvider(emailOf('approver-group'))).status).toBe(200)
  })

  test.each<PersonName>(['admin-super', 'approver-eastside'])(
    'lets the unaffected user %s log in with a password',
    async (name) => {
      expect((await logIn(emailOf(name))).status).toBe(200)
    },
  )

  test('rejects password changes, admin password resets, and pending second-factor sign-ins', async () => {
    const entered = await throughProvider(emailOf('processor-group'))
    const session = tab.with({ cookie: cookieOf(entered), 'x-auth-token': entered.data.token })
    const body = { oldPass: testPassword, newPass: 'nine brown envelopes' }
    expect((await session.call(sessionEndpoints.changePassword, { body })).message).toBe(sentence)
    const set = await (await admin()).call(userEndpoints.update, {
      body: { id: world.ids.people['processor-group'], password: 'nine brown envelopes' },
    })
    expect(set.error.fields?.password).toMatch(/signs in through Lakeside Directory/)
    const account = await findAccountById(world.database.read, world.ids.people['processor-group'])
    if (!account) throw new Error('The processor is gone')
    const { token } = newPendingSignIn(world.services, account, undefined)
    const finished = await world.anyone.send('POST', '/api/v1/auth/second-factor', {
      body: { pending_token: token, proof: { way: 'code', code: '000000' } },
    })
    expect(finished.text).toContain(sentence)
  })

  test('discards an admin-chosen password at the first provider sign-in so that the user can be confirmed', async () => {
    const user = await addUser(await admin(), userBody(world.ids, { role_ids: [3] }))
    expect((await confirmBy(await world.as('everyone', 'admin'), user.id)).status).toBe(409)
    expect((await logIn(user.email, chosenPassword)).message).toBe(sentence)
    expect((await throughProvider(user.email)).data.password_reminder).toBe(false)
    expect((await confirmBy(await world.as('everyone', 'admin'), user.id)).status).toBe(200)
    await switchOff(false)
    expect((await logIn(user.email, chosenPassword)).status).toBe(401)
    await switchOff(true)
  })

  test('requires an active provider, and allows passwords for users whom no provider covers', async () => {
    await (await admin()).call(endpoints.update, {
      params: { id },
      body: { ...providerSettings(there), domains: ['elsewhere.example'], client_secret: undefined },
    })
    expect((await logIn(emailOf('approver-group'))).status).toBe(200)
    await (await world.as('admin-super')).call(endpoints.confirm, { params: { id }, body: {} })
    // The provider is active but doesn't cover the user's email domain.
    expect((await logIn(emailOf('approver-group'))).status).toBe(200)
    await (await admin()).call(endpoints.end, { params: { id }, body: {} })
    await switchOff(false)
    const refused = await switchOff(true)
    expect([refused.status, refused.message]).toEqual([
      409,
      expect.stringMatching(/^Without passwords, no one could sign in/),
    ])
    id = await openProvider(world, providerSettings(there))
  })

  test('hides the password setting of one dealer group from admins of another', async () => {
    const eastside = await world.as('admin-eastside')
    const refused = await eastside.call(organizationEndpoints.switchPasswords, {
      params: params(),
      body: { off: false },
    })
    expect(refused.status).toBe(404)
    expect((await eastside.call(organizationEndpoints.passwords, { params: params() })).status).toBe(404)
  })

  test('requires another provider sign-in to add a second factor ten minutes after the last one', async () => {
    const entered = await throughProvider(emailOf('requester-group'))
    const session = tab.with({ cookie: cookieOf(entered), 'x-auth-token': entered.data.token })
    const added = () => session.call(secondFactorEndpoints.beginCodes)
    expect((await added()).status).toBe(200)
    world.clock.advance(600_000)
    expect(await added()).toMatchObject({
      status: 403,
      message: expect.stringMatching(
        /^You signed in more than ten minutes ago\. .* sign in with your identity provider/,
      ),
    })
  })
})
