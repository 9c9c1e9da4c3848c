import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type DatabaseKind, databases } from '../testing/databases.ts'
import { bodyAt, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const [sqlite] = databases as [DatabaseKind]

/** Limits how many more pages the database can grow. */
async function limitPages({ database }: World, more: number): Promise<void> {
  await database.transact(async (trx) => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(trx)
    await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + more)}`.execute(trx)
  })
}

const fullDisk = 'The server’s disk is full, so nothing was saved. Tell the person who runs this server.'

async function readiness({ anyone }: World) {
  const { status, body } = await anyone.send('GET', '/readyz')
  return [status, body.message]
}

test('answers calls with 503 on a full disk, keeps only acknowledged data, and continues once there is space', async () => {
  const world = await startWorld(sqlite)
  const requester = await world.as('requester-group')
  const notes = 'x'.repeat(1500)
  const create = (index: number) =>
    requester.call(checkRequestEndpoints.create, {
      body: bodyAt(world.ids, 'NWG', { notes, memo_line: `memo ${index}` }),
    })

  await limitPages(world, 15)
  const replies = []
  for (let batch = 0; batch < 5; batch += 1)
    replies.push(...(await Promise.all(Array.from({ length: 10 }, (_, index) => create(batch * 10 + index)))))
  const acknowledged = replies.filter(({ status }) => status === 201).map(({ data }) => data.id)
  const refused = replies.filter(({ status }) => status !== 201)
  expect(refused.length).toBeGreaterThan(0)
  for (const reply of refused) expect([reply.status, reply.headers['retry-after']]).toEqual([503, '5'])
  expect(new Set(refused.map(({ message }) => message))).toEqual(new Set([fullDisk]))
  expect(await readiness(world)).toEqual([503, fullDisk])

  await limitPages(world, 10_000)
  expect((await create(50)).status).toBe(201)
  world.clock.advance(30_000)
  expect(await readiness(world)).toEqual([200, undefined])
  const { data } = await requester.call(checkRequestEndpoints.list, { query: { limit: 100 } })
  expect(data.items.slice(1).map(({ id }) => id)).toEqual(acknowledged.toSorted((a, b) => b - a))
  const counters = data.items.map(({ request_number }) => Number(request_number.slice(-6)))
  expect(counters).toEqual(counters.map((_, index) => counters.length - index))
  expect(await verifyTrail(world.database, null)).toMatchObject({ intact: true, mismatches: [] })
  await world.close()
})

test('completes a bulk call interrupted by a full disk when the call is repeated', async () => {
  const world = await startWorld(sqlite)
  const raised = await Promise.all(Array.from({ length: 40 }, () => raise(world, 'requester-group', 'NWG')))
  const approver = (await world.as('approver-group')).with({ 'idempotency-key': 'cut-off' })
  const items = raised.map(({ id, version }) => ({ id, version }))
  const body = { status_id: 3, note: 'x'.repeat(1500), items }
  const approved = async () => {
    const history = world.database.read.selectFrom('status_history').select('check_request_id')
    const rows = await history.where('action', '=', 'status').execute()
    return rows.map((row) => row.check_request_id)
  }

  await limitPages(world, 15)
  expect((await approver.call(checkRequestEndpoints.changeStatuses, { body })).status).toBe(503)
  const done = await approved()
  expect(done.length).toBeGreaterThan(0)
  expect(done).toEqual(raised.slice(0, done.length).map(({ id }) => id))
  expect(done.length).toBeLessThan(40)

  await limitPages(world, 10_000)
  const reply = await approver.call(checkRequestEndpoints.changeStatuses, { body })
  expect(reply.data.map((result) => [result.id, result.done])).toEqual(raised.map(({ id }) => [id, true]))
  expect(await approved()).toEqual(raised.map(({ id }) => id))
  expect(await verifyTrail(world.database, null)).toMatchObject({ intact: true, mismatches: [] })
  await world.close()
})
