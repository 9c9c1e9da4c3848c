import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { testPassword } from '../../testing/templates.ts'
import { startWorld, type World } from '../../testing/world.ts'

// Each call has the path and body from the specification; the tests compare the whole response envelope (R195, R196).
onOneDatabase('specified session calls on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const send = (method: 'POST' | 'PATCH', path: string, body: object, token?: string) =>
    world.anyone.send(method, `/api/v1${path}`, { body, ...(token && { headers: { 'x-auth-token': token } }) })
  const logIn = (email: string, password = testPassword, more = {}) =>
    send('POST', '/auth/login', { email, password, ...more })

  test('returns the user record in the requested role from POST /auth/login', async () => {
    const email = emailOf('everyone')
    const { places, people } = world.ids
    const user = {
      token: expect.stringMatching(/^\S{40,}$/),
      role: 2,
      id: people.everyone,
      all_roles: [1, 2, 3, 4],
      access_level: 1,
      firstname: 'everyone',
      lastname: 'Tester',
      dealer_group_id: places.NWG,
      dealership_id: [],
      department_id: [],
    }
    const first = await logIn(email)
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ success: true, message: 'Login successful', data: user })
    const other = await logIn(email, testPassword, { role_id: 4 })
    expect([other.status, other.body.data]).toMatchObject([200, { ...user, role: 4 }])
  })

  test('returns no data for wrong or missing credentials in POST /auth/login', async () => {
    const wrong = await logIn(emailOf('everyone'), 'not the password')
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { success: false, message: 'Wrong email or password.', error: expect.any(Object) },
    ])
    const blank = await send('POST', '/auth/login', { email: '', password: '' })
    const fields = { email: 'Email is required', password: 'Password is required' }
    expect([blank.status, blank.body.error.fields]).toEqual([422, fields])
    expect((await logIn(emailOf('inactive'))).status).toBe(423)
  })

  test('changes the password with PATCH /users/change-password, and accepts the new password at login', async () => {
    const email = emailOf('requester-honda')
    const newPass = 'a new pass phrase'
    const { body } = await logIn(email)
    const change = (oldPass: string) =>
      send('PATCH', '/users/change-password', { oldPass, newPass, email }, body.data.token)
    const refused = await change('wrong')
    expect([refused.status, refused.body.success]).toEqual([400, false])
    const changed = await change(testPassword)
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({ success: true, message: 'User password change successful', data: { email } })
    expect((await logIn(email)).status).toBe(401)
    expect((await logIn(email, newPass)).status).toBe(200)
  })
})
