import {
  secondFactorEndpoints as endpoints,
  proofEndpoints,
} from '@check-requests/domain/access/second-factor/endpoints.ts'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { logInAs } from '../../testing/accounts.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { addApp, addPasskey, codeStep, passkeySite, passwordStep } from '../../testing/second-factors.ts'
import { testPassword } from '../../testing/templates.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const minute = 60_000
const person = 'approver-group'
const email = emailOf(person)
const wrongCode = 'This code is wrong or was already used. Enter the next code from your app.'

onOneDatabase('authenticator codes on $name', (kind) => {
  let world: World
  beforeEach(async () => {
    world = await startWorld(kind, { config: { publicUrl: passkeySite } })
  })
  afterEach(() => world.close())

  const passwordOf = async () => (await passwordStep(world.anyone, email, testPassword)).token
  const signIn = async (code: string, way: 'code' | 'recovery-code' = 'code') =>
    codeStep(world.anyone, await passwordOf(), code, way)

  test('accepts codes only after the first one confirms the app', async () => {
    const client = await world.as(person)
    await client.call(endpoints.beginCodes)
    expect((await passwordStep(world.anyone, email, testPassword)).reply.status).toBe(200)
    const { reply, codeNow } = await addApp(client, world.clock)
    expect([reply.status, reply.data.recovery_codes?.length]).toEqual([200, 10])
    const { reply: first } = await passwordStep(world.anyone, email, testPassword)
    expect([first.error.code, first.error.proof?.ways]).toEqual(['SECOND_FACTOR_NEEDED', ['code', 'recovery-code']])
    world.clock.advance(minute)
    expect((await signIn(codeNow())).status).toBe(200)
    const own = await client.call(endpoints.read)
    expect([own.data.codes !== null, own.data.recovery_codes_left]).toEqual([true, 10])
  })

  test('rejects wrong codes and all codes after an hour when confirming an app', async () => {
    const client = await world.as(person)
    await client.call(endpoints.beginCodes)
    const confirm = () => client.call(endpoints.confirmCodes, { body: { code: '000000' } })
    expect([(await confirm()).status, (await confirm()).error.fields]).toEqual([422, { code: wrongCode }])
    world.clock.advance(61 * minute)
    expect((await confirm()).status).toBe(409)
    expect((await client.call(endpoints.removeCodes)).status).toBe(404)
    // An unconfirmed app isn't part of the user record.
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })

  test('requires the password to add a first factor ten minutes after sign-in', async () => {
    const client = await world.as(person)
    world.clock.advance(10 * minute)
    for (const begin of [endpoints.beginCodes, endpoints.passkeyCreationOptions]) {
      const refused = await client.call(begin)
      expect([refused.status, refused.error.code, refused.error.proof]).toEqual([
        403,
        'FRESH_PROOF_NEEDED',
        { ways: ['password'] },
      ])
    }
    const prove = (password: string) => client.call(proofEndpoints.prove, { body: { way: 'password', password } })
    const wrong = await prove('someone else’s')
    expect([wrong.status, wrong.error.fields]).toEqual([422, { password: 'This password is wrong.' }])
    expect((await client.call(endpoints.beginCodes)).status).toBe(403)
    expect((await prove(testPassword)).status).toBe(200)
    expect((await addApp(client, world.clock)).reply.status).toBe(200)
    // Users with a second factor must use it, because a session thief might know the password too.
    world.clock.advance(10 * minute)
    const again = await prove(testPassword)
    expect([again.status, again.error.fields]).toEqual([
      422,
      { password: 'Use your passkey or a code from your authenticator app instead of your password.' },
    ])
    expect((await client.call(endpoints.beginCodes)).error.proof?.ways).toEqual(['code'])
  })

  test('accepts each code only once and only near its time', async () => {
    const { codeNow } = await addApp(await world.as(person), world.clock)
    expect((await signIn(codeNow())).message).toBe(wrongCode)
    world.clock.advance(minute)
    const code = codeNow()
    const token = await passwordOf()
    const both = await Promise.all([codeStep(world.anyone, token, code), codeStep(world.anyone, token, code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await signIn(code)).status).toBe(401)
    expect((await signIn(codeNow(2))).status).toBe(401)
    expect((await signIn(codeNow(1))).status).toBe(200)
  })

  test('throttles codes by account, separately from passwords', async () => {
    const { codeNow } = await addApp(await world.as(person), world.clock)
    world.clock.advance(minute)
    const token = await passwordOf()
    const tries = []
    for (let attempt = 0; attempt < 7; attempt++) tries.push((await codeStep(world.anyone, token, '000000')).status)
    expect(tries).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await codeStep(world.anyone, token, codeNow())).status).toBe(429)
    expect((await passwordStep(world.anyone, email, testPassword)).reply.status).toBe(403)
    world.clock.advance(2000)
    expect((await codeStep(world.anyone, token, codeNow())).status).toBe(200)
  })

  test('rejects a forged token from the password step, and a token from before a password change', async () => {
    const { codeNow } = await addApp(await world.as(person), world.clock)
    world.clock.advance(minute)
    const token = await passwordOf()
    const [prefix, id, expiresAt, role, code] = token.split('.')
    const forged = [
      'p1.1',
      token.replace('p1.', 'p2.'),
      [prefix, world.ids.people['admin-group'], expiresAt, role, code].join('.'),
      [prefix, id, Number(expiresAt) + minute, role, code].join('.'),
      [prefix, id, expiresAt, '1', code].join('.'),
    ]
    for (const one of forged) expect((await codeStep(world.anyone, one, codeNow())).error.code).toBe('SIGN_IN_EXPIRED')
    const client = await world.as(person)
    const changed = { oldPass: testPassword, newPass: 'nine brown envelopes' }
    expect((await client.call(sessionEndpoints.changePassword, { body: changed })).status).toBe(200)
    expect((await codeStep(world.anyone, token, codeNow())).error.code).toBe('SIGN_IN_EXPIRED')
  })

  test('rejects a sign-in in a role that the user doesn’t have', async () => {
    const { codeNow } = await addApp(await world.as(person), world.clock)
    world.clock.advance(minute)
    const { token } = await passwordStep(world.anyone, email, testPassword, 1)
    expect((await codeStep(world.anyone, token, codeNow())).message).toBe('You don’t have this role.')
  })

  test('accepts each recovery code once and ignores case, spaces, and look-alike letters', async () => {
    const { reply } = await addApp(await world.as(person), world.clock)
    const [first = '', second = ''] = reply.data.recovery_codes ?? []
    expect(first).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    const typed = first.toUpperCase().replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('-', ' ')
    expect((await signIn(typed, 'recovery-code')).status).toBe(200)
    expect((await signIn(first, 'recovery-code')).message).toBe(
      'This recovery code is wrong or was already used. Enter another one.',
    )
    const client = await logInWith(second)
    expect((await client.call(endpoints.read)).data.recovery_codes_left).toBe(8)
    const renewed = await client.call(endpoints.renewRecoveryCodes)
    expect([renewed.status, renewed.data.recovery_codes.length]).toEqual([200, 10])
    const third = reply.data.recovery_codes?.[2] ?? ''
    expect((await signIn(third, 'recovery-code')).status).toBe(401)
    expect((await signIn(renewed.data.recovery_codes[0] ?? '', 'recovery-code')).status).toBe(200)
  })

  const logInWith = async (recoveryCode: string) => {
    const { data } = await signIn(recoveryCode, 'recovery-code')
    return world.anyone.with({ 'x-auth-token': data.token })
  }

  test('deletes the recovery codes only with the last second factor', async () => {
    const client = await world.as(person)
    await addApp(client, world.clock)
    await addPasskey(client)
    expect((await client.call(endpoints.removeCodes)).data).toMatchObject({ codes: null, recovery_codes_left: 10 })
    const { data } = await client.call(endpoints.read)
    const [passkey] = data.passkeys
    const last = await client.call(endpoints.removePasskey, { params: { id: passkey?.id ?? 0 } })
    expect(last.data).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
    expect((await client.call(endpoints.renewRecoveryCodes)).status).toBe(409)
    expect((await logInAs(world.anyone, email, testPassword)).headers).toBeDefined()
  })

  test('requires recent identity verification to change a second factor', async () => {
    const client = await world.as(person)
    const { codeNow } = await addApp(client, world.clock)
    world.clock.advance(10 * minute)
    const changes = [endpoints.beginCodes, endpoints.removeCodes, endpoints.renewRecoveryCodes] as const
    for (const change of [...changes, endpoints.passkeyCreationOptions]) {
      const reply = await client.call(change)
      expect([reply.status, reply.error.code, reply.error.proof]).toEqual([
        403,
        'FRESH_PROOF_NEEDED',
        { ways: ['code'] },
      ])
    }
    const proved = await client.call(proofEndpoints.prove, { body: { way: 'code', code: codeNow() } })
    expect(Date.parse(proved.data.proved_until)).toBe(world.clock.read() + 10 * minute)
    expect((await client.call(endpoints.read)).data.proved_until).toBe(proved.data.proved_until)
    const replayed = await client.call(proofEndpoints.prove, { body: { way: 'code', code: codeNow() } })
    expect([replayed.status, replayed.error.fields]).toEqual([422, { code: wrongCode }])
    expect((await client.call(endpoints.renewRecoveryCodes)).status).toBe(200)
  })

  test('stores no secret or recovery code in plain text, and detects a changed passkey', async () => {
    const client = await world.as(person)
    const { data } = await client.call(endpoints.beginCodes)
    const { reply } = await addApp(client, world.clock)
    await addPasskey(client)
    const stored = JSON.stringify([
      await world.database.read.selectFrom('authenticator_apps').selectAll().execute(),
      await world.database.read.selectFrom('recovery_codes').selectAll().execute(),
      await world.database.read.selectFrom('audit_entries').selectAll().execute(),
    ])
    for (const secret of [data.secret, ...(reply.data.recovery_codes ?? [])]) {
      expect(stored).not.toContain(secret)
      expect(stored).not.toContain(secret.replaceAll('-', ''))
    }
    expect(await verifyTrail(world.database, null)).toMatchObject({ intact: true, mismatches: [] })
    await world.database.transact((trx) => sql`update passkeys set public_key = 'AAAA'`.execute(trx))
    expect(await verifyTrail(world.database, null)).toMatchObject({ intact: false })
  })
})
