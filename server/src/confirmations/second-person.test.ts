import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { confirmationEndpoints as endpoints } from '@check-requests/domain/confirmations/endpoints.ts'
import { sessionEndpoints } from '@check-requests/domain/sessions/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/users/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyTrail } from '../audit/commands/verify.ts'
import { updateRequest } from '../check-requests/queries/write/store.ts'
import { moment } from '../platform/clock.ts'
import {
  addUser,
  confirmBy,
  ownPassword,
  replacePassword,
  type UserBody,
  userBody,
  waitingFor,
} from '../testing/accounts.ts'
import type { Client } from '../testing/client.ts'
import { databases } from '../testing/databases.ts'
import { emailOf, type PersonName } from '../testing/organisation.ts'
import { move, raise, raiseTo } from '../testing/requests.ts'
import { startWorld, testPassword, type World } from '../testing/world.ts'

const waits = (role: string) =>
  `Your role ${role} waits for a second person to confirm your account. Your dashboard says who can.`

describe.each(databases)('on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const admin = () => world.as('admin-group')
  const second = () => world.as('everyone', 'admin')

  async function logIn(email: string, password = ownPassword, role_id?: number): Promise<Client> {
    const reply = await world.anyone.call(sessionEndpoints.login, {
      body: { email, password, ...(role_id && { role_id }) },
    })
    if (reply.status !== 200) throw new Error(`${email} cannot log in: ${reply.message}`)
    return world.anyone.with({ 'x-auth-token': reply.data.token })
  }

  /** Somebody whom an admin has made, with a password that is theirs by now. */
  async function made(changes: Partial<UserBody>, by?: Client) {
    const user = await addUser(by ?? (await admin()), userBody(world.ids, changes))
    await replacePassword(world.anyone, user.email)
    return { ...user, client: await logIn(user.email) }
  }

  /** An approver of the test organization whose password the admin has just reset. */
  async function reset(name: PersonName, by?: Client) {
    const id = world.ids.people[name]
    const body = { id, password: 'a password of their own' }
    expect((await (by ?? (await admin())).call(userEndpoints.update, { body })).status).toBe(200)
    return { id, email: emailOf(name) }
  }

  describe('one admin alone', () => {
    test('who makes a requester, an approver and a processor takes no request past Request', async () => {
      const requester = await made({ role_ids: [2] })
      const approver = await made({ role_ids: [3] })
      const processor = await made({ role_ids: [4] })
      const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
      for (const to of [2, 3, 8, 9]) {
        const reply = await move(approver.client, id, to)
        expect([reply.status, reply.message]).toEqual([403, waits('Approver')])
      }
      const items = [{ id, version: 1 }]
      const bulk = await approver.client.call(requests.changeStatuses, { body: { items, status_id: 3 } })
      expect([bulk.status, bulk.message]).toEqual([403, waits('Approver')])
      const ready = await raiseTo(world, 6, 'requester-group', 'NWG/TOY/SVC')
      const approved = await raiseTo(world, 3, 'requester-group', 'NWG/TOY/SVC')
      const printed = await raiseTo(world, 4, 'requester-group', 'NWG/TOY/SVC')
      for (const [stopped, to] of [
        [approved, 4],
        [printed, 5],
        [ready, 7],
      ] as const)
        expect((await move(processor.client, stopped.id, to, to - 1)).message).toBe(waits('Processor'))
      expect((await move(approver.client, ready.id, 7)).status).toBe(403)
      expect((await requester.client.call(requests.detail, { params: { id } })).status).toBe(404)
    })

    test('cannot confirm what they asked for, nor through an account that waits itself', async () => {
      const approver = await made({ role_ids: [3] })
      const own = await confirmBy(await admin(), approver.id)
      expect([own.status, own.message]).toEqual([
        403,
        'You asked for this or chose the password, so somebody else has to confirm it.',
      ])
      const other = await made({ role_ids: [3] })
      const through = await confirmBy(other.client, approver.id)
      expect([through.status, through.message]).toEqual([403, waits('Approver')])
      const self = await approver.client.call(endpoints.confirm, { params: { id: approver.id }, body: { version: 1 } })
      expect(self.status).toBe(403)
    })

    test('cannot confirm through another admin whose password they have reset', async () => {
      const superAdmin = await world.as('admin-super')
      const victim = await made({ role_ids: [1] }, superAdmin)
      expect((await confirmBy(await second(), victim.id)).status).toBe(200)
      const body = { id: victim.id, password: 'a password of their own' }
      expect((await superAdmin.call(userEndpoints.update, { body })).status).toBe(200)
      await replacePassword(world.anyone, victim.email)
      const stolen = await logIn(victim.email)
      const approver = await made({ role_ids: [3] }, superAdmin)
      expect((await confirmBy(stolen, approver.id)).message).toBe(waits('Admin'))
      const more = await stolen.call(userEndpoints.create, { body: userBody(world.ids) })
      expect([more.status, more.message]).toEqual([403, waits('Admin')])
      expect((await stolen.call(userEndpoints.list)).status).toBe(200)
    })

    test('who knows a requester’s password has a hand in the role that somebody else gives', async () => {
      const requester = await made({ role_ids: [2] })
      const body = { id: requester.id, role_ids: [2, 3], primary_role: 2 }
      expect((await (await second()).call(userEndpoints.update, { body })).status).toBe(200)
      expect((await confirmBy(await admin(), requester.id)).status).toBe(403)
      expect((await confirmBy(await world.as('admin-super'), requester.id)).status).toBe(200)
    })
  })

  describe('the statement that changes a request', () => {
    test('holds back a role that waits, whatever was read before', async () => {
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

  describe('a second person', () => {
    test('confirms, and the role is in force in the session that is open', async () => {
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

    test('cannot confirm before the chosen password was replaced', async () => {
      const user = await addUser(await admin(), userBody(world.ids, { role_ids: [3] }))
      const early = await confirmBy(await second(), user.id)
      expect([early.status, early.message]).toEqual([
        409,
        expect.stringMatching(/^New Person \d+ has to replace the password that somebody else chose first\.$/),
      ])
      await replacePassword(world.anyone, user.email)
      expect((await confirmBy(await second(), user.id)).status).toBe(200)
    })

    test('is nobody who only approves while there is an admin, nobody who processes, and nobody of another group', async () => {
      const approver = await made({ role_ids: [3] })
      const byApprover = await confirmBy(await world.as('approver-group'), approver.id)
      expect([byApprover.status, byApprover.message]).toEqual([403, expect.stringMatching(/can confirm this\.$/)])
      expect((await confirmBy(await world.as('processor-group'), approver.id)).status).toBe(403)
      expect((await confirmBy(await world.as('admin-eastside'), approver.id)).status).toBe(404)
      const narrow = await confirmBy(await world.as('admin-dealership'), approver.id)
      expect(narrow.status).toBe(404)
    })

    test('names the version that they saw: what was asked since then is not confirmed with it', async () => {
      const approver = await made({ role_ids: [3] })
      const { version = 0 } = (await waitingFor(await second(), approver.id)) ?? {}
      const body = { id: approver.id, role_ids: [3, 4], primary_role: 3 }
      expect((await (await admin()).call(userEndpoints.update, { body })).status).toBe(200)
      const params = { id: approver.id }
      expect((await (await second()).call(endpoints.confirm, { params, body: { version } })).status).toBe(409)
      expect((await waitingFor(await second(), approver.id))?.waiting_role_names).toEqual(['Approver', 'Processor'])
    })
  })

  describe('what waits', () => {
    test('a reset, until the owner’s own password is confirmed', async () => {
      const { id, email } = await reset('approver-dealership')
      const request = await raise(world, 'requester-dealership', 'NWG/TOY')
      const chosen = await logIn(email, 'a password of their own')
      expect((await move(chosen, request.id, 3)).message).toBe(waits('Approver'))
      await replacePassword(world.anyone, email)
      const client = await logIn(email)
      expect((await move(client, request.id, 3)).message).toBe(waits('Approver'))
      expect((await confirmBy(await second(), id)).status).toBe(200)
      expect((await move(client, request.id, 3)).status).toBe(201)
    })

    test('a role beside another: it is no role to begin with or to switch to', async () => {
      const id = world.ids.people['requester-honda']
      const body = { id, role_ids: [2, 3], primary_role: 3 }
      expect((await (await admin()).call(userEndpoints.update, { body })).status).toBe(200)
      const email = emailOf('requester-honda')
      const client = await logIn(email, testPassword)
      expect((await client.call(sessionEndpoints.current)).data.role).toBe(2)
      const refused = await client.call(sessionEndpoints.switchRole, { body: { role_id: 3 } })
      expect([refused.status, refused.message]).toEqual([403, waits('Approver')])
      await expect(logIn(email, testPassword, 3)).rejects.toThrow(waits('Approver'))
      expect((await client.call(endpoints.list)).data.own?.waiting_role_ids).toEqual([3])
      expect((await confirmBy(await second(), id)).status).toBe(200)
      expect((await client.call(sessionEndpoints.switchRole, { body: { role_id: 3 } })).status).toBe(200)
    })

    test('a wider scope: the old one stays in force until then', async () => {
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

    test('nothing any more, once it is taken back', async () => {
      const approver = await made({ role_ids: [2, 3], primary_role: 2 })
      const body = { id: approver.id, role_ids: [2], primary_role: 2 }
      expect((await (await admin()).call(userEndpoints.update, { body })).status).toBe(200)
      expect(await waitingFor(await second(), approver.id)).toBeUndefined()
      const again = { id: approver.id, role_ids: [2, 3], primary_role: 2 }
      expect((await (await admin()).call(userEndpoints.update, { body: again })).status).toBe(200)
      expect(await waitingFor(await second(), approver.id)).toMatchObject({ changes: ['roles'] })
    })

    test('an approver who was inactive', async () => {
      const id = world.ids.people['approver-department']
      for (const active of [false, true])
        expect((await (await admin()).call(userEndpoints.update, { body: { id, active } })).status).toBe(200)
      expect(await waitingFor(await second(), id)).toMatchObject({ changes: ['activation'] })
      expect((await confirmBy(await second(), id)).status).toBe(200)
    })

    test('no other field: a title changes without anybody', async () => {
      const body = { id: world.ids.people['approver-group'], title: 'Controller' }
      expect((await (await admin()).call(userEndpoints.update, { body })).status).toBe(200)
      expect(await waitingFor(await second(), body.id)).toBeUndefined()
    })

    test('nothing in a dealer group that has turned the rule off', async () => {
      const group = world.ids.places.EAS
      await world.database.transact((trx) =>
        trx.updateTable('dealer_groups').set({ account_confirmation: 0 }).where('id', '=', group).execute(),
      )
      const user = await addUser(
        await world.as('admin-eastside'),
        userBody(world.ids, { role_ids: [3], dealer_group_id: group }),
      )
      const client = await logIn(user.email, 'a password of their own')
      const { id } = await raise(world, 'requester-eastside', 'EAS/KIA/SVC')
      expect((await move(client, id, 3)).status).toBe(201)
    })
  })

  describe('stopping', () => {
    test('keeps it from taking effect, and a second person can still confirm it', async () => {
      const approver = await made({ role_ids: [3] })
      const { version = 0 } = (await waitingFor(await second(), approver.id)) ?? {}
      const stop = { params: { id: approver.id }, body: { version } }
      expect((await (await world.as('approver-group')).call(endpoints.stop, stop)).status).toBe(200)
      expect(await waitingFor(await second(), approver.id)).toMatchObject({ stopped_by: 'approver-group Tester' })
      const again = { params: { id: approver.id }, body: { version: version + 1 } }
      expect((await (await second()).call(endpoints.stop, again)).message).toBe('This has been stopped already.')
      expect((await confirmBy(await second(), approver.id)).status).toBe(200)
      const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
      expect((await move(approver.client, id, 3)).status).toBe(201)
    })
  })

  test('the trail says what was asked, stopped and confirmed, and vouches for it', async () => {
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
