import { sessionEndpoints as sessions } from '@check-requests/domain/access/sessions/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { confirmationEndpoints as endpoints } from '@check-requests/domain/people/confirmations/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashSecret } from '../../access/sessions/commands/secrets.ts'
import { findSession } from '../../access/sessions/queries/caller.ts'
import { updateRequest } from '../../check-requests/queries/write/store.ts'
import { moment } from '../../platform/clock.ts'
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
import { move, raise, raiseTo } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { confirmAccount } from './commands/decide.ts'

onOneDatabase('account confirmations on $name', (kind) => {
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

  describe('a single admin', () => {
    test('refuses request changes by an approver and a processor added by a single admin', async () => {
      const requester = await made({ role_ids: [2] })
      const approver = await made({ role_ids: [3] })
      const processor = await made({ role_ids: [4] })
      const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
      for (const to of [2, 3, 8, 9]) {
        const reply = await move(approver.client, id, to)
        expect([reply.status, reply.message]).toEqual([403, refusalOfRole('Approver')])
      }
      const items = [{ id, version: 1 }]
      const bulk = await approver.client.call(requests.changeStatuses, { body: { items, status_id: 3 } })
      expect([bulk.status, bulk.message]).toEqual([403, refusalOfRole('Approver')])
      const ready = await raiseTo(world, 6, 'requester-group', 'NWG/TOY/SVC')
      const approved = await raiseTo(world, 3, 'requester-group', 'NWG/TOY/SVC')
      const printed = await raiseTo(world, 4, 'requester-group', 'NWG/TOY/SVC')
      for (const [stopped, to] of [
        [approved, 4],
        [printed, 5],
        [ready, 7],
      ] as const)
        expect((await move(processor.client, stopped.id, to, to - 1)).message).toBe(refusalOfRole('Processor'))
      expect((await move(approver.client, ready.id, 7)).status).toBe(403)
      expect((await requester.client.call(requests.detail, { params: { id } })).status).toBe(404)
    })

    test('refuses confirmation by the admin who made the change and by a pending account', async () => {
      const approver = await made({ role_ids: [3] })
      const own = await confirmBy(await admin(), approver.id)
      expect([own.status, own.message]).toEqual([
        403,
        'You requested this change or chose the password, so someone else has to confirm it.',
      ])
      const other = await made({ role_ids: [3] })
      const through = await confirmBy(other.client, approver.id)
      expect([through.status, through.message]).toEqual([403, refusalOfRole('Approver')])
      const self = await approver.client.call(endpoints.confirm, { params: { id: approver.id }, body: { version: 1 } })
      expect(self.status).toBe(403)
    })

    test('refuses confirmation through the account of an admin whose password the proposer reset', async () => {
      const superAdmin = await world.as('admin-super')
      const victim = await made({ role_ids: [1] }, superAdmin)
      expect((await confirmBy(await second(), victim.id)).status).toBe(200)
      const body = { id: victim.id, password: chosenPassword }
      expect((await superAdmin.call(userEndpoints.update, { body })).status).toBe(200)
      await replacePassword(world.anyone, victim.email)
      const stolen = await logIn(victim.email)
      const approver = await made({ role_ids: [3] }, superAdmin)
      expect((await confirmBy(stolen, approver.id)).message).toBe(refusalOfRole('Admin'))
      const more = await stolen.call(userEndpoints.create, { body: userBody(world.ids) })
      expect([more.status, more.message]).toEqual([403, refusalOfRole('Admin')])
      expect((await stolen.call(userEndpoints.list)).status).toBe(200)
    })

    test('refuses confirmation in a pending role when session data was read earlier', async () => {
      const approver = await made({ role_ids: [3] })
      const token = (await made({ role_ids: [3] })).client.headers['x-auth-token'] ?? ''
      const session = await findSession(world.database.read, hashSecret(token.slice('t1.'.length)), world.clock.read())
      if (!session?.caller) throw new Error('There is no session.')
      const caller = { ...session.caller, waitingRoles: [] }
      const confirmed = confirmAccount(world.services, { caller, repeatable: undefined }, approver.id, 1)
      await expect(confirmed).rejects.toThrow(refusalOfRole('Approver'))
    })

    test('refuses confirmation of a new role by the admin who chose the user’s password', async () => {
      const requester = await made({ role_ids: [2] })
      const body = { id: requester.id, role_ids: [2, 3], primary_role: 2 }
      expect((await (await second()).call(userEndpoints.update, { body })).status).toBe(200)
      expect((await confirmBy(await admin(), requester.id)).status).toBe(403)
      expect((await confirmBy(await world.as('admin-super'), requester.id)).status).toBe(200)
    })
  })

  describe('the statement that changes a request', () => {
    test('refuses a request change in a pending role when session data was read earlier', async () => {
      const approver = await made({ role_ids: [3] })
      const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
      const attempt = async () => {
        let changed: boolean | undefined
        const undone = world.database.transact(async (trx) => {
          const acting = { userId: approver.id, roleId: 3, now: moment(world.clock.read()) } as const
          changed = await updateRequest(trx, { id, statusId: 1, version: 1, acting }, { status_id: 2 })
          throw new Error('undone')
        })
        await expect(undone).rejects.toThrow('undone')
        return changed
      }
      expect(await attempt()).toBe(false)
      expect((await confirmBy(await second(), approver.id)).status).toBe(200)
      expect(await attempt()).toBe(true)
    })
  })

  describe('a second user', () => {
    test('puts a role into force in the open session when a second user confirms it', async () => {
      const approver = await made({ role_ids: [3] })
      const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
      expect((await move(approver.client, id, 3)).status).toBe(403)
      expect(await waitingFor(await second(), approver.id)).toMatchObject({
        changes: ['account'],
        waiting_role_names: ['Approver'],
        asked_by: ['admin-group Tester'],
        password_waits: false,
        second_people: expect.arrayContaining(['everyone Tester', 'admin-super Tester']),
        effective_at: null,
        in_effect: false,
        confirm_refusal: null,
      })
      expect((await confirmBy(await second(), approver.id)).status).toBe(200)
      expect(await waitingFor(await second(), approver.id)).toBeUndefined()
      expect((await move(approver.client, id, 3)).status).toBe(201)
    })

    test('refuses confirmation before the password chosen by an admin is replaced', async () => {
      const user = await addUser(await admin(), userBody(world.ids, { role_ids: [3] }))
      const early = await confirmBy(await second(), user.id)
      expect([early.status, early.message]).toEqual([
        409,
        expect.stringMatching(/^New Person \d+ must first replace the password that someone else chose\.$/),
      ])
      const client = await logIn(user.email, chosenPassword)
      const body = { oldPass: chosenPassword, newPass: chosenPassword }
      expect((await client.call(sessions.changePassword, { body })).status).toBe(422)
      await replacePassword(world.anyone, user.email)
      expect((await confirmBy(await second(), user.id)).status).toBe(200)
    })

    test('refuses confirmation by processors, by users in other groups, and by approvers while an admin can confirm', async () => {
      const approver = await made({ role_ids: [3] })
      const byApprover = await confirmBy(await world.as('approver-group'), approver.id)
      expect([byApprover.status, byApprover.message]).toEqual([403, expect.stringMatching(/can confirm this\.$/)])
      expect((await confirmBy(await world.as('processor-group'), approver.id)).status).toBe(403)
      expect((await confirmBy(await world.as('admin-eastside'), approver.id)).status).toBe(404)
      const narrow = await confirmBy(await world.as('admin-dealership'), approver.id)
      expect(narrow.status).toBe(404)
    })

    test('confirms only the version that the second user saw', async () => {
      const approver = await made({ role_ids: [3] })
      const { version = 0 } = (await waitingFor(await second(), approver.id)) ?? {}
      const body = { id: approver.id, role_ids: [3, 4], primary_role: 3 }
      expect((await (await admin()).call(userEndpoints.update, { body })).status).toBe(200)
      const params = { id: approver.id }
      expect((await (await second()).call(endpoints.confirm, { params, body: { version } })).status).toBe(409)
      expect((await waitingFor(await second(), approver.id))?.waiting_role_names).toEqual(['Approver', 'Processor'])
    })
  })
})
