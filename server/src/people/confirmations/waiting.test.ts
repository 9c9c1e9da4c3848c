import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { organizationEndpoints as organization } from '@check-requests/domain/organization/endpoints.ts'
import { confirmationEndpoints as endpoints } from '@check-requests/domain/people/confirmations/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addPerson,
  addUser,
  chosenPassword,
  confirmBy,
  logInAs,
  refusalOfRole,
  replacePassword,
  type UserBody,
  userBody,
  waitingFor,
} from '../../testing/accounts.ts'
import type { Client } from '../../testing/client.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { move, raise, raiseTo } from '../../testing/requests.ts'
import { testPassword } from '../../testing/templates.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

onOneDatabase('pending account changes on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const admin = () => world.as('admin-group')
  const second = () => world.as('everyone', 'admin')
  const logIn = (email: string, password?: string, roleId?: number) => logInAs(world.anyone, email, password, roleId)

  const made = async (changes: Partial<UserBody>, by?: Client) =>
    addPerson(world.anyone, by ?? (await admin()), userBody(world.ids, changes))

  /** Resets the password of an approver in the test organization. */
  async function reset(name: PersonName) {
    const id = world.ids.people[name]
    const body = { id, password: chosenPassword }
    expect((await (await admin()).call(userEndpoints.update, { body })).status).toBe(200)
    return { id, email: emailOf(name) }
  }

  describe('changes that need confirmation', () => {
    test('leaves roles pending after a password reset until the user chooses a password and a second user confirms the roles', async () => {
      const { id, email } = await reset('approver-dealership')
      const request = await raise(world, 'requester-dealership', 'NWG/TOY')
      const chosen = await logIn(email, chosenPassword)
      expect((await move(chosen, request.id, 3)).message).toBe(refusalOfRole('Approver'))
      await replacePassword(world.anyone, email)
      const client = await logIn(email)
      expect((await move(client, request.id, 3)).message).toBe(refusalOfRole('Approver'))
      expect((await confirmBy(await second(), id)).status).toBe(200)
      expect((await move(client, request.id, 3)).status).toBe(201)
    })

    test('leaves an additional role pending, and refuses a login or role switch with it', async () => {
      const id = world.ids.people['requester-honda']
      const body = { id, role_ids: [2, 3], primary_role: 3 }
      expect((await (await admin()).call(userEndpoints.update, { body })).status).toBe(200)
      const email = emailOf('requester-honda')
      const client = await logIn(email, testPassword)
      expect((await client.call(sessionEndpoints.current)).data.role).toBe(2)
      const refused = await client.call(sessionEndpoints.switchRole, { body: { role_id: 3 } })
      expect([refused.status, refused.message]).toEqual([403, refusalOfRole('Approver')])
      await expect(logIn(email, testPassword, 3)).rejects.toThrow(refusalOfRole('Approver'))
      expect((await client.call(endpoints.list)).data.own?.waiting_role_ids).toEqual([3])
      expect((await confirmBy(await second(), id)).status).toBe(200)
      expect((await client.call(sessionEndpoints.switchRole, { body: { role_id: 3 } })).status).toBe(200)
    })

    test('leaves a wider scope pending while the old scope stays in force', async () => {
      const { places } = world.ids
      const id = world.ids.people['processor-dealership']
      const body = { id, access_level: 1, dealer_group_id: places.NWG }
      expect((await (await admin()).call(userEndpoints.update, { body })).status).toBe(200)
      const client = await logIn(emailOf('processor-dealership'), testPassword)
      const here = await raiseTo(world, 3, 'requester-group', 'NWG/TOY/SVC')
      const beyond = await raiseTo(world, 3, 'requester-group', 'NWG/HON/SVC')
      expect((await move(client, beyond.id, 4)).status).toBe(404)
      expect((await move(client, here.id, 4)).status).toBe(201)
      expect((await confirmBy(await second(), id)).status).toBe(200)
      expect((await move(client, beyond.id, 4)).status).toBe(201)
    })

    test('ends the pending change when the change is undone', async () => {
      const approver = await made({ role_ids: [2, 3], primary_role: 2 })
      const body = { id: approver.id, role_ids: [2], primary_role: 2 }
      expect((await (await admin()).call(userEndpoints.update, { body })).status).toBe(200)
      expect(await waitingFor(await second(), approver.id)).toBeUndefined()
      const again = { id: approver.id, role_ids: [2, 3], primary_role: 2 }
      expect((await (await admin()).call(userEndpoints.update, { body: again })).status).toBe(200)
      expect(await waitingFor(await second(), approver.id)).toMatchObject({ changes: ['roles'] })
    })

    test('leaves the reactivation of an approver pending', async () => {
      const id = world.ids.people['approver-department']
      for (const active of [false, true])
        expect((await (await admin()).call(userEndpoints.update, { body: { id, active } })).status).toBe(200)
      expect(await waitingFor(await second(), id)).toMatchObject({ changes: ['activation'] })
      expect((await confirmBy(await second(), id)).status).toBe(200)
    })

    test('applies changes to other fields, such as the title, immediately', async () => {
      const body = { id: world.ids.people['approver-group'], title: 'Controller' }
      expect((await (await admin()).call(userEndpoints.update, { body })).status).toBe(200)
      expect(await waitingFor(await second(), body.id)).toBeUndefined()
    })

    test('leaves no change pending while account confirmation is off in the dealer group', async () => {
      const params = { id: world.ids.places.EAS }
      const turn = async (name: PersonName, on: boolean) =>
        (await world.as(name)).call(organization.updateGroup, {
          params,
          body: { settings: { account_confirmation: on } },
        })
      const body = userBody(world.ids, { role_ids: [3], dealer_group_id: params.id })
      const user = await addUser(await world.as('admin-eastside'), body)
      const client = await logIn(user.email, chosenPassword)
      const [first, later] = [
        await raise(world, 'requester-eastside', 'EAS/KIA'),
        await raise(world, 'requester-eastside', 'EAS/KIA'),
      ]
      expect((await turn('admin-eastside', false)).status).toBe(403)
      expect((await move(client, first.id, 3)).status).toBe(403)
      expect((await turn('admin-super', false)).data.settings.account_confirmation).toBe(false)
      expect((await move(client, first.id, 3)).status).toBe(201)
      expect((await turn('admin-super', true)).status).toBe(200)
      expect((await move(client, later.id, 3)).message).toBe(refusalOfRole('Approver'))
      const entries = world.database.read.selectFrom('audit_entries').select('payload')
      const changes = await entries.where('action', '=', 'dealer-group.update').where('chain', '=', params.id).execute()
      const values = changes.map(({ payload }) => JSON.parse(payload).after)
      expect(values).toEqual([{ account_confirmation: 0 }, { account_confirmation: 1 }])
    })
  })

  describe('stopping', () => {
    test('prevents a stopped change from taking effect, and lets a second user confirm it later', async () => {
      const approver = await made({ role_ids: [3] })
      const { version = 0 } = (await waitingFor(await second(), approver.id)) ?? {}
      const stop = { params: { id: approver.id }, body: { version } }
      expect((await (await world.as('approver-group')).call(endpoints.stop, stop)).status).toBe(200)
      expect(await waitingFor(await second(), approver.id)).toMatchObject({ stopped_by: 'approver-group Tester' })
      const again = { params: { id: approver.id }, body: { version: version + 1 } }
      expect((await (await second()).call(endpoints.stop, again)).message).toBe(
        'This change was already stopped. Reload the page to see the account.',
      )
      expect((await confirmBy(await second(), approver.id)).status).toBe(200)
      const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
      expect((await move(approver.client, id, 3)).status).toBe(201)
    })
  })

  test('records a stop in the audit trail along with the proposal and the confirmation', async () => {
    const trail = await world.database.read
      .selectFrom('audit_entries')
      .select('action')
      .where('action', 'in', ['user.ask-confirmation', 'user.stop', 'user.confirm', 'user.withdraw-confirmation'])
      .execute()
    expect(new Set(trail.map(({ action }) => action)).size).toBe(4)
    const { intact, mismatches } = await verifyTrail(world.database, world.ids.places.NWG)
    expect({ intact, mismatches }).toEqual({ intact: true, mismatches: [] })
  })
})
