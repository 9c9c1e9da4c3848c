import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyTrail } from '../audit/commands/verify.ts'
import { type DatabaseKind, databases } from '../testing/databases.ts'
import { bodyAt } from '../testing/requests.ts'
import { startWorld } from '../testing/world.ts'

const [sqlite] = databases as [DatabaseKind]

test('a full disk is answered 503, keeps what was acknowledged and nothing half, and all goes on when there is room again', async () => {
  const world = await startWorld(sqlite)
  const requester = await world.as('requester-group')
  const notes = 'x'.repeat(1500)
  const create = (index: number) =>
    requester.call(checkRequestEndpoints.create, {
      body: bodyAt(world.ids, 'NWG', { notes, memo_line: `memo ${index}` }),
    })
  const limitPages = (more: number) =>
    world.database.transact(async (trx) => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(trx)
      await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + more)}`.execute(trx)
    })

  await limitPages(15)
  const replies = []
  for (let batch = 0; batch < 5; batch += 1)
    replies.push(...(await Promise.all(Array.from({ length: 10 }, (_, index) => create(batch * 10 + index)))))
  const acknowledged = replies.filter(({ status }) => status === 201).map(({ data }) => data.id)
  const refused = replies.filter(({ status }) => status !== 201)
  expect(refused.length).toBeGreaterThan(0)
  for (const reply of refused) expect([reply.status, reply.headers['retry-after']]).toEqual([503, '5'])

  await limitPages(10_000)
  expect((await create(50)).status).toBe(201)
  const { data } = await requester.call(checkRequestEndpoints.list, { query: { limit: 100 } })
  expect(data.items.slice(1).map(({ id }) => id)).toEqual(acknowledged.toSorted((a, b) => b - a))
  const counters = data.items.map(({ request_number }) => Number(request_number.slice(-6)))
  expect(counters).toEqual(counters.map((_, index) => counters.length - index))
  expect(await verifyTrail(world.database.read, null)).toMatchObject({ intact: true, mismatches: [] })
  await world.close()
})
