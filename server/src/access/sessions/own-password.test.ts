import { sessionEndpoints as endpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser, putInForce, userBody } from '../../testing/accounts.ts'
import type { Client } from '../../testing/client.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { startWorld, type World } from '../../testing/world.ts'

const given = 'chosen by the admin'
const own = 'chosen by the person'

onOneDatabase('required own password on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind, { config: { forcePasswordChange: true } })
  })
  afterAll(() => world.close())

  const logIn = async (email: string, password: string) => {
    const { data } = await world.anyone.call(endpoints.login, { body: { email, password } })
    return { user: data, client: world.anyone.with({ 'x-auth-token': data.token }) }
  }
  const newUser = async () => {
    const body = userBody(world.ids, { password: given, role_ids: [2, 3], primary_role: 2 })
    const { id, email } = await addUser(await world.as('admin-group'), body)
    await putInForce(world.database, id)
    return email
  }
  const list = (client: Client) => client.call(checkRequestEndpoints.byUser, {})

  test('allows only a password change while an admin-chosen password is in use', async () => {
    const email = await newUser()
    const { user, client } = await logIn(email, given)
    expect(user).toMatchObject({ password_reminder: true, password_change_required: true })
    expect((await client.call(endpoints.current)).data).toMatchObject({ password_change_required: true })
    const refused = await list(client)
    expect([refused.status, refused.error.code, refused.message]).toEqual([
      403,
      'FORBIDDEN',
      'An admin chose your password. Change it to continue.',
    ])
    const body = { oldPass: given, newPass: own }
    expect((await client.call(endpoints.changePassword, { body })).status).toBe(200)
    const after = await logIn(email, own)
    expect(after.user).toMatchObject({ password_reminder: false, password_change_required: false })
    expect((await list(after.client)).status).toBe(200)
  })

  test('keeps the restriction after a role switch', async () => {
    const { client } = await logIn(await newUser(), given)
    const switched = await client.call(endpoints.switchRole, { body: { role_id: 3 } })
    const other = world.anyone.with({ 'x-auth-token': switched.data.token })
    expect((await list(other)).status).toBe(403)
  })

  test('doesn’t restrict users who chose their own password', async () => {
    const session = await (await world.as('requester-department')).call(endpoints.current)
    expect(session.data.password_change_required).toBe(false)
  })
})
