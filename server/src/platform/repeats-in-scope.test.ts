import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { organizationEndpoints as places } from '@check-requests/domain/organization/endpoints.ts'
import { userEndpoints as users } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser, putInForce, userBody } from '../testing/accounts.ts'
import type { Client, RawReply } from '../testing/client.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { bodyAt, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const password = 'a password of their own'
const roleIds = { admin: 1, requester: 2, approver: 3, processor: 4 } as const
const workshop = 'NWG/TOY/SVC'

onOneDatabase('repeated calls after a change of scope, on $name', (kind) => {
  let world: World
  let boss: Client
  let keys = 0
  beforeAll(async () => {
    world = await startWorld(kind)
    boss = await world.as('admin-super')
  })
  afterAll(() => world.close())

  const newKey = () => ({ 'idempotency-key': `repeat-${++keys}` })
  const raisedAt = async (status: number) => (await raiseTo(world, status, 'requester-group', workshop)).id

  async function newDealership(): Promise<number> {
    keys += 1
    const body = { dealer_group_id: world.ids.places.NWG, name: `Store ${keys}`, code: `ST${keys}` }
    const address = { address: '1 Main Street', city: 'Salem', state: 'OR', zip: '97301', phone: '(503) 555-0100' }
    const reply = await boss.call(places.createDealership, { body: { ...body, ...address } })
    expect(reply.status).toBe(201)
    return reply.data.id
  }

  interface Act {
    readonly role: keyof typeof roleIds
    /** Creates a record in Northwest to act on. Omitted if the action creates a record itself. */
    prepare?(): Promise<number>
    act(client: Client, id: number): Promise<RawReply>
  }

  const acts: Record<string, Act> = {
    'a status change': {
      role: 'approver',
      prepare: () => raisedAt(1),
      act: (client, id) => client.call(requests.changeStatus, { params: { id }, body: { status_id: 3, version: 1 } }),
    },
    'a delivery change': {
      role: 'processor',
      prepare: () => raisedAt(6),
      act: (client, id) => client.call(requests.update, { params: { id }, body: { delivery_method_id: 2 } }),
    },
    'a request raised for another user': {
      role: 'admin',
      act: (client) => {
        const body = bodyAt(world.ids, workshop, { requester_id: world.ids.people['requester-group'] })
        return client.call(requests.create, { body })
      },
    },
    'a request edit': {
      role: 'admin',
      prepare: () => raisedAt(9),
      act: (client, id) => client.call(requests.update, { params: { id }, body: bodyAt(world.ids, workshop) }),
    },
    'a new user': {
      role: 'admin',
      act: (client) => {
        const names = { email: 'once@test.example', username: 'once@test.example', last_name: 'Once' }
        return client.call(users.create, { body: userBody(world.ids, names) })
      },
    },
    'a user change': {
      role: 'admin',
      prepare: async () => (await addUser(boss, userBody(world.ids))).id,
      act: (client, id) => client.call(users.update, { body: { id, title: 'Cashier' } }),
    },
    'a user deletion': {
      role: 'admin',
      prepare: async () => (await addUser(boss, userBody(world.ids))).id,
      act: (client, id) => client.call(users.remove, { body: { id } }),
    },
    'a dealership change': {
      role: 'admin',
      prepare: newDealership,
      act: (client, id) => client.call(places.updateDealership, { params: { id }, body: { city: 'Bend' } }),
    },
    'a dealership deletion': {
      role: 'admin',
      prepare: newDealership,
      act: (client, id) => client.call(places.removeDealership, { params: { id } }),
    },
  }

  /** Creates a Northwest user, who is later moved to Eastside. */
  async function somebody(role: keyof typeof roleIds) {
    const { id, email } = await addUser(boss, userBody(world.ids, { password, role_ids: [roleIds[role]] }))
    await putInForce(world.database, id)
    const logIn = async () => {
      const { data } = await world.anyone.call(sessionEndpoints.login, { body: { email, password } })
      return world.anyone.with({ 'x-auth-token': data.token })
    }
    const move = async () => {
      const body = { id, dealer_group_id: world.ids.places.EAS, access_level: 1 }
      expect((await boss.call(users.update, { body })).status).toBe(200)
      await putInForce(world.database, id)
    }
    return { logIn, move }
  }

  test.each(Object.entries(acts))(
    'doesn’t repeat the answer to %s for a user who has lost the scope',
    async (_, item) => {
      const person = await somebody(item.role)
      const id = (await item.prepare?.()) ?? 0
      const key = newKey()
      const first = await item.act((await person.logIn()).with(key), id)
      expect(first.status).toBeLessThan(300)
      await person.move()
      const moved = await person.logIn()
      const repeated = await item.act(moved.with(key), id)
      const again = await item.act(moved, id)
      expect(repeated.status).toBeGreaterThan(400)
      if (item.prepare) expect(repeated.text).toBe(again.text)
    },
  )

  test('doesn’t repeat the answer to a bulk change for a user who has lost the scope', async () => {
    const person = await somebody('approver')
    const items = [
      { id: await raisedAt(1), version: 1 },
      { id: await raisedAt(1), version: 1 },
    ]
    const key = newKey()
    const approve = (client: Client) => client.call(requests.changeStatuses, { body: { status_id: 3, items } })
    expect((await approve((await person.logIn()).with(key))).data.map(({ done }) => done)).toEqual([true, true])
    await person.move()
    const moved = await person.logIn()
    const repeated = await approve(moved.with(key))
    expect(repeated.data.map(({ done }) => done)).toEqual([false, false])
    expect(repeated.text).toBe((await approve(moved)).text)
  })

  test('refuses a repeated call in a role that the user has lost', async () => {
    const { id, email } = await addUser(boss, userBody(world.ids, { password, role_ids: [3, 4], primary_role: 3 }))
    await putInForce(world.database, id)
    const { data } = await world.anyone.call(sessionEndpoints.login, { body: { email, password } })
    const approver = world.anyone.with({ 'x-auth-token': data.token, ...newKey() })
    const requestId = await raisedAt(1)
    const body = { status_id: 3, version: 1 }
    const approve = () => approver.call(requests.changeStatus, { params: { id: requestId }, body })
    expect((await approve()).status).toBe(201)
    await boss.call(users.update, { body: { id, role_ids: [4] } })
    expect((await approve()).status).toBe(401)
  })
})
