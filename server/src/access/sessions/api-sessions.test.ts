import { sessionEndpoints as endpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { testPassword } from '../../testing/templates.ts'
import { startWorld, type World } from '../../testing/world.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

onOneDatabase('API sessions on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  // Advances the clock each time so that the order of logins is unambiguous.
  beforeEach(() => world.clock.advance(minute))
  afterAll(() => world.close())

  const logIn = (email: string, password = testPassword, role_id?: number) =>
    world.anyone.call(endpoints.login, { body: { email, password, ...(role_id && { role_id }) } })

  async function clientOf(name: PersonName, role_id?: number): Promise<Client> {
    const { data } = await logIn(emailOf(name), testPassword, role_id)
    return world.anyone.with({ 'x-auth-token': data.token })
  }

  const statusOf = async (client: Client, headers: Record<string, string> = {}) =>
    (await client.with(headers).call(checkRequestEndpoints.summary)).status

  describe('API login', () => {
    test('returns the session user with a bearer token and no cookie', async () => {
      const reply = await logIn(emailOf('requester-department'))
      expect([reply.status, reply.message]).toEqual([200, 'Login successful'])
      expect(reply.headers['set-cookie']).toBeUndefined()
      expect(reply.data.token).toMatch(/^t1\.[\w-]{43}$/)
      const { places, people } = world.ids
      expect(reply.data).toMatchObject({
        role: 2,
        id: people['requester-department'],
        email: emailOf('requester-department'),
        firstname: 'requester-department',
        lastname: 'Tester',
        all_roles: [2],
        all_role_names: ['Requester'],
        access_level: 3,
        dealer_group_id: places.NWG,
        dealership_id: [places['NWG/TOY']],
        department_id: [places['NWG/TOY/SVC']],
      })
    })

    test('starts in the primary role or in the requested role', async () => {
      expect((await logIn(emailOf('everyone'))).data).toMatchObject({ role: 2, all_roles: [1, 2, 3, 4] })
      for (const role of [1, 2, 3, 4])
        expect((await logIn(emailOf('everyone'), testPassword, role)).data.role).toBe(role)
    })

    test('accepts an email in any letter case and with surrounding spaces', async () => {
      expect((await logIn(`  ${emailOf('everyone').toUpperCase()} `)).status).toBe(200)
    })

    test.each([1, 3, 4, 0, -1, 5, 99])('rejects the role_id %i of a role that the user doesn’t have', async (role) => {
      const body = { email: emailOf('requester-group'), password: testPassword, role_id: role }
      const reply = await world.anyone.send('POST', '/api/v1/auth/login', { body })
      expect([reply.status, reply.body.message]).toEqual([403, 'You don’t have this role.'])
    })

    test.each(['3', [3], { id: 3 }, true, 1.5])('rejects the malformed role_id %j', async (role_id) => {
      const body = { email: emailOf('everyone'), password: testPassword, role_id }
      const reply = await world.anyone.send('POST', '/api/v1/auth/login', { body })
      expect([reply.status, reply.body.error.code]).toEqual([400, 'BAD_REQUEST'])
    })

    test('gives the same response for an unknown user and a wrong password', async () => {
      const wrong = await logIn(emailOf('requester-group'), 'wrong password')
      const unknown = await logIn('nobody@test.example', 'wrong password')
      expect(wrong.status).toBe(401)
      expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text])
    })

    test('returns 401 for a wrong password of an inactive account, and 423 for the right one', async () => {
      expect((await logIn(emailOf('inactive'), 'wrong password')).status).toBe(401)
      expect((await logIn(emailOf('inactive'))).status).toBe(423)
    })

    test.each([
      [{}, { email: 'Email is required', password: 'Password is required' }],
      [
        { email: '', password: '' },
        { email: 'Email is required', password: 'Password is required' },
      ],
      [{ email: 'no address', password: 'x' }, { email: 'Enter an email address.' }],
    ])('names the missing or invalid fields of the login %j', async (body, fields) => {
      const reply = await world.anyone.send('POST', '/api/v1/auth/login', { body })
      expect([reply.status, reply.body.error.fields]).toEqual([422, fields])
    })

    test('issues a new token at each login, and rejects a password with an extra space', async () => {
      const tokens = [await logIn(emailOf('everyone')), await logIn(emailOf('everyone'))].map(({ data }) => data.token)
      expect(new Set(tokens).size).toBe(2)
      expect((await logIn(emailOf('everyone'), `${testPassword} `)).status).toBe(401)
    })
  })

  describe('API session', () => {
    test('returns the signed-in user with the same token', async () => {
      const client = await clientOf('everyone', 3)
      const { data } = await client.call(endpoints.current)
      expect(data).toMatchObject({ role: 3, email: emailOf('everyone'), token: client.headers['x-auth-token'] })
    })

    test('ends a session at logout, and accepts a second logout', async () => {
      const client = await clientOf('requester-group')
      expect((await client.call(endpoints.logout)).status).toBe(200)
      expect(await statusOf(client)).toBe(401)
      expect((await client.call(endpoints.logout)).status).toBe(200)
      expect((await world.anyone.call(endpoints.logout)).status).toBe(200)
    })

    test('ends a session seven days after login even in constant use', async () => {
      const client = await clientOf('requester-group')
      for (let half = 1; half < 14; half += 1) {
        world.clock.advance(12 * hour)
        expect(await statusOf(client)).toBe(200)
      }
      world.clock.advance(12 * hour - 1)
      expect(await statusOf(client)).toBe(200)
      world.clock.advance(1)
      expect(await statusOf(client)).toBe(401)
    })

    test.each(['requester-group', 'admin-super'] as const)(
      'ends a session of %s after 72 hours with only polling calls',
      async (name) => {
        const client = await clientOf(name)
        for (let hours = 1; hours < 72; hours += 1) {
          world.clock.advance(hour)
          expect(await statusOf(client, { 'x-activity': 'poll' })).toBe(200)
        }
        world.clock.advance(hour)
        expect(await statusOf(client, { 'x-activity': 'poll' })).toBe(401)
        expect(await statusOf(client)).toBe(401)
      },
    )

    test('keeps a session after 71 hours without user actions', async () => {
      const client = await clientOf('requester-group')
      world.clock.advance(71 * hour)
      expect(await statusOf(client)).toBe(200)
      world.clock.advance(71 * hour)
      expect(await statusOf(client)).toBe(200)
    })

    test('ends the oldest session when the same user logs in for the eleventh time', async () => {
      const clients: Client[] = []
      for (let index = 0; index < 11; index += 1) {
        world.clock.advance(1000)
        clients.push(await clientOf('processor-group'))
      }
      const statuses = await Promise.all(clients.map((client) => statusOf(client)))
      expect(statuses).toEqual([401, ...Array.from({ length: 10 }, () => 200)])
    })

    test('keeps the newest sessions even when the clock was set back before they started', async () => {
      for (let index = 0; index < 10; index += 1) await clientOf('processor-super')
      world.clock.advance(-hour)
      const [late, later] = [await clientOf('processor-super'), await clientOf('processor-super')]
      world.clock.advance(hour)
      expect([await statusOf(late), await statusOf(later)]).toEqual([200, 200])
    })

    test.each(['inactive', 'deleted', 'without the role'])(
      'immediately ends a session when its user is %s',
      async (fate) => {
        const client = await clientOf('requester-eastside')
        const id = world.ids.people['requester-eastside']
        const changes = { inactive: { active: 0 }, deleted: { deleted_at: '2026-11-20T15:00:00.000Z' } }
        const undo = { active: 1, deleted_at: null }
        await world.database.transact(async (trx) => {
          const roles = trx.updateTable('user_roles').where('user_id', '=', id)
          if (fate === 'without the role') await roles.set({ role_id: 3 }).execute()
          else
            await trx
              .updateTable('users')
              .set(changes[fate as 'inactive'])
              .where('id', '=', id)
              .execute()
        })
        expect(await statusOf(client)).toBe(401)
        await world.database.transact(async (trx) => {
          await trx.updateTable('user_roles').set({ role_id: 2 }).where('user_id', '=', id).execute()
          await trx.updateTable('users').set(undo).where('id', '=', id).execute()
        })
        expect(await statusOf(client)).toBe(401)
      },
    )

    test('accepts a browser secret only as a cookie and an API secret only as a bearer token', async () => {
      const browser = await world.browserOf('approver-group')
      const cookie = (browser.headers.cookie as string).split('=')[1] as string
      expect(await statusOf(world.anyone.with({ 'x-auth-token': `t1.${cookie}` }))).toBe(401)
      const bearer = (await clientOf('approver-group')).headers['x-auth-token'] as string
      const asBrowser = { 'sec-fetch-site': 'same-origin', cookie: `__Host-crs=${bearer.slice(3)}` }
      const bootstrap = world.anyone.with({ ...asBrowser, 'x-auth-token': 'bootstrap' })
      expect((await bootstrap.call(endpoints.current)).status).toBe(401)
    })
  })

  describe('API role switch', () => {
    test('returns the session user with a new token and only the rights of the new role', async () => {
      const client = await clientOf('everyone', 2)
      const reply = await client.call(endpoints.switchRole, { body: { role_id: 1 } })
      expect([reply.status, reply.message]).toEqual([200, 'User role change successful'])
      expect(reply.data).toMatchObject({ role: 1, email: emailOf('everyone') })
      const admin = world.anyone.with({ 'x-auth-token': reply.data.token })
      expect((await admin.call(checkRequestEndpoints.requesters)).status).toBe(200)
      const back = await admin.call(endpoints.switchRole, { body: { role_id: 2 } })
      const requester = world.anyone.with({ 'x-auth-token': back.data.token })
      expect((await requester.call(checkRequestEndpoints.requesters)).status).toBe(403)
    })

    test('answers the old token with 409 for thirty seconds after a switch, and then with 401', async () => {
      const client = await clientOf('everyone', 2)
      await client.call(endpoints.switchRole, { body: { role_id: 3 } })
      for (const step of [0, 1000, 28_999]) {
        world.clock.advance(step)
        const reply = await client.call(checkRequestEndpoints.summary)
        expect([reply.status, reply.error.code]).toEqual([409, 'SESSION_CHANGED'])
      }
      world.clock.advance(1)
      expect(await statusOf(client)).toBe(401)
    })

    test('rejects a role that the user doesn’t have and changes nothing', async () => {
      const client = await clientOf('requester-group')
      const reply = await client.call(endpoints.switchRole, { body: { role_id: 1 } })
      expect([reply.status, reply.message]).toEqual([403, 'You don’t have this role.'])
      expect(await statusOf(client)).toBe(200)
    })

    test('requires a login within the last twelve hours to switch roles', async () => {
      const client = await clientOf('everyone', 2)
      world.clock.advance(12 * hour + 1)
      const reply = await client.call(endpoints.switchRole, { body: { role_id: 3 } })
      expect([reply.status, reply.error.code, reply.message]).toEqual([
        409,
        'REAUTHENTICATE',
        'Relogin to change user role.',
      ])
      expect(await statusOf(client)).toBe(200)
      const early = await clientOf('everyone', 2)
      world.clock.advance(12 * hour)
      expect((await early.call(endpoints.switchRole, { body: { role_id: 3 } })).status).toBe(200)
    })

    test('switches once when called twice at the same time, and returns 409 for the second call', async () => {
      const client = await clientOf('everyone', 2)
      const replies = await Promise.all(
        [3, 4].map((role_id) => client.call(endpoints.switchRole, { body: { role_id } })),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    })

    test('ends the session seven days after login even after a role switch', async () => {
      let client = await clientOf('everyone', 2)
      world.clock.advance(11 * hour)
      const { data } = await client.call(endpoints.switchRole, { body: { role_id: 3 } })
      client = world.anyone.with({ 'x-auth-token': data.token })
      for (let half = 0; half < 12; half += 1) {
        world.clock.advance(13 * hour)
        expect(await statusOf(client)).toBe(half < 12 && 11 + 13 * (half + 1) < 7 * 24 ? 200 : 401)
      }
      world.clock.advance(day)
      expect(await statusOf(client)).toBe(401)
    })
  })
})
