import { organizationEndpoints as organization } from '@check-requests/domain/organization/endpoints.ts'
import { confirmationEndpoints as endpoints } from '@check-requests/domain/people/confirmations/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noteEffects } from '../../access/pending-accounts/commands/take-effect.ts'
import { addUser, chosenPassword, logInAs, replacePassword, userBody, waitingFor } from '../../testing/accounts.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { move, raise } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const hour = 3_600_000

onOneDatabase('changes that no user can confirm, on $name', (kind) => {
  let world: World
  beforeEach(async () => {
    world = await startWorld(kind)
  })
  afterEach(() => world.close())

  /** Deactivates all users but these. The super admin goes last, because only super admins can deactivate some of them. */
  async function leave(...left: PersonName[]): Promise<void> {
    const superAdmin = await world.as('admin-super')
    for (const [name, id] of Object.entries(world.ids.people)) {
      if (left.some((kept) => kept === name) || name === 'admin-super' || name === 'inactive') continue
      const reply = await superAdmin.call(userEndpoints.update, { body: { id, active: false } })
      if (reply.status !== 200) throw new Error(`Couldn’t deactivate ${name}: ${reply.text}`)
    }
  }

  /** Leaves no super admin who can log in. */
  async function withoutSuperAdmin(): Promise<void> {
    const id = world.ids.people['admin-super']
    await world.database.transact((trx) => trx.updateTable('users').set({ active: 0 }).where('id', '=', id).execute())
  }

  /** Ends the group's set-up, during which a super admin's changes take effect immediately (F10). */
  async function endSetUp(): Promise<void> {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    expect((await move(await world.as('approver-group'), id, 3)).status).toBe(201)
  }

  const logIn = (email: string) => logInAs(world.anyone, email)

  async function entriesOf(action: string, id: number) {
    const query = world.database.read.selectFrom('audit_entries').selectAll().where('action', '=', action)
    return query.where('entity_id', '=', id).execute()
  }

  test('lets an approver who took no part in a change confirm it', async () => {
    await leave('admin-group', 'approver-group')
    await withoutSuperAdmin()
    const approver = await addUser(await world.as('admin-group'), userBody(world.ids, { role_ids: [3] }))
    await replacePassword(world.anyone, approver.email)
    const waiting = await waitingFor(await world.as('approver-group'), approver.id)
    expect(waiting).toMatchObject({
      second_people: ['approver-group Tester'],
      effective_at: null,
      confirm_refusal: null,
    })
  })

  // F10, decision 175.
  test('lets a super admin set up a group alone, until its first request is approved', async () => {
    const owner = await world.as('admin-super')
    const at = { dealer_group_id: world.ids.places.NWG }
    const first = await addUser(owner, userBody(world.ids, { role_ids: [3], ...at }))
    expect(await waitingFor(owner, first.id)).toMatchObject({ in_effect: true, waiting_role_names: [] })
    // The group's own admin can't do so, because the super admin can confirm the account.
    const second = await addUser(await world.as('admin-group'), userBody(world.ids, { role_ids: [3] }))
    expect(await waitingFor(owner, second.id)).toMatchObject({ in_effect: false, waiting_role_names: ['Approver'] })
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    expect((await move(await logInAs(world.anyone, first.email, chosenPassword), id, 3)).status).toBe(201)
    const third = await addUser(owner, userBody(world.ids, { role_ids: [3], ...at }))
    expect(await waitingFor(owner, third.id)).toMatchObject({ in_effect: false, waiting_role_names: ['Approver'] })
    // What one person set alone stays listed until someone else confirms it.
    await replacePassword(world.anyone, first.email)
    expect(await waitingFor(await world.as('admin-group'), first.id)).toMatchObject({
      in_effect: true,
      confirm_refusal: null,
    })
  })

  describe('a change takes effect after one business day', () => {
    test('starts the business day on Friday when the password is replaced, and ends it on Monday', async () => {
      await leave('admin-group', 'requester-group', 'approver-dealership')
      await withoutSuperAdmin()
      const user = await addUser(await world.as('admin-group'), userBody(world.ids, { role_ids: [3] }))
      // A dealership approver can't confirm a user with group scope, but sees the change and could stop it.
      const stopper = await world.as('approver-dealership')
      expect(await waitingFor(stopper, user.id)).toMatchObject({
        second_people: [],
        effective_at: null,
        stop_refusal: null,
      })
      world.clock.advance(hour)
      await replacePassword(world.anyone, user.email)
      const client = await logIn(user.email)
      expect(await waitingFor(stopper, user.id)).toMatchObject({ effective_at: '2026-11-23T16:00:00.000Z' })
      const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
      expect((await move(client, id, 3)).status).toBe(403)
      world.clock.advance(71 * hour)
      expect((await move(client, id, 3)).status).toBe(403)
      world.clock.advance(hour - 1)
      expect((await move(client, id, 3)).status).toBe(403)
      world.clock.advance(1)
      expect(await entriesOf('user.take-effect', user.id)).toHaveLength(0)
      expect((await move(client, id, 3)).status).toBe(201)
      expect(await entriesOf('user.take-effect', user.id)).toMatchObject([{ actor_name: 'System' }])
      expect(await waitingFor(await logIn(user.email), user.id)).toBeUndefined()
      const { mismatches } = await verifyTrail(world.database, world.ids.places.NWG)
      expect(mismatches).toEqual([])
    })

    test.each([
      ['no earlier with business days all week', { business_weekdays: [0, 1, 2, 3, 4, 5, 6] }, '2026-11-23T15'],
      ['no earlier in a time zone far to the east', { time_zone: 'Pacific/Kiritimati' }, '2026-11-23T15'],
      ['after a holiday', { holidays: [{ date: '2026-11-23', name: 'Founders’ Day' }] }, '2026-11-24T15'],
    ] as const)('ends the business day %s when the local settings change', async (_when, settings, hourOfEnd) => {
      await leave('admin-group', 'approver-dealership')
      await withoutSuperAdmin()
      const admin = await world.as('admin-group')
      const params = { id: world.ids.places.NWG }
      const body: object = settings
      expect((await admin.call(organization.updateLocalSettings, { params, body })).status).toBe(200)
      const user = await addUser(admin, userBody(world.ids, { role_ids: [3] }))
      await replacePassword(world.anyone, user.email)
      const found = await waitingFor(await world.as('approver-dealership'), user.id)
      expect(found?.effective_at).toBe(`${hourOfEnd}:00:00.000Z`)
    })

    test('records once that a change took effect without a login of the user', async () => {
      await leave('admin-group')
      await withoutSuperAdmin()
      const user = await addUser(await world.as('admin-group'), userBody(world.ids, { role_ids: [3] }))
      await replacePassword(world.anyone, user.email)
      await noteEffects(world.services)
      expect(await entriesOf('user.take-effect', user.id)).toHaveLength(0)
      world.clock.advance(72 * hour)
      await noteEffects(world.services)
      await noteEffects(world.services)
      await logIn(user.email)
      expect(await entriesOf('user.take-effect', user.id)).toHaveLength(1)
    })

    test('never applies a stopped change', async () => {
      await leave('admin-group', 'requester-group', 'approver-dealership')
      await withoutSuperAdmin()
      const user = await addUser(await world.as('admin-group'), userBody(world.ids, { role_ids: [3] }))
      await replacePassword(world.anyone, user.email)
      const stopper = await world.as('approver-dealership')
      const { version = 0 } = (await waitingFor(stopper, user.id)) ?? {}
      const stopped = await stopper.call(endpoints.stop, { params: { id: user.id }, body: { version } })
      expect(stopped.status).toBe(200)
      world.clock.advance(71 * hour)
      await world.as('requester-group')
      const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
      world.clock.advance(48 * hour)
      const client = await logIn(user.email)
      expect((await move(client, id, 3)).status).toBe(403)
      expect(await entriesOf('user.take-effect', user.id)).toHaveLength(0)
    })

    test('starts the business day when the last user who could confirm the change leaves', async () => {
      await endSetUp()
      await leave('admin-group', 'everyone')
      const superAdmin = await world.as('admin-super')
      const user = await addUser(await world.as('admin-group'), userBody(world.ids, { role_ids: [3] }))
      await replacePassword(world.anyone, user.email)
      await withoutSuperAdmin()
      const everyone = await world.as('everyone', 'admin')
      expect(await waitingFor(everyone, user.id)).toMatchObject({ effective_at: null })
      await world.database.transact((trx) =>
        trx.updateTable('users').set({ active: 1 }).where('id', '=', world.ids.people['admin-super']).execute(),
      )
      // The super admin also proposes a change to the account, and then deactivates the last user who could confirm it.
      const more = { id: user.id, role_ids: [3, 4], primary_role: 3 }
      expect((await superAdmin.call(userEndpoints.update, { body: more })).status).toBe(200)
      const away = { id: world.ids.people.everyone, active: false }
      expect((await superAdmin.call(userEndpoints.update, { body: away })).status).toBe(200)
      const listed = await waitingFor(await world.as('admin-group'), user.id)
      expect(listed).toMatchObject({ second_people: [], effective_at: '2026-11-23T15:00:00.000Z' })
    })
  })

  describe('an installation with one user', () => {
    test('applies a change by the only user immediately, and keeps the notice until a second user confirms it', async () => {
      await endSetUp()
      await leave('requester-group')
      await world.database.transact((trx) =>
        trx.updateTable('users').set({ active: 0 }).where('email', '=', emailOf('requester-group')).execute(),
      )
      const superAdmin = await world.as('admin-super')
      const first = await addUser(superAdmin, userBody(world.ids, { role_ids: [1, 3], primary_role: 1 }))
      await replacePassword(world.anyone, first.email)
      expect(await waitingFor(superAdmin, first.id)).toMatchObject({ in_effect: true, waiting_role_ids: [] })
      const alone = await logIn(first.email)
      // The first new account can now confirm changes, so the change to the second account is pending.
      const next = await addUser(superAdmin, userBody(world.ids, { role_ids: [4] }))
      expect(await waitingFor(alone, next.id)).toMatchObject({ in_effect: false, waiting_role_names: ['Processor'] })
    })
  })

  test('announces the confirmation rule to existing admins until they have read the announcement', async () => {
    const user_id = world.ids.people['admin-group']
    await world.database.transact((trx) => trx.insertInto('confirmation_announcements').values({ user_id }).execute())
    const admin = await world.as('admin-group')
    expect((await admin.call(endpoints.list)).data.announced).toBe(true)
    expect((await (await world.as('everyone', 'admin')).call(endpoints.list)).data.announced).toBe(false)
    expect((await admin.call(endpoints.dismiss)).status).toBe(200)
    expect((await admin.call(endpoints.list)).data.announced).toBe(false)
  })
})
