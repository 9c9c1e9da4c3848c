import { sessionEndpoints as endpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { setUpEndpoints } from '@check-requests/domain/access/set-up/endpoints.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSuperAdmin } from '../../people/users/commands/from-console.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { startApp, type TestApp } from '../../testing/start-app.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'
import { offerSetUp } from './commands/set-up.ts'

const hour = 3_600_000
const owner = {
  first_name: 'Olga',
  last_name: 'Owner',
  email: 'owner@harbor.example',
  password: 'nine brown envelopes',
}
const isDone = 'This installation is set up already. Log in, or ask an admin for an account.'

// U4: from an empty installation to its first super admin without a shell (decision 175).
onBothDatabases('setting up an empty installation on $name', (kind) => {
  let app: TestApp
  beforeEach(async () => {
    app = await startApp(kind, { content: 'empty' })
  })
  afterEach(() => app.close())

  const offered = async () => (await offerSetUp(app.services)) ?? ''
  const isNeeded = async () => (await app.anyone.call(setUpEndpoints.find)).data.needed
  const enter = (code: string, from = '192.0.2.1') =>
    app.anyone.send('POST', '/api/v1/auth/set-up/code', { body: { code }, from })
  const setUp = (code: string, changes: Partial<typeof owner> = {}, from = '192.0.2.1') =>
    app.anyone.send('POST', '/api/v1/auth/set-up', { body: { code, ...owner, ...changes }, from })
  const users = () => app.services.database.read.selectFrom('users').select('email').execute()

  test('adds the first user as a super admin who is logged in, and closes for good', async () => {
    const code = await offered()
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect(await isNeeded()).toBe(true)
    expect((await enter(code.toLowerCase().replace('-', ''))).status).toBe(200)
    const reply = await setUp(code)
    expect(reply.body.data).toMatchObject({ role: 1, access_level: 0, email: owner.email, password_reminder: false })
    const client = app.anyone.with({ 'x-auth-token': reply.body.data.token })
    expect((await client.call(endpoints.current)).status).toBe(200)
    expect(await isNeeded()).toBe(false)
    expect(await offerSetUp(app.services)).toBeUndefined()
    for (const again of [await enter(code), await setUp(code, { email: 'other@harbor.example' })])
      expect([again.status, again.body.message]).toEqual([404, isDone])
    expect(await users()).toEqual([{ email: owner.email }])
  })

  test('records in the audit trail what makes the first user powerful', async () => {
    await setUp(await offered())
    const entries = await app.services.database.read.selectFrom('audit_entries').selectAll().orderBy('seq').execute()
    const [made, created] = ['installation.set-up', 'user.create'].map((name) =>
      entries.find(({ action }) => action === name),
    )
    expect(made).toMatchObject({ actor_name: 'Set-up from 192.0.2.1', entity: 'installation' })
    expect(JSON.parse(String(made?.payload)).after).toMatchObject({ email: owner.email, made: 'super admin' })
    expect(created).toMatchObject({ actor_name: 'Set-up from 192.0.2.1' })
    expect((await verifyTrail(app.services.database, 0)).mismatches).toEqual([])
  })

  test('refuses a wrong code, and blocks further attempts for a while', async () => {
    const code = await offered()
    const wrong = await enter('00000-00000')
    expect([wrong.status, wrong.body.message]).toEqual([422, 'This code is wrong. Copy it from the server’s log.'])
    expect((await setUp('')).body.error.fields).toEqual({ code: 'Set-up code is required' })
    for (let tries = 1; tries < 5; tries += 1) await enter('00000-00000')
    expect((await enter(code)).status).toBe(429)
    // Another network can still enter the code.
    expect((await enter(code, '198.51.100.7')).status).toBe(200)
    expect(await users()).toEqual([])
  })

  test('replaces an expired code, and shows the new one in the log only', async () => {
    const code = await offered()
    app.clock.advance(hour)
    const late = await enter(code)
    const sentence = 'This code has expired. A new one was just written to the server’s log. Enter that one.'
    expect([late.status, late.body.message]).toEqual([409, sentence])
    expect(late.text).not.toContain(await offered())
    expect((await enter(code)).status).toBe(422)
    expect((await setUp(await offered())).status).toBe(200)
  })

  test('accepts a code only from the address that entered it first', async () => {
    const code = await offered()
    expect((await enter(code)).status).toBe(200)
    for (const other of [await enter(code, '198.51.100.7'), await setUp(code, {}, '198.51.100.7')])
      expect([other.status, other.body.message]).toEqual([
        403,
        'This code was entered from another address. Restart the server, and enter the new code from one address only.',
      ])
    // A restart offers a new code, and the old one no longer works.
    app.clock.advance(60_000)
    const renewed = await offered()
    expect(renewed).not.toBe(code)
    expect((await setUp(renewed, {}, '198.51.100.7')).status).toBe(200)
  })

  test('shows the same code on every server until it is entered', async () => {
    expect(await offered()).toBe(await offered())
  })

  test('lets one of two simultaneous set-ups win', async () => {
    const code = await offered()
    const both = await Promise.all([setUp(code), setUp(code, { email: 'second@harbor.example' })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await users()).toHaveLength(1)
  })

  test('refuses a weak password and an incomplete name, and keeps the code', async () => {
    const code = await offered()
    const weak = await setUp(code, { password: 'short' })
    expect(weak.body.error.fields).toEqual({ password: 'A password needs at least 8 characters.' })
    expect((await setUp(code, { first_name: ' ' })).body.error.fields).toEqual({ first_name: 'First Name is required' })
    expect((await setUp(code)).status).toBe(200)
  })

  test('closes when the command line adds a super admin', async () => {
    const code = await offered()
    await createSuperAdmin(app.services, { email: 'ann@harbor.example', firstName: 'Ann', lastName: 'Lee' })
    expect(await isNeeded()).toBe(false)
    expect((await setUp(code)).status).toBe(404)
  })

  test('stores no code in the database', async () => {
    const code = await offered()
    const rows = await app.services.database.read.selectFrom('set_up').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code)
  })
})
