import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweep } from '../operation/jobs/commands/daily.ts'
import { userBody } from '../testing/accounts.ts'
import type { Client } from '../testing/client.ts'
import type { TestPlace } from '../testing/databases.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { bodyAt, move, raise, raiseTo } from '../testing/requests.ts'
import { serve } from '../testing/start-app.ts'
import { idsOf, type World, worldOf } from '../testing/world.ts'

let lastKey = 0
function newKey(): Record<string, string> {
  lastKey += 1
  return { 'idempotency-key': `key-${lastKey}` }
}

onBothDatabases('repeated calls on $name', (kind) => {
  let place: TestPlace
  let world: World
  beforeAll(async () => {
    place = await kind.create('world')
    const database = await place.open()
    world = worldOf(await serve(database), database, await idsOf(database))
  })
  afterAll(async () => {
    await world.close()
    await place.drop()
  })

  async function stored(): Promise<string> {
    const { read } = world.database
    const { rows } = await sql`select (select count(*) from check_requests) as requests,
      (select count(*) from status_history) as history, (select count(*) from audit_entries) as links,
      (select sum(version) from check_requests) as versions`.execute(read)
    return JSON.stringify(rows)
  }

  const workshop = 'NWG/TOY/SVC'
  type Write = (client: Client, id: number) => Promise<{ status: number; text: string }>
  const writes: readonly (readonly [
    string,
    'requester-group' | 'approver-group' | 'processor-group',
    number | null,
    Write,
  ])[] = [
    [
      'raising',
      'requester-group',
      null,
      (client) => client.call(endpoints.create, { body: bodyAt(world.ids, workshop) }),
    ],
    [
      'moving',
      'approver-group',
      1,
      (client, id) => client.call(endpoints.changeStatus, { params: { id }, body: { status_id: 3, version: 1 } }),
    ],
    [
      'editing',
      'requester-group',
      9,
      (client, id) => client.call(endpoints.update, { params: { id }, body: bodyAt(world.ids, workshop) }),
    ],
    [
      'changing the priority of',
      'requester-group',
      1,
      (client, id) => client.call(endpoints.changePriority, { params: { id }, body: { priority_level: 'urgent' } }),
    ],
    [
      'changing the delivery of',
      'processor-group',
      6,
      (client, id) => client.call(endpoints.update, { params: { id }, body: { delivery_method_id: 2 } }),
    ],
    ['deleting', 'requester-group', 1, (client, id) => client.call(endpoints.remove, { params: { id } })],
  ]

  test.each(writes)(
    'applies a call repeated with one key only once (target: %s; user: %s)',
    async (_, name, begin, write) => {
      const id = begin === null ? 0 : (await raiseTo(world, begin, 'requester-group', workshop)).id
      const client = (await world.as(name)).with(newKey())
      const first = await write(client, id)
      expect(first.status).toBeLessThan(300)
      const after = await stored()
      const again = await write(client, id)
      expect([again.status, again.text]).toEqual([first.status, first.text])
      expect(await stored()).toBe(after)
    },
  )

  test('treats a call with reordered fields as the same call', async () => {
    const client = (await world.as('requester-group')).with(newKey())
    const body = bodyAt(world.ids, 'NWG')
    const first = await client.call(endpoints.create, { body })
    const turned = Object.fromEntries(Object.entries(body).toReversed()) as typeof body
    expect((await client.call(endpoints.create, { body: turned })).text).toBe(first.text)
  })

  test('refuses a repeated key with another body, request, or role', async () => {
    const key = newKey()
    const requester = (await world.as('everyone', 'requester')).with(key)
    const approver = (await world.as('everyone', 'approver')).with(key)
    const { id } = await raise(world, 'everyone', 'NWG')
    await requester.call(endpoints.changePriority, { params: { id }, body: { priority_level: 'urgent' } })
    const other = await raise(world, 'everyone', 'NWG')
    const before = await stored()
    const replies = [
      await requester.call(endpoints.changePriority, { params: { id }, body: { priority_level: 'medium' } }),
      await requester.call(endpoints.changePriority, { params: { id: other.id }, body: { priority_level: 'urgent' } }),
      await requester.call(endpoints.remove, { params: { id: other.id } }),
      await move(approver, other.id, 2),
    ]
    for (const reply of replies) {
      expect([reply.status, reply.error]).toEqual([422, { code: 'IDEMPOTENCY_MISMATCH' }])
      expect(reply.message).toBe('This Idempotency-Key was used for another call. Use a new one.')
    }
    expect(await stored()).toBe(before)
  })

  test('allows two users to use the same key', async () => {
    const key = newKey()
    const body = bodyAt(world.ids, 'NWG/TOY')
    const one = await (await world.as('requester-group')).with(key).call(endpoints.create, { body })
    const two = await (await world.as('requester-dealership')).with(key).call(endpoints.create, { body })
    expect([one.status, two.status]).toEqual([201, 201])
    expect(two.data.id).not.toBe(one.data.id)
  })

  test('stores no answer for a refused call, and accepts the same key once the call is possible', async () => {
    const { id } = await raiseTo(world, 3, 'requester-group', workshop)
    const processor = (await world.as('processor-group')).with(newKey())
    const sign = () =>
      processor.call(endpoints.changeStatus, { params: { id }, body: { status_id: 5, check_number: '31415' } })
    expect((await sign()).status).toBe(409)
    await move(await world.as('processor-super'), id, 4)
    expect((await sign()).status).toBe(201)
    expect((await sign()).status).toBe(201)
  })

  test('reports a record as missing when its creation is repeated after its deletion', async () => {
    const admin = await world.as('admin-super')
    const user = { keyed: admin.with(newKey()), body: userBody(world.ids) }
    const group = { keyed: admin.with(newKey()), body: { name: 'Short-lived', code: 'SHORT' } }
    const made = await user.keyed.call(userEndpoints.create, { body: user.body })
    const { data } = await group.keyed.call(organizationEndpoints.createGroup, { body: group.body })
    await admin.call(userEndpoints.remove, { body: { email: made.data.email } })
    await admin.call(organizationEndpoints.removeGroup, { params: { id: data.id } })
    expect((await user.keyed.call(userEndpoints.create, { body: user.body })).status).toBe(404)
    expect((await group.keyed.call(organizationEndpoints.createGroup, { body: group.body })).status).toBe(404)
  })

  test('sends no notices for a repeated call', async () => {
    const client = (await world.as('requester-group')).with(newKey())
    const body = bodyAt(world.ids, 'NWG')
    await client.call(endpoints.create, { body })
    const changes: unknown[] = []
    const stop = world.services.feed.subscribe({
      onChange: (change) => changes.push(change),
      onGap: () => changes.push('a gap'),
    })
    await client.call(endpoints.create, { body })
    stop()
    expect(changes).toEqual([])
  })

  test.each(['', ' ', 'a b', 'x'.repeat(256), 'ключ', 'tab\there'])('refuses %j as an idempotency key', async (key) => {
    const client = (await world.as('requester-group')).with({ 'idempotency-key': Buffer.from(key).toString('latin1') })
    const before = await stored()
    const reply = await client.call(endpoints.create, { body: bodyAt(world.ids, 'NWG') })
    expect([reply.status, reply.message]).toEqual([400, 'An Idempotency-Key must have 1 to 255 visible characters.'])
    expect(await stored()).toBe(before)
  })

  test('keeps the answers for repeated calls across a server restart', async () => {
    const key = newKey()
    const body = bodyAt(world.ids, 'NWG')
    const client = (await world.as('requester-group')).with(key)
    const first = await client.call(endpoints.create, { body })
    await world.close()
    const database = await place.open()
    world = worldOf(await serve(database), database, world.ids)
    const again = await world.anyone.with(client.headers).call(endpoints.create, { body })
    expect(again.text).toBe(first.text)
  })

  test('keeps the answers for repeated calls for two days', async () => {
    const count = async () => {
      const rows = await world.database.read.selectFrom('answered_calls').select('key').execute()
      return rows.length
    }
    const kept = await count()
    expect(kept).toBeGreaterThan(0)
    world.clock.advance(48 * 3_600_000)
    await sweep(world.services)
    expect(await count()).toBe(kept)
    world.clock.advance(1)
    await sweep(world.services)
    expect(await count()).toBe(0)
  })
})
