import { generateKeyPairSync } from 'node:crypto'
import {
  secondFactorEndpoints as endpoints,
  proofEndpoints,
} from '@check-requests/domain/access/second-factor/endpoints.ts'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { addPasskey, passkeySite, passkeyStep, passwordStep, prove } from '../../testing/second-factors.ts'
import type { Odd, SoftwareAuthenticator } from '../../testing/software-authenticator.ts'
import { testPassword } from '../../testing/templates.ts'
import { startWorld, type World } from '../../testing/world.ts'

const minute = 60_000
const person = 'approver-group'
const notAccepted = 'This passkey wasn’t accepted. Try another one.'

const oddAnswers: [string, Odd][] = [
  ['from another site', { origin: 'https://checks.example.com.evil.example' }],
  ['from another port', { origin: 'https://checks.example.com:8443' }],
  ['for another domain', { rpId: 'example.com' }],
  ['without user verification', { unverified: true }],
  ['to another challenge', { challenge: Buffer.alloc(54, 7).toString('base64url') }],
  ['to a malformed challenge', { challenge: 'AAAA' }],
  ['of another type', { type: 'payment.get' }],
]

onOneDatabase('passkeys on $name', (kind) => {
  let world: World
  beforeEach(async () => {
    world = await startWorld(kind, { config: { publicUrl: passkeySite } })
  })
  afterEach(() => world.close())

  const signIn = async (authenticator: SoftwareAuthenticator, odd: Odd = {}, client = world.anyone) => {
    const { data } = await client.call(proofEndpoints.passkeyOptions)
    return client.call(proofEndpoints.signInWithPasskey, { body: { response: authenticator.get(data, odd) } })
  }
  const step = (token: string, authenticator: SoftwareAuthenticator, odd: Odd = {}) =>
    passkeyStep(world.anyone, token, authenticator, odd)
  const passwordOf = (name = person) => passwordStep(world.anyone, emailOf(name as typeof person), testPassword)
  const trailSince = async (action: string) => {
    const { data } = await (await world.as('admin-group')).call(auditEndpoints.list, { query: {} })
    return data.items.filter((entry) => entry.action === action)
  }

  test('adds, renames, uses, and removes a passkey', async () => {
    const client = await world.as(person)
    const { authenticator, reply } = await addPasskey(client, { name: 'Phone' })
    expect([reply.status, reply.data.passkey.name, reply.data.recovery_codes?.length]).toEqual([201, 'Phone', 10])
    const second = await addPasskey(client, { name: 'Laptop' })
    expect(second.reply.data.recovery_codes).toBeNull()
    const { id } = reply.data.passkey
    await client.call(endpoints.renamePasskey, { params: { id }, body: { name: 'Old phone' } })
    expect((await signIn(authenticator)).status).toBe(200)
    const own = await client.call(endpoints.read)
    expect(own.data.passkeys.map(({ name, last_used_at }) => [name, last_used_at !== null])).toEqual([
      ['Old phone', true],
      ['Laptop', false],
    ])
    expect([own.data.codes, own.data.recovery_codes_left]).toEqual([null, 10])
    expect((await client.call(endpoints.removePasskey, { params: { id } })).data.passkeys).toHaveLength(1)
    expect((await signIn(authenticator)).status).toBe(401)
    const last = await client.call(endpoints.removePasskey, { params: { id: second.reply.data.passkey.id } })
    expect([last.data.passkeys, last.data.recovery_codes_left]).toEqual([[], 0])
    expect((await passwordOf()).reply.status).toBe(200)
  })

  test('starts the same session with a passkey alone as with a password', async () => {
    const { authenticator } = await addPasskey(await world.as(person))
    const byPassword = await (await world.as(person)).call(sessionEndpoints.current)
    const reply = await signIn(authenticator)
    expect(reply.data).toEqual({ ...byPassword.data, token: reply.data.token })
    const session = world.anyone.with({ 'x-auth-token': reply.data.token })
    expect((await session.call(sessionEndpoints.current)).status).toBe(200)
    const browser = world.anyone.with({ 'sec-fetch-site': 'same-origin' })
    const inBrowser = await signIn(authenticator, {}, browser)
    expect(inBrowser.data.token).toMatch(/^w1\./)
    expect(String(inBrowser.headers['set-cookie'])).toMatch(/__Host-crs=.*SameSite=Strict/)
    const foreign = world.anyone.with({ 'sec-fetch-site': 'cross-site' })
    expect((await foreign.call(proofEndpoints.passkeyOptions)).status).toBe(403)
    const { data } = await world.anyone.call(proofEndpoints.passkeyOptions)
    const body = { response: authenticator.get(data) }
    expect((await foreign.call(proofEndpoints.signInWithPasskey, { body })).status).toBe(403)
  })

  test('requires the passkey after the password to start a session', async () => {
    const { authenticator } = await addPasskey(await world.as(person))
    const { reply, token } = await passwordOf()
    expect([reply.status, reply.error.code]).toEqual([403, 'SECOND_FACTOR_NEEDED'])
    expect(reply.error.proof?.ways).toEqual(['passkey', 'recovery-code'])
    expect(reply.headers['set-cookie']).toBeUndefined()
    const withToken = world.anyone.with({ 'x-auth-token': token })
    expect((await withToken.call(sessionEndpoints.current)).status).toBe(401)
    const { reply: finished } = await step(token, authenticator)
    expect([finished.status, finished.data.id]).toEqual([200, world.ids.people[person]])
    expect((await passwordStep(world.anyone, emailOf(person), 'a wrong password')).reply.status).toBe(401)
  })

  test.each(oddAnswers)('rejects a passkey response %s', async (_name, odd) => {
    const { authenticator } = await addPasskey(await world.as(person))
    const direct = await signIn(authenticator, odd)
    expect([direct.status, direct.message]).toEqual([401, notAccepted])
    const { token } = await passwordOf()
    const { reply } = await step(token, authenticator, odd)
    expect([reply.status, reply.message]).toEqual([401, notAccepted])
    const client = await world.as(person)
    world.clock.advance(11 * minute)
    expect((await prove(client, authenticator, odd)).status).toBe(422)
    expect((await signIn(authenticator)).status).toBe(200)
  })

  test.each(oddAnswers)('refuses to add a passkey with a response %s', async (_name, odd) => {
    const { reply } = await addPasskey(await world.as(person), { odd })
    expect([reply.status, reply.error.fields]).toEqual([422, { response: notAccepted }])
    expect((await passwordOf()).reply.status).toBe(200)
  })

  test('rejects signatures by another key and passkeys of another user', async () => {
    const { authenticator } = await addPasskey(await world.as(person))
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect((await signIn(authenticator, { key: privateKey })).status).toBe(401)
    const { authenticator: foreign } = await addPasskey(await world.as('processor-group'))
    const { token } = await passwordOf()
    expect((await step(token, foreign)).reply.status).toBe(401)
    expect((await signIn(authenticator, { userHandle: Buffer.from('somebody').toString('base64url') })).status).toBe(
      401,
    )
    world.clock.advance(11 * minute)
    expect((await prove(await world.as(person), foreign)).status).toBe(422)
    const removed = await (await world.as('processor-group')).call(endpoints.removePasskey, { params: { id: 1 } })
    expect(removed.status).not.toBe(200)
  })

  test('rejects a replayed passkey answer when signing in or adding a passkey', async () => {
    const client = await world.as(person)
    const { authenticator, response } = await addPasskey(client)
    const again = await client.call(endpoints.addPasskey, { body: { name: 'Again', response } })
    expect(again.status).toBe(409)
    const { token } = await passwordOf()
    const { body } = await step(token, authenticator)
    expect((await world.anyone.call(proofEndpoints.finishSignIn, { body })).status).toBe(401)
  })

  test('rejects replays even from a passkey without a signature counter', async () => {
    const { authenticator } = await addPasskey(await world.as(person))
    const { token } = await passwordOf()
    const { body, reply } = await step(token, authenticator, { counter: 0 })
    expect(reply.status).toBe(200)
    expect((await world.anyone.call(proofEndpoints.finishSignIn, { body })).status).toBe(401)
  })

  test('rejects a passkey whose signature counter doesn’t increase, and records it in the audit trail', async () => {
    const { authenticator } = await addPasskey(await world.as(person))
    expect((await signIn(authenticator, { counter: 9 })).status).toBe(200)
    expect((await signIn(authenticator, { counter: 9 })).status).toBe(401)
    expect((await signIn(authenticator, { counter: 4 })).status).toBe(401)
    expect(await trailSince('user.passkey-counted-backward')).toHaveLength(2)
    expect((await signIn(authenticator, { counter: 10 })).status).toBe(200)
  })

  test('accepts a passkey answer only for the purpose and user that requested it, within five minutes', async () => {
    const { authenticator } = await addPasskey(await world.as(person))
    const { data } = await world.anyone.call(proofEndpoints.passkeyOptions)
    const { token } = await passwordOf()
    const finish = (challenge: string) => step(token, authenticator, { challenge })
    expect((await finish(data.challenge)).reply.status).toBe(401)
    world.clock.advance(5 * minute)
    const late = authenticator.get(data)
    expect((await world.anyone.call(proofEndpoints.signInWithPasskey, { body: { response: late } })).status).toBe(401)
    const expired = await world.anyone.call(proofEndpoints.secondStepOptions, { body: { pending_token: token } })
    expect([expired.status, expired.error.code]).toEqual([401, 'SIGN_IN_EXPIRED'])
  })
})

describe('passkeys without a public address', () => {
  test('allows passkeys only at localhost', async () => {
    const world = await startWorld(databases[0] as (typeof databases)[number])
    const options = (host: string) => world.anyone.with({ host }).call(proofEndpoints.passkeyOptions)
    expect((await options('localhost:3000')).data.rpId).toBe('localhost')
    for (const host of ['127.0.0.1:3000', 'evil.example', 'localhost.evil.example'])
      expect((await options(host)).status).toBe(403)
    await world.close()
  })
})
