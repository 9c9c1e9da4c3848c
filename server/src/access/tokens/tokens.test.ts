import { tokenEndpoints as endpoints } from '@check-requests/domain/access/tokens/endpoints.ts'
import { type TokenScope, tokenScopes } from '@check-requests/domain/access/tokens/scopes.ts'
import { allEndpoints } from '@check-requests/domain/api/all-endpoints.ts'
import { apiBase } from '@check-requests/domain/api/endpoint.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { controlEndpoints } from '@check-requests/domain/people/controls/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { tokenScopesByHand } from '@check-requests/domain/testing/token-scopes-by-hand.ts'
import { listWithOr } from '@check-requests/domain/values/lists.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approved } from '../../testing/checks.ts'
import { confirmControls } from '../../testing/controls.ts'
import { inboxOf } from '../../testing/inbox.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import type { PersonName } from '../../testing/organization.ts'
import { bodyAt, raise } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const day = 86_400_000
const everyScope = tokenScopes.map(({ name }) => name)
const scopesByHand = (id: string) => tokenScopesByHand.get(id) ?? []
const refusalFor = (scopes: readonly string[]) =>
  scopes.length > 0 ? `doesn’t have the scope ${listWithOr(scopes)}.` : 'Access tokens can’t do this.'

onBothDatabases('access tokens on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    // A dealer group's setup ends with its first approved request.
    await approved(world)
    await world.as('everyone', 'admin')
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const admin = () => world.as('admin-group', 'admin')
  const until = (days = 30) => new Date(world.services.clock() + days * day).toISOString().slice(0, 10)
  const bodyFor = (kind: 'person' | 'program', changes: object = {}) => ({
    kind,
    name: 'Nightly Export',
    scopes: ['read'] as TokenScope[],
    role_id: 2 as const,
    dealership_ids: [],
    networks: [],
    expires_on: until(),
    ...changes,
  })
  const bearer = (secret: string) => world.anyone.with({ authorization: `Bearer ${secret}` })
  const program = async (changes: object = {}) => {
    const made = await (await admin()).call(endpoints.create, { body: bodyFor('program', changes) })
    expect([made.status, made.text]).toEqual([201, expect.any(String)])
    await confirmControls(world)
    return { ...made.data, client: bearer(made.data.secret) }
  }
  const allowPersonal = async () => {
    const params = { id: world.ids.places.NWG }
    const { data } = await (await admin()).call(endpoints.connections, { params })
    if (data.personal_tokens) return
    const body = { version: data.version, personal_tokens: true }
    const asked = await (await admin()).call(endpoints.saveConnections, { params, body })
    expect(asked.data.personal_tokens).toBe(false)
    await confirmControls(world)
  }
  const personal = async (changes: object = {}, name: PersonName = 'requester-group') => {
    await allowPersonal()
    const made = await (await world.as(name)).call(endpoints.create, { body: bodyFor('person', changes) })
    expect([made.status, made.text]).toEqual([201, expect.any(String)])
    return { ...made.data, client: bearer(made.data.secret) }
  }
  const listed = (client: { call: World['anyone']['call'] }) => client.call(requests.list, { query: {} })

  test('are off for users until a second admin confirms the setting, and are reported to their owner', async () => {
    const requester = await world.as('requester-group')
    const refused = await requester.call(endpoints.create, { body: bodyFor('person') })
    expect([refused.status, refused.message]).toEqual([403, expect.stringContaining('doesn’t allow access tokens')])
    const { client, token, secret } = await personal()
    expect(token).toMatchObject({
      state: 'active',
      hint: secret.slice(0, 8),
      owner: { name: 'requester-group Tester' },
    })
    expect((await listed(client)).status).toBe(200)
    const [notice] = (await inboxOf(requester)).items
    expect(notice).toMatchObject({ event: 'token-created', text: 'Access token: Nightly Export' })
    const rows = await world.database.read.selectFrom('access_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(rows[0]?.last_used_at).not.toBeNull()
  })

  test('of a program do nothing until another admin confirms them, and then act under the program’s name', async () => {
    const scopes = ['raise', 'documents']
    const made = await (await admin()).call(endpoints.create, { body: bodyFor('program', { scopes, name: 'DMS' }) })
    const client = bearer(made.data.secret)
    const early = await client.call(requests.create, { body: bodyAt(world.ids, 'NWG/TOY/SVC') })
    expect([early.status, early.message]).toEqual([403, expect.stringContaining('second admin must confirm')])
    const [change] = (await (await admin()).call(controlEndpoints.list)).data
    if (!change) throw new Error('No change is pending')
    expect(change.says).toEqual([
      'Program “DMS” as requester for the whole group: raise check requests and comment on them and read and attach documents',
    ])
    const params = { id: change.id }
    const own = await (await admin()).call(controlEndpoints.confirm, { params, body: { version: change.version } })
    expect(own.status).toBe(403)
    await confirmControls(world)
    const raised = await client.call(requests.create, { body: bodyAt(world.ids, 'NWG/TOY/SVC') })
    expect([raised.status, raised.text]).toEqual([201, expect.any(String)])
    const entries = world.database.read.selectFrom('audit_entries').select(['actor_name', 'session_id'])
    expect(await entries.where('session_id', '=', `token-${made.data.token.id}`).execute()).toEqual([
      { actor_name: 'DMS (program)', session_id: expect.any(String) },
    ])
    const detail = await (await world.as('approver-group')).call(requests.detail, { params: { id: raised.data.id } })
    expect(detail.text).toContain('DMS (program)')
  })

  test('of a program don’t let its creator decide on what it raised (separation of duties)', async () => {
    const both = await world.as('everyone', 'admin')
    const body = bodyFor('program', { scopes: ['raise'], name: 'Own Program' })
    const made = await both.call(endpoints.create, { body })
    await confirmControls(world)
    const raised = await bearer(made.data.secret).call(requests.create, { body: bodyAt(world.ids, 'NWG/TOY/SVC') })
    const decision = { params: { id: raised.data.id }, body: { status_id: 3 as const, version: raised.data.version } }
    const own = await (await world.as('everyone', 'approver')).call(requests.changeStatus, decision)
    expect([own.status, own.message]).toEqual([403, expect.stringContaining('separation of duties')])
    expect((await (await world.as('approver-group')).call(requests.changeStatus, decision)).status).toBe(201)
  })

  test('are limited to their dealerships, networks, expiry date, and number of calls', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/HON/SVC')
    const limited = await program({
      name: 'Toyota',
      role_id: 1,
      dealership_ids: [world.ids.places['NWG/TOY']],
      networks: ['203.0.113.0/24', '2001:db8::/32'],
      expires_on: until(1),
    })
    const from = (address: string, path = '/check-requests') =>
      limited.client.send('GET', `${apiBase}${path}`, { from: address })
    for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1::9'])
      expect((await from(address)).status, address).toBe(200)
    for (const address of ['203.0.114.9', '127.0.0.1', '2001:db9::1', '::1'])
      expect((await from(address)).body.message, address).toContain('doesn’t work in your network')
    expect((await from('203.0.113.9', `/check-requests/${id}`)).status).toBe(404)
    let last = await from('203.0.113.9')
    for (let calls = 0; calls < 600 && last.status === 200; calls += 1) last = await from('203.0.113.9')
    expect([last.status, last.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
    world.services.testClock.advance(61_000)
    expect((await from('203.0.113.9')).status).toBe(200)
    world.services.testClock.advance(2 * day)
    expect((await from('203.0.113.9')).status).toBe(401)
  })

  test('end for good when their owner leaves, an owner or admin ends them, or a role is lost', async () => {
    const { client, token } = await personal({ name: 'To End' })
    const other = await world.as('requester-dealership')
    expect((await other.call(endpoints.end, { params: { id: token.id } })).status).toBe(404)
    const elsewhere = await world.as('admin-eastside', 'admin')
    expect((await elsewhere.call(endpoints.end, { params: { id: token.id } })).status).toBe(404)
    expect((await (await admin()).call(endpoints.end, { params: { id: token.id } })).data.state).toBe('ended')
    expect((await listed(client)).status).toBe(401)

    const kept = await personal({ name: 'To Leave' }, 'requester-department')
    const id = world.ids.people['requester-department']
    const change = async (body: object) =>
      expect((await (await admin()).call(userEndpoints.update, { body: { id, ...body } })).status).toBe(200)
    await change({ active: false })
    expect((await listed(kept.client)).status).toBe(401)
    await change({ active: true })
    expect((await listed(kept.client)).status).toBe(401)
  })

  test('never leave the group, and are listed for their owner and the group’s admins only', async () => {
    const { token } = await program({ name: 'Listed' })
    const ids = async (name: PersonName) =>
      (await (await world.as(name)).call(endpoints.list)).data.map((one) => one.id)
    for (const name of ['admin-group', 'admin-super'] as const) expect(await ids(name)).toContain(token.id)
    expect(await ids('admin-eastside')).not.toContain(token.id)
    expect(await ids('approver-group')).toEqual([])
    expect((await (await admin()).call(userEndpoints.list)).text).not.toContain('(program)')
  })

  describe.each(everyScope)('with the scope %s', (scope) => {
    test('can call exactly the handwritten endpoints (matrix of scopes and endpoints)', async () => {
      const { client } = await program({ name: `Scope ${scope}`, role_id: 1, scopes: [scope] })
      const guarded = allEndpoints.filter(({ policy }) => policy !== 'public')
      for (const row of guarded) {
        const path = row.path.replaceAll(/:\w+/g, '999999')
        const form = { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x--\r\n' }
        const sent = row.takes === undefined ? { body: {} } : form
        const body = row.method === 'GET' ? {} : sent
        const { status, text } = await client.send(row.method, `${apiBase}${path}`, body)
        const scopes = scopesByHand(row.id)
        const isRefused = status === 403 && text.includes(refusalFor(scopes))
        expect([row.id, isRefused]).toEqual([row.id, !scopes.includes(scope)])
        world.services.testClock.advance(1000)
      }
    })
  })

  describe('attacked', () => {
    const path = `${apiBase}/check-requests`
    const forged = 'crt_'.padEnd(47, 'A')
    const headers: readonly (readonly [string, (secret: string) => Record<string, string>])[] = [
      ['an unknown token', () => ({ authorization: `Bearer ${forged}` })],
      ['no token', () => ({ authorization: 'Bearer' })],
      ['only spaces', () => ({ authorization: 'Bearer    ' })],
      ['basic authentication', (secret) => ({ authorization: `Basic ${btoa(`x:${secret}`)}` })],
      ['the token without a scheme', (secret) => ({ authorization: secret })],
      ['the token in the session header', (secret) => ({ 'x-auth-token': secret })],
      ['the token as a session token', (secret) => ({ 'x-auth-token': `t1.${secret.slice(4)}` })],
      ['the token as a cookie', (secret) => ({ cookie: `__Host-crs=${secret}`, 'x-auth-token': 'bootstrap' })],
      ['the token without its prefix', (secret) => ({ authorization: `Bearer ${secret.slice(4)}` })],
      ['the token in capitals', (secret) => ({ authorization: `Bearer ${secret.toUpperCase()}` })],
      ['the token cut short', (secret) => ({ authorization: `Bearer ${secret.slice(0, -1)}` })],
      ['the token with one more letter', (secret) => ({ authorization: `Bearer ${secret}a` })],
      ['the token with a wildcard', () => ({ authorization: 'Bearer crt_%' })],
      ['SQL', () => ({ authorization: `Bearer crt_'or'1'='1` })],
      ['two tokens', (secret) => ({ authorization: `Bearer ${forged} ${secret}` })],
      ['a very long token', () => ({ authorization: `Bearer crt_${'A'.repeat(5000)}` })],
      ['a JSON token', () => ({ authorization: 'Bearer {"$ne":null}' })],
      ['a tab token with it', (secret) => ({ authorization: `Bearer ${secret}`, 'x-auth-token': 'w1.AAAA' })],
      ['an empty session header with it', (secret) => ({ authorization: `Bearer ${secret}`, 'x-auth-token': '' })],
    ]
    test.each(headers)('is refused with %s', async (_, headersOf) => {
      const { secret } = await program({ name: `Attack ${Math.random()}`.slice(0, 30), role_id: 1 })
      expect((await world.anyone.send('GET', path, { headers: headersOf(secret) })).status).toBe(401)
    })

    test('is refused with the stored hash instead of the token', async () => {
      const { token } = await program({ name: 'Hash' })
      const rows = world.database.read.selectFrom('access_tokens').select('token_hash').where('id', '=', token.id)
      const { token_hash } = await rows.executeTakeFirstOrThrow()
      expect((await listed(bearer(token_hash))).status).toBe(401)
      expect((await listed(bearer(`crt_${token_hash}`))).status).toBe(401)
    })

    const grabs: readonly (readonly [string, object, number])[] = [
      ['another group’s dealership', { dealership_ids: ['EAS/KIA'] }, 422],
      ['an unknown dealership', { dealership_ids: [999_999] }, 422],
      ['the role of an approver', { role_id: 3 }, 422],
      ['the role of a processor', { role_id: 4 }, 422],
      ['an unknown role', { role_id: 9 }, 422],
      ['an unknown scope', { scopes: ['decide'] }, 422],
      ['no scope', { scopes: [] }, 422],
      ['all scopes as one text', { scopes: 'read,raise' }, 422],
      ['a day in the past', { expires_on: '2020-01-01' }, 422],
      ['a day in ten years', { expires_on: '2036-01-01' }, 422],
      ['an impossible day', { expires_on: '2027-02-30' }, 422],
      ['a network that is none', { networks: ['everywhere'] }, 422],
      ['a network that is too wide for its family', { networks: ['10.0.0.0/33'] }, 422],
      ['a network in two parts', { networks: ['10.0.0.0/8/8'] }, 422],
      ['a network with a comma', { networks: ['10.0.0.0/8,0.0.0.0/0'] }, 422],
      ['another group', { dealer_group_id: 'EAS' }, 404],
      ['an unknown group', { dealer_group_id: 999_999 }, 404],
      ['a secret of its own', { secret: forged }, 422],
      ['a hash of its own', { token_hash: 'a' }, 422],
      ['a user of its choice', { user_id: 1 }, 422],
      ['a state of its choice', { state: 'active' }, 422],
      ['a name that is too long', { name: 'x'.repeat(61) }, 422],
    ]
    test.each(grabs)('refuses to give a program %s', async (_, changes, status) => {
      const place = (name: unknown) => (name === 'EAS' || name === 'EAS/KIA' ? world.ids.places[name] : name)
      const placed = (value: unknown) => (Array.isArray(value) ? value.map(place) : place(value))
      const entries = Object.entries(changes).map(([key, value]) => [key, placed(value)])
      const body = bodyFor('program', Object.fromEntries(entries))
      const reply = await (await admin()).send('POST', `${apiBase}/tokens`, { body })
      expect([reply.status, reply.text]).toEqual([status === 422 ? expect.toBeOneOf([400, 422]) : status, reply.text])
    })

    const others = [
      'requester-group',
      'approver-group',
      'processor-group',
      'admin-dealership',
      'admin-department',
    ] as const
    test.each(others)('refuses to let %s add a program', async (name) => {
      const reply = await (await world.as(name)).call(endpoints.create, { body: bodyFor('program') })
      expect(reply.status).toBe(403)
    })

    test('refuses personal tokens to super admins and for roles of others', async () => {
      await allowPersonal()
      const superAdmin = await (await world.as('admin-super')).call(endpoints.create, { body: bodyFor('person') })
      expect(superAdmin.status).toBe(403)
      const body = bodyFor('person', { role_id: 1 })
      expect((await (await world.as('approver-group')).call(endpoints.create, { body })).status).toBe(422)
    })

    test('keeps the event stream, the API of sessions, and other tokens closed', async () => {
      const { client } = await program({ name: 'Every Scope', role_id: 1, scopes: everyScope })
      for (const address of ['/live', '/auth/session', '/my/sessions', '/tokens', '/audit', '/installation'])
        expect([address, (await client.send('GET', `${apiBase}${address}`)).status]).toEqual([address, 403])
      expect((await client.call(endpoints.create, { body: bodyFor('program') })).status).toBe(403)
    })
  })
})
