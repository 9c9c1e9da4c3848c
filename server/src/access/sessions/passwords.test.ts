import { sessionEndpoints as endpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addUser, userBody } from '../../testing/accounts.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { testPassword } from '../../testing/templates.ts'
import { startWorld, type World } from '../../testing/world.ts'

onOneDatabase('passwords on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  beforeEach(() => world.clock.advance(3_600_000))
  afterAll(() => world.close())

  const logIn = (name: PersonName, password: string) =>
    world.anyone.call(endpoints.login, { body: { email: emailOf(name), password } })

  async function change(name: PersonName, body: { oldPass: string; newPass: string; email?: string }) {
    const client = await world.logIn(emailOf(name))
    return { client, reply: await client.call(endpoints.changePassword, { body }) }
  }

  test('ends all sessions of only the user whose password changes', async () => {
    const earlier = [await world.logIn(emailOf('approver-group')), await world.browserOf('approver-group')]
    const colleague = await world.logIn(emailOf('approver-dealership'))
    const newPass = 'correct horse battery'
    const { client, reply } = await change('approver-group', {
      oldPass: testPassword,
      newPass,
      email: emailOf('approver-group'),
    })
    expect([reply.status, reply.message]).toEqual([200, 'User password change successful'])
    for (const session of [client, ...earlier])
      expect((await session.call(checkRequestEndpoints.summary)).status).toBe(401)
    expect((await colleague.call(checkRequestEndpoints.summary)).status).toBe(200)
    expect((await logIn('approver-group', testPassword)).status).toBe(401)
    expect((await logIn('approver-group', newPass)).status).toBe(200)
  })

  test('removes the browser’s cookie after a password change', async () => {
    const browser = await world.browserOf('processor-dealership')
    const body = { oldPass: testPassword, newPass: 'correct horse battery' }
    const reply = await browser.call(endpoints.changePassword, { body })
    expect(reply.status).toBe(200)
    expect(String(reply.headers['set-cookie'])).toContain('__Host-crs=;')
  })

  test('returns 400 for a wrong old password, and ends no session', async () => {
    const { client, reply } = await change('requester-group', { oldPass: 'wrong', newPass: 'correct horse battery' })
    expect([reply.status, reply.message]).toEqual([400, 'The old password is wrong.'])
    expect(reply.error.fields).toEqual({ oldPass: 'The old password is wrong.' })
    expect((await client.call(checkRequestEndpoints.summary)).status).toBe(200)
    expect((await logIn('requester-group', testPassword)).status).toBe(200)
  })

  test('refuses to change another user’s password', async () => {
    const body = { oldPass: testPassword, newPass: 'correct horse battery', email: emailOf('requester-group') }
    const { reply } = await change('admin-super', body)
    expect([reply.status, reply.message]).toEqual([403, 'You can only change your own password.'])
    expect((await logIn('requester-group', testPassword)).status).toBe(200)
  })

  test('accepts the user’s own email in any letter case', async () => {
    const email = emailOf('processor-group').toUpperCase()
    const { reply } = await change('processor-group', { oldPass: testPassword, newPass: 'correct horse 1', email })
    expect(reply.status).toBe(200)
  })

  test.each([
    ['seven77', 'A password needs at least 8 characters.'],
    ['😀'.repeat(7), 'A password needs at least 8 characters.'],
    ['x'.repeat(129), 'A password can have at most 128 characters.'],
    [emailOf('requester-group'), 'Choose a password other than your email address.'],
    [emailOf('requester-group').toUpperCase(), 'Choose a password other than your email address.'],
    ['password', 'This password is too common: choose one that others don’t use.'],
    ['12345678', 'This password is too common: choose one that others don’t use.'],
    ['Password1', 'This password is too common: choose one that others don’t use.'],
  ])('rejects %s as a password', async (newPass, text) => {
    const { reply } = await change('requester-group', { oldPass: testPassword, newPass })
    expect([reply.status, reply.error.fields]).toEqual([422, { newPass: text }])
  })

  test.each([
    'ünï 😀 日本',
    'wheels and doors '.repeat(8).slice(0, 128),
    '        spaces count        ',
    '\u0065\u0301toiles brillantes',
  ])('accepts the password %s, and logs in with it', async (newPass) => {
    const { email, password } = userBody(world.ids)
    await addUser(await world.as('admin-group'), userBody(world.ids, { email, username: email }))
    const logInWith = (typed: string) => world.anyone.call(endpoints.login, { body: { email, password: typed } })
    const client = world.anyone.with({ 'x-auth-token': (await logInWith(password)).data.token })
    const reply = await client.call(endpoints.changePassword, { body: { oldPass: password, newPass } })
    expect(reply.status).toBe(200)
    expect((await logInWith(newPass.normalize('NFC'))).status).toBe(200)
  })

  test.each([
    [{}, { oldPass: 'Old Password is required', newPass: 'New Password is required' }],
    [
      { oldPass: '', newPass: '' },
      { oldPass: 'Old Password is required', newPass: 'New Password is required' },
    ],
  ])('names the missing fields of the password change %j', async (body, fields) => {
    const client = await world.logIn(emailOf('requester-group'))
    const reply = await client.send('PATCH', '/api/v1/users/change-password', { body })
    expect([reply.status, reply.body.error.fields]).toEqual([422, fields])
  })

  test('rejects an email sent as a list and changes no user', async () => {
    const client = await world.logIn(emailOf('requester-group'))
    const email = [emailOf('requester-group'), emailOf('admin-super')]
    const body = { oldPass: testPassword, newPass: 'correct horse battery', email }
    const reply = await client.send('PATCH', '/api/v1/users/change-password', { body })
    expect([reply.status, reply.body.error.code]).toEqual([400, 'BAD_REQUEST'])
    expect((await logIn('admin-super', testPassword)).status).toBe(200)
  })

  test('throttles wrong old passwords and failed logins together', async () => {
    const client = await world.logIn(emailOf('requester-department'))
    const body = { oldPass: 'wrong', newPass: 'correct horse battery' }
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1)
      statuses.push((await client.call(endpoints.changePassword, { body })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    expect((await logIn('requester-department', testPassword)).status).toBe(429)
  })

  test('applies only one of two simultaneous password changes', async () => {
    const clients = [
      await world.logIn(emailOf('approver-department')),
      await world.logIn(emailOf('approver-department')),
    ]
    const passwords = ['first new password', 'second new password']
    const replies = await Promise.all(
      clients.map((client, index) =>
        client.call(endpoints.changePassword, { body: { oldPass: testPassword, newPass: passwords[index] as string } }),
      ),
    )
    const statuses = replies.map(({ status }) => status)
    const winner = statuses.indexOf(200)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect((await logIn('approver-department', passwords[winner] as string)).status).toBe(200)
    expect((await logIn('approver-department', passwords[1 - winner] as string)).status).toBe(401)
  })
})
