import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { startWorld, type World } from '../../testing/world.ts'

// These are the calls in the specification, each with path, body, and complete response (R197 to R201, R121).
onOneDatabase('the user API on $name', (kind) => {
  let world: World
  let admin: Client
  beforeAll(async () => {
    world = await startWorld(kind)
    admin = await world.as('admin-super')
  })
  afterAll(() => world.close())

  /** The form fields for a new user. */
  function formOf(email: string) {
    const { places } = world.ids
    return {
      username: email,
      email,
      title: 'Cashier',
      first_name: 'Nina',
      last_name: 'Newman',
      password: 'nine brown envelopes',
      role_ids: [2, 3],
      primary_role: 3,
      access_level: '3',
      dealer_group_id: places.NWG,
      dealership_ids: [places['NWG/TOY']],
      department_ids: [places['NWG/TOY/SVC']],
    }
  }

  /** The user as shown in lists: the submitted fields without the password, and the names of roles and places. */
  function userOf(email: string) {
    const { password, ...shown } = formOf(email)
    return {
      ...shown,
      id: expect.any(Number),
      role_names: ['Requester', 'Approver'],
      dealer_group_name: 'Northwest Auto Group',
      dealership_name: ['Dealership TOY'],
      department_name: ['SVC'],
      active: true,
    }
  }

  test('answers POST /users with 201 and the user, and GET /users with a list that contains the user', async () => {
    const email = 'nina@test.example'
    const { status, body, text } = await admin.send('POST', '/api/v1/users', { body: formOf(email) })
    expect(status).toBe(201)
    expect(body).toMatchObject({ success: true, message: 'User created', data: userOf(email) })
    const list = await admin.send('GET', '/api/v1/users')
    expect(list.status).toBe(200)
    expect(list.body).toMatchObject({ success: true, message: 'Users' })
    expect(list.body.data.find((user: { id: number }) => user.id === body.data.id)).toEqual(body.data)
    expect(text + list.text).not.toMatch(/"password"|hash/)
  })

  test('changes the user named in the body of PATCH /users, and answers with the user', async () => {
    const email = 'patched@test.example'
    await admin.send('POST', '/api/v1/users', { body: formOf(email) })
    const { status, body } = await admin.send('PATCH', '/api/v1/users', { body: { email, title: null, active: false } })
    expect(status).toBe(200)
    const data = { ...userOf(email), title: null, active: false }
    expect(body).toMatchObject({ success: true, message: 'User updated', data })
  })

  test('refuses a new email address in PATCH /users, and changes nothing else', async () => {
    const email = 'settled@test.example'
    const { id } = (await admin.send('POST', '/api/v1/users', { body: formOf(email) })).body.data
    const change = (body: object) => admin.send('PATCH', '/api/v1/users', { body: { id, title: 'Clerk', ...body } })
    const refused = await change({ email: 'other@test.example' })
    expect([refused.status, refused.body.error.fields]).toEqual([
      422,
      {
        email: `You can’t change the email address ${email}. Add a user with the new address, and deactivate this one.`,
      },
    ])
    const list = await admin.send('GET', '/api/v1/users')
    expect(list.body.data.find((user: { id: number }) => user.id === id)).toMatchObject({ email, title: 'Cashier' })
    expect((await change({ email: 'Settled@Test.Example ' })).body.data).toMatchObject({ email, title: 'Clerk' })
  })

  test('deletes the user whose email is in the body of DELETE /users', async () => {
    const email = 'deleted@test.example'
    const { body } = await admin.send('POST', '/api/v1/users', { body: formOf(email) })
    const removed = await admin.send('DELETE', '/api/v1/users', { body: { email } })
    expect(removed.status).toBe(200)
    expect(removed.body).toEqual({ success: true, message: 'User removed.', data: { id: body.data.id, email } })
    const again = await admin.send('DELETE', '/api/v1/users', { body: { email } })
    expect([again.status, again.body.success]).toEqual([404, false])
  })

  test('answers GET /users/approvers with ids and names for any logged-in user', async () => {
    const { status, body } = await (await world.as('requester-eastside')).send('GET', '/api/v1/users/approvers')
    const approvers = ['approver-super', 'approver-eastside', 'everyone-eastside'] as const
    const data = approvers.map((name) => ({ id: world.ids.people[name], name: `${name} Tester` }))
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, message: 'Approvers', data: expect.arrayContaining(data) })
    expect(body.data).toHaveLength(data.length)
  })

  test('refuses to list users without a session or for users who aren’t admins', async () => {
    const nobody = await world.anyone.send('GET', '/api/v1/users')
    expect([nobody.status, nobody.body.message]).toEqual([401, 'Unauthorized access...'])
    const requester = await (await world.as('requester-group')).send('GET', '/api/v1/users')
    expect([requester.status, requester.body.success, requester.body.data]).toEqual([403, false, undefined])
  })

  test('uses a single role as the primary role, and requires a choice between several roles', async () => {
    const one = { ...formOf('one@test.example'), role_ids: [4], primary_role: null, title: null }
    const created = await admin.send('POST', '/api/v1/users', { body: one })
    expect([created.status, created.body.data.primary_role]).toEqual([201, 4])
    const many = { ...formOf('many@test.example'), primary_role: null }
    const refused = await admin.send('POST', '/api/v1/users', { body: many })
    const primary_role = 'Primary role is required when multiple roles are selected'
    expect([refused.status, refused.body.error.fields]).toEqual([422, { primary_role }])
  })
})
