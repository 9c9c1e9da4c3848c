import { journalEndpoints as endpoints } from '@check-requests/domain/books/journal/endpoints.ts'
import { usualTemplate } from '@check-requests/domain/books/journal/template.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppDatabase, Db } from '../../tables.ts'
import { type DatabaseKind, databases, type TestPlace } from '../../testing/databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { raiseTo } from '../../testing/requests.ts'
import { serve, type TestApp } from '../../testing/start-app.ts'
import { idsOf, type World, worldOf } from '../../testing/world.ts'
import { findOpenClock, insertEvents } from './queries/journal.ts'

const [, postgres] = databases as [DatabaseKind, DatabaseKind]
const afterNovember = 12 * 86_400_000

let place: TestPlace
let world: World
let other: AppDatabase
let otherApp: TestApp
beforeAll(async () => {
  place = await postgres.create('world')
  const database = await place.open()
  other = await place.open()
  world = worldOf(await serve(database), database, await idsOf(database))
  otherApp = await serve(other)
})
afterAll(async () => {
  await otherApp.close()
  await world.close()
  await place.drop()
})

const params = () => ({ id: world.ids.places.NWG })

test('puts each event in one export when two servers export at the same time', async () => {
  const [one, another] = [await world.as('admin-group', 'admin'), await otherApp.logIn(emailOf('admin-group'), 'admin')]
  const body = { begins_on: '2026-11-01', template: { ...usualTemplate } }
  expect((await one.call(endpoints.save, { params: params(), body })).status).toBe(200)
  for (const amount of [1, 2, 3]) {
    for (const _check of [1, 2]) await raiseTo(world, 5, 'requester-group', 'NWG/TOY/SVC', { amount })
    const make = { params: params(), body: { up_to: '2026-11-20' } }
    const replies = await Promise.all([one, another].map((client) => client.call(endpoints.makeExport, make)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(replies.find(({ status }) => status === 201)?.data.lines).toBe(2)
  }
})

test('waits for an event being written before it checks whether the month can be closed', async () => {
  const { id } = await raiseTo(world, 4, 'requester-group', 'NWG/TOY/SVC')
  world.clock.advance(afterNovember)
  const admin = await world.logIn(emailOf('admin-group'), 'admin')
  const closing = await other.transact(async (trx) => {
    const groupId = world.ids.places.NWG
    await findOpenClock(trx, groupId, null)
    const day = { at: '2026-12-01T04:59:59.999Z', day: '2026-11-30', issued_on: '2026-11-30', facts: '{}' }
    const check = { kind: 'issue', check_number: '1', cents: 100, export_id: null } as const
    await insertEvents(trx, [{ dealer_group_id: groupId, check_request_id: id, ...check, ...day }])
    const closing = admin.call(endpoints.close, { params: params(), body: { month: '2026-11' } })
    await expect.poll(() => countWaiting(trx)).toBeGreaterThan(0)
    return { closing }
  })
  expect((await closing.closing).message).toBe(
    '1 check through Nov 30, 2026 hasn’t been exported. Create an export through that day first.',
  )
})

async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return Number(rows[0]?.count)
}
