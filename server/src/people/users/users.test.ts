import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { userEndpoints as endpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUser, putInForce, type UserBody, userBody } from '../../testing/accounts.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { startWorld, type World } from '../../testing/world.ts'

const password = 'a password of their own'

onBothDatabases('managing users on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const create = async (name: 'admin-super' | 'admin-group', changes: Partial<UserBody>) =>
    (await world.as(name)).call(endpoints.create, { body: userBody(world.ids, changes) })
  const logIn = (email: string, typed = password) =>
    world.anyone.call(sessionEndpoints.login, { body: { email, password: typed } })

  describe('adding a user', () => {
    test('answers 201 with the new user, who can log in and is reminded to choose another password', async () => {
      const { places } = world.ids
      const reply = await create('admin-group', {
        email: 'Fresh.Face@Test.example',
        role_ids: ['2', 3],
        primary_role: '3',
        access_level: '3',
        dealer_group_id: String(places.NWG),
        dealership_ids: [String(places['NWG/TOY'])],
        department_ids: [places['NWG/TOY/SVC']],
      })
      expect([reply.status, reply.message]).toEqual([201, 'User created'])
      expect(reply.data).toMatchObject({
        email: 'fresh.face@test.example',
        role_ids: [2, 3],
        role_names: ['Requester', 'Approver'],
        primary_role: 3,
        access_level: '3',
        dealer_group_name: 'Northwest Auto Group',
        dealership_name: ['Dealership TOY'],
        department_name: ['SVC'],
        active: true,
      })
      const session = await logIn('fresh.face@test.example')
      // The primary role is pending confirmation.
      expect(session.data).toMatchObject({ role: 2, all_roles: [2, 3], password_reminder: true })
    })

    test.each([
      ['the role Admin', { role_ids: [1] }, 403, 'Only super admins can assign the Admin role. Ask a super admin.'],
      [
        'super admin level',
        { access_level: 0, dealer_group_id: null },
        403,
        'Only super admins can create super admins. Ask a super admin.',
      ],
      [
        'another group',
        { dealer_group_id: 'EAS' },
        403,
        'You can’t give users access to more locations than you have.',
      ],
    ])('refuses a group admin who grants %s', async (_, changes, status, message) => {
      const isElsewhere = 'dealer_group_id' in changes && changes.dealer_group_id === 'EAS'
      const group = isElsewhere ? { dealer_group_id: world.ids.places.EAS } : {}
      const reply = await create('admin-group', { ...(changes as Partial<UserBody>), ...group })
      expect([reply.status, reply.message]).toEqual([status, message])
    })

    test('lets a super admin grant the role Admin', async () => {
      expect((await create('admin-super', { role_ids: [1] })).data.role_names).toEqual(['Admin'])
    })

    test('refuses an email already in use in any case with 409 and a message on the field', async () => {
      const reply = await create('admin-group', { email: emailOf('requester-group').toUpperCase() })
      expect(reply.status).toBe(409)
      expect(reply.error.fields).toEqual({
        email: `There is already a user with the email ${emailOf('requester-group')}.`,
      })
    })

    test.each([
      ['a short password', { password: 'short' }, { password: 'A password needs at least 8 characters.' }],
      ['no role', { role_ids: [] }, { role_ids: 'At least one role is required' }],
      [
        'two roles and no primary one',
        { role_ids: [2, 3] },
        { primary_role: 'Primary role is required when multiple roles are selected' },
      ],
      ['no group', { dealer_group_id: null }, { dealer_group_id: 'Dealer Group is required for this access level' }],
      [
        'no dealership at level 2',
        { access_level: 2 },
        { dealership_ids: 'Dealership is required for this access level' },
      ],
    ])('refuses a user with %s with 422 and a message on the field', async (_, changes, fields) => {
      const reply = await create('admin-group', changes as Partial<UserBody>)
      expect([reply.status, reply.error.fields]).toEqual([422, fields])
    })

    test('refuses a dealership in another group and a department in another dealership', async () => {
      const { places } = world.ids
      const foreign = await create('admin-super', { access_level: 2, dealership_ids: [places['EAS/KIA']] })
      expect(foreign.error.fields).toEqual({ dealership_ids: 'Choose dealerships in the dealer group.' })
      const astray = { dealership_ids: [places['NWG/HON']], department_ids: [places['NWG/TOY/SVC']] }
      const reply = await create('admin-super', { access_level: 3, ...astray })
      expect(reply.error.fields).toEqual({ department_ids: 'Choose departments of the selected dealerships.' })
    })

    test.each(['requester-group', 'approver-group', 'processor-group'] as const)(
      'refuses user management calls by user %s',
      async (name) => {
        const client = await world.as(name)
        expect((await client.call(endpoints.list)).status).toBe(403)
        expect((await client.call(endpoints.create, { body: userBody(world.ids) })).status).toBe(403)
        expect((await client.call(endpoints.update, { body: { id: 1 } })).status).toBe(403)
        expect((await client.call(endpoints.remove, { body: { id: 1 } })).status).toBe(403)
      },
    )
  })

  describe('changing a user', () => {
    const update = async (body: object) =>
      (await world.as('admin-group')).call(endpoints.update, { body: body as { id: number } })

    test('keeps the user’s session after a change of name, and ends it immediately after a change of rights', async () => {
      const user = await addUser(
        await world.as('admin-group'),
        userBody(world.ids, { role_ids: [2, 3], primary_role: 2 }),
      )
      const { data } = await logIn(user.email)
      const client = world.anyone.with({ 'x-auth-token': data.token })
      expect((await update({ id: user.id, last_name: 'Renamed' })).data.last_name).toBe('Renamed')
      expect((await client.call(sessionEndpoints.current)).status).toBe(200)
      expect((await update({ email: user.email, role_ids: ['2'] })).data).toMatchObject({
        role_ids: [2],
        primary_role: 2,
      })
      expect((await client.call(sessionEndpoints.current)).status).toBe(401)
    })

    test('ends sessions and refuses logins after deactivation, and accepts logins after reactivation', async () => {
      const user = await addUser(await world.as('admin-group'), userBody(world.ids))
      const { data } = await logIn(user.email)
      await update({ id: user.id, active: false })
      expect((await world.anyone.with({ 'x-auth-token': data.token }).call(sessionEndpoints.current)).status).toBe(401)
      expect((await logIn(user.email)).status).toBe(423)
      await update({ id: user.id, active: true })
      expect((await logIn(user.email)).status).toBe(200)
    })

    test('ends sessions after an admin chooses a password, and reminds the user until they choose their own', async () => {
      const user = await addUser(await world.as('admin-group'), userBody(world.ids))
      const before = await logIn(user.email)
      await update({ id: user.id, password: 'set by the admin' })
      const old = world.anyone.with({ 'x-auth-token': before.data.token })
      expect((await old.call(sessionEndpoints.current)).status).toBe(401)
      const { data } = await logIn(user.email, 'set by the admin')
      expect(data.password_reminder).toBe(true)
      const body = { oldPass: 'set by the admin', newPass: 'their very own' }
      await world.anyone.with({ 'x-auth-token': data.token }).call(sessionEndpoints.changePassword, { body })
      expect((await logIn(user.email, 'their very own')).data.password_reminder).toBe(false)
    })

    test('ends all sessions when a user is logged out everywhere', async () => {
      const user = await addUser(await world.as('admin-group'), userBody(world.ids))
      const tokens = [await logIn(user.email), await logIn(user.email)].map(({ data }) => data.token)
      const admin = await world.as('admin-group')
      expect((await admin.call(endpoints.endSessions, { params: { id: user.id } })).data.ended).toBe(2)
      for (const token of tokens)
        expect((await world.anyone.with({ 'x-auth-token': token }).call(sessionEndpoints.current)).status).toBe(401)
    })

    test.each([
      ['a user of another group', 'requester-eastside', 404, 'This user doesn’t exist, or you have no access to it.'],
      ['a super admin', 'admin-super', 404, 'This user doesn’t exist, or you have no access to it.'],
      ['another admin', 'admin-dealership', 403, 'Only super admins can change an admin. Ask a super admin.'],
    ] as const)('refuses a group admin who changes %s', async (_, name, status, message) => {
      const reply = await update({ id: world.ids.people[name], title: 'Changed' })
      expect([reply.status, reply.message]).toEqual([status, message])
    })

    test('refuses users who change their own rights or deactivate themselves', async () => {
      const own = world.ids.people['admin-group']
      expect((await update({ id: own, role_ids: [1, 2], primary_role: 1 })).status).toBe(409)
      expect((await update({ id: own, active: false })).message).toBe(
        'You can’t change your own rights or deactivate yourself. Ask another admin.',
      )
      expect((await update({ id: own, title: 'Office manager' })).status).toBe(200)
    })
  })

  describe('deleting a user', () => {
    test('frees the user’s email, ends the user’s sessions, and keeps the name in the history', async () => {
      const admin = await world.as('admin-group')
      const user = await addUser(admin, userBody(world.ids))
      const { data } = await logIn(user.email)
      const reply = await admin.call(endpoints.remove, { body: { email: user.email } })
      expect([reply.status, reply.message]).toEqual([200, 'User removed.'])
      expect((await world.anyone.with({ 'x-auth-token': data.token }).call(sessionEndpoints.current)).status).toBe(401)
      expect((await logIn(user.email)).status).toBe(401)
      expect((await admin.call(endpoints.list)).data.map(({ id }) => id)).not.toContain(user.id)
      expect((await admin.call(endpoints.create, { body: userBody(world.ids, { email: user.email }) })).status).toBe(
        201,
      )
    })

    test('refuses users who delete themselves', async () => {
      const admin = await world.as('admin-super')
      const reply = await admin.call(endpoints.remove, { body: { email: emailOf('admin-super') } })
      expect([reply.status, reply.message]).toEqual([409, 'You can’t delete yourself.'])
    })

    test('keeps one of two super admins when they delete each other at the same time', async () => {
      const admin = await world.as('admin-super')
      const alone = { role_ids: [1], access_level: 0, dealer_group_id: null }
      const [one, two] = [
        await addUser(admin, userBody(world.ids, alone)),
        await addUser(admin, userBody(world.ids, alone)),
      ]
      for (const { id } of [one, two]) await putInForce(world.database, id)
      const others = (await admin.call(endpoints.list)).data.filter(
        ({ access_level, active }) => access_level === '0' && active,
      )
      const clients = [await logIn(one.email), await logIn(two.email)].map(({ data }) =>
        world.anyone.with({ 'x-auth-token': data.token }),
      )
      for (const { id } of others.filter((user) => user.id !== one.id && user.id !== two.id))
        await clients[0]?.call(endpoints.update, { body: { id, active: false } })
      const replies = await Promise.all([
        clients[0]?.call(endpoints.remove, { body: { id: two.id } }),
        clients[1]?.call(endpoints.remove, { body: { id: one.id } }),
      ])
      expect(replies.filter((reply) => reply?.status === 200)).toHaveLength(1)
    })
  })
})
