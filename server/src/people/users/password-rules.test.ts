import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUser, userBody } from '../../testing/accounts.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { createSuperAdmin, resetPassword } from './commands/from-console.ts'

const common = 'This password is too common: choose one that others don’t use.'
const repeats = 'This password repeats itself: choose one that is harder to guess.'
const runs = 'This password follows the keyboard or the alphabet: choose one that is harder to guess.'
const words =
  'This password is a name or a word that others try first: add words that have nothing to do with you or your work.'

/** Passwords that no user in Northwest Auto Group can choose. Each user in this test is named Quincy Underhill. */
const refused = [
  ['iloveyou1', common],
  ['TrustNo1', common],
  ['zzzzzzzz', repeats],
  ['efgefgefg', repeats],
  ['qwertyuiop?!', runs],
  ['456789012', runs],
  ['Quincy 2024!', words],
  ['underhill77', words],
  ['check-request-demo', words],
] as const
const names = { first_name: 'Quincy', last_name: 'Underhill' }
const ofGroup = 'NorthwestAuto#1'

onOneDatabase('password rules on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const withNames = (changes = {}) => userBody(world.ids, { ...names, ...changes })
  const message = async (call: Promise<unknown>) => call.then(String, (error: Error) => error)

  describe.each(refused)('the refused password %s', (password, sentence) => {
    test('refuses the password for a new user', async () => {
      const reply = await (await world.as('admin-group')).call(userEndpoints.create, { body: withNames({ password }) })
      expect([reply.status, reply.error.fields]).toEqual([422, { password: sentence }])
    })

    test('refuses the password when an admin resets it', async () => {
      const admin = await world.as('admin-group')
      const { id } = await addUser(admin, withNames())
      const reply = await admin.call(userEndpoints.update, { body: { id, password } })
      expect([reply.status, reply.error.fields]).toEqual([422, { password: sentence }])
    })

    test('refuses the password when users change their own', async () => {
      const body = withNames()
      const { email } = await addUser(await world.as('admin-group'), body)
      const { data } = await world.anyone.call(sessionEndpoints.login, { body: { email, password: body.password } })
      const client = world.anyone.with({ 'x-auth-token': data.token })
      const change = { oldPass: body.password, newPass: password }
      const reply = await client.call(sessionEndpoints.changePassword, { body: change })
      expect([reply.status, reply.error.fields]).toEqual([422, { newPass: sentence }])
    })

    test('refuses the password when it is set on the command line', async () => {
      const { email } = await addUser(await world.as('admin-group'), withNames())
      const person = { email: 'q@test.example', firstName: 'Quincy', lastName: 'Underhill', password }
      const failure = { fields: { password: sentence } }
      expect(await message(createSuperAdmin(world.services, person))).toMatchObject(failure)
      expect(await message(resetPassword(world.services, email, password))).toMatchObject(failure)
    })
  })

  test('refuses a dealer group’s names as passwords only for users in the group', async () => {
    const admin = await world.as('admin-super')
    const inGroup = await admin.call(userEndpoints.create, { body: withNames({ password: ofGroup }) })
    expect(inGroup.error.fields).toEqual({ password: words })
    const { id, email } = await addUser(admin, withNames())
    const reset = await admin.call(userEndpoints.update, { body: { id, password: ofGroup } })
    expect(reset.error.fields).toEqual({ password: words })
    await expect(resetPassword(world.services, email, ofGroup)).rejects.toMatchObject({ fields: { password: words } })
    const elsewhere = withNames({ password: ofGroup, dealer_group_id: world.ids.places.EAS })
    expect((await admin.call(userEndpoints.create, { body: elsewhere })).status).toBe(201)
  })

  test('hides a group’s names from admins who can’t grant access to it', async () => {
    const body = withNames({ password: 'EastsideMotors1', dealer_group_id: world.ids.places.EAS })
    const reply = await (await world.as('admin-group')).call(userEndpoints.create, { body })
    expect([reply.status, reply.message]).toEqual([403, 'You can’t give users access to more locations than you have.'])
  })

  test('accepts a password at login that was set before the password rules', async () => {
    const { email } = await addUser(await world.as('admin-group'), withNames())
    const password_hash = await world.services.passwords.hash('iloveyou1')
    await world.database.transact((trx) =>
      trx.updateTable('users').set({ password_hash }).where('email', '=', email).execute(),
    )
    const { status } = await world.anyone.call(sessionEndpoints.login, { body: { email, password: 'iloveyou1' } })
    expect(status).toBe(200)
  })
})
