import { secondFactorEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { userEndpoints as endpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MailWorld, startMailWorld } from '../../testing/mail-world.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { addApp, addPasskey, passwordStep } from '../../testing/second-factors.ts'
import { testPassword } from '../../testing/templates.ts'
import { resetSecondFactorOf } from './commands/from-console.ts'

const person = 'approver-group'

onOneDatabase('a lost second factor on $name', (kind) => {
  let world: MailWorld
  beforeEach(async () => {
    world = await startMailWorld(kind)
  })
  afterEach(() => world.close())

  const reset = async (name: Parameters<MailWorld['as']>[0], id = world.ids.people[person]) =>
    (await world.as(name)).call(endpoints.resetSecondFactor, { params: { id } })
  const marked = async () => {
    const { data } = await (await world.as('admin-group')).call(endpoints.list)
    return data.filter((user) => user.second_factor).map((user) => user.id)
  }

  test('lets an admin reset a user’s second factor, ends the user’s sessions, and notifies the user', async () => {
    const client = await world.as(person)
    await addPasskey(client)
    expect(await marked()).toEqual([world.ids.people[person]])
    expect((await reset('admin-group')).data).toEqual({ id: world.ids.people[person] })
    expect((await client.call(sessionEndpoints.current)).status).toBe(401)
    expect((await passwordStep(world.anyone, emailOf(person), testPassword)).reply.status).toBe(200)
    expect(await marked()).toEqual([])
    await world.send()
    expect(world.mailsTo(person).map(({ subject }) => subject)).toEqual([
      'Your account has a new second factor',
      'Your account no longer has a second factor because an admin reset it',
    ])
    const { data } = await (await world.as('admin-group')).call(auditEndpoints.list, { query: {} })
    expect(data.items.map(({ action }) => action)).toContain('user.reset-second-factor')
    expect((await reset('admin-group')).status).toBe(409)
  })

  test('refuses a second-factor reset by the user themselves, out of scope, or without the right', async () => {
    const admin = await world.as('admin-group')
    await addApp(admin, world.clock)
    await addPasskey(await world.as(person))
    const own = await reset('admin-group', world.ids.people['admin-group'])
    expect([own.status, own.message]).toEqual([403, 'You can’t reset your own second factor. Ask another admin.'])
    expect((await reset('processor-group')).status).toBe(403)
    const elsewhere = await reset('admin-group', world.ids.people['admin-eastside'])
    expect(elsewhere.status).toBe(404)
  })

  test('requires a recent sign-in to reset a second factor if the admin also has one', async () => {
    await addPasskey(await world.as(person))
    await addApp(await world.as('admin-group'), world.clock)
    world.clock.advance(600_000)
    expect((await reset('admin-group')).error.code).toBe('FRESH_PROOF_NEEDED')
    const own = await (await world.as(person)).call(secondFactorEndpoints.read)
    expect(own.data.passkeys).toHaveLength(1)
  })

  test('resets the last super admin’s second factor from the command line', async () => {
    const boss = 'admin-super'
    const client = await world.as(boss)
    await addApp(client, world.clock)
    expect((await passwordStep(world.anyone, emailOf(boss), testPassword)).reply.status).not.toBe(200)
    await resetSecondFactorOf(world.services, ` ${emailOf(boss).toUpperCase()} `)
    expect((await client.call(sessionEndpoints.current)).status).toBe(401)
    const { reply } = await passwordStep(world.anyone, emailOf(boss), testPassword)
    expect(reply.status).toBe(200)
    await world.send()
    expect(world.mailsTo(boss).at(-1)?.subject).toMatch(/no longer has a second factor/)
    const { data } = await world.anyone
      .with({ 'x-auth-token': reply.data.token })
      .call(auditEndpoints.list, { query: {} })
    const entry = data.items.find(({ action }) => action === 'user.reset-second-factor')
    expect(entry).toMatchObject({ actor_name: 'Command line', entity_id: world.ids.people[boss] })
    await expect(resetSecondFactorOf(world.services, emailOf(boss))).rejects.toThrow('has no second factor')
    await expect(resetSecondFactorOf(world.services, 'nobody@nowhere.example')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
