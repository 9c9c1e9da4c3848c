import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { type Raised, raise, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

let lastKey = 0
function newKey(): Record<string, string> {
  lastKey += 1
  return { 'idempotency-key': `bulk-${lastKey}` }
}

onOneDatabase('repeated bulk changes on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const raiseSome = (count: number) =>
    Promise.all(Array.from({ length: count }, () => raise(world, 'requester-group', 'NWG/TOY/SVC')))
  const shown = (raised: readonly Raised[]) => raised.map(({ id, version }) => ({ id, version }))
  const approve = (client: Client, items: { id: number; version: number }[]) =>
    client.call(endpoints.changeStatuses, { body: { status_id: 3, items } })

  /** The number of transitions in the history of each request. */
  async function moves(raised: readonly { id: number }[]): Promise<number[]> {
    const rows = await world.database.read
      .selectFrom('status_history')
      .select('check_request_id')
      .where('action', '=', 'status')
      .execute()
    return raised.map(({ id }) => rows.filter((row) => row.check_request_id === id).length)
  }

  test('returns the same response for a repeated key, and changes no request twice', async () => {
    const raised = await raiseSome(3)
    const client = (await world.as('approver-group')).with(newKey())
    const items = [...shown(raised), { id: 999_999, version: 1 }]
    const first = await approve(client, items)
    const second = await approve(client, items)
    expect(second.text).toBe(first.text)
    expect(first.data.map(({ done }) => done)).toEqual([true, true, true, false])
    expect(await moves(raised)).toEqual([1, 1, 1])
  })

  test('returns the same response to ten simultaneous calls with one key, and changes each request once', async () => {
    const raised = await raiseSome(5)
    const client = (await world.as('approver-group')).with(newKey())
    const replies = await Promise.all(Array.from({ length: 10 }, () => approve(client, shown(raised))))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(replies[0]?.data.every(({ done }) => done)).toBe(true)
    expect(await moves(raised)).toEqual([1, 1, 1, 1, 1])
  })

  test('rejects a key that was used for a call with other requests', async () => {
    const [one, other] = (await raiseSome(2)) as [Raised, Raised]
    const client = (await world.as('approver-group')).with(newKey())
    await approve(client, shown([one]))
    const reply = await approve(client, shown([other]))
    expect([reply.status, reply.error.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
    expect(await moves([one, other])).toEqual([1, 0])
  })

  test('approves each request exactly once when ten users approve the same ten requests', async () => {
    const raised = await raiseSome(10)
    const names = ['approver-super', 'approver-group', 'approver-dealership', 'approver-department'] as const
    const clients = await Promise.all(names.map((name) => world.as(name)))
    const orders = Array.from({ length: 10 }, (_, turn) => [...raised.slice(turn), ...raised.slice(0, turn)])
    const replies = await Promise.all(
      orders.map((order, index) => approve(clients[index % clients.length] as Client, shown(order))),
    )
    const results = replies.flatMap(({ data }) => data)
    for (const { id } of raised) expect(results.filter((result) => result.id === id && result.done)).toHaveLength(1)
    expect(new Set(results.map((result) => (result.done ? 200 : result.status)))).toEqual(new Set([200, 409]))
    expect(await moves(raised)).toEqual(raised.map(() => 1))
  })

  test('assigns each number once when two users sign different checks with the same numbers', async () => {
    const printed = await Promise.all(
      Array.from({ length: 10 }, () => raiseTo(world, 4, 'requester-group', 'NWG/TOY/SVC')),
    )
    const halves = [printed.slice(0, 5), printed.slice(5)]
    const clients = await Promise.all([world.as('processor-group'), world.as('processor-super')])
    const replies = await Promise.all(
      halves.map((half, turn) => {
        const items = half.map(({ id }, index) => ({ id, version: 3, check_number: String(430_001 + index) }))
        return (clients[turn] as Client).call(endpoints.changeStatuses, { body: { status_id: 5, items } })
      }),
    )
    const results = replies.flatMap(({ data }) => data)
    const given = results.flatMap((result) => (result.done ? [result.entry.check_number] : []))
    expect(given.sort()).toEqual(['430001', '430002', '430003', '430004', '430005'])
    for (const result of results)
      if (!result.done) expect(result.message).toMatch(/is already on NWG|just given to another request/)
  })
})
