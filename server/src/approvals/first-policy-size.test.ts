import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../testing/on-databases.ts'
import { planOf } from '../testing/query-plan.ts'
import { startWorld, type World } from '../testing/world.ts'
import { enqueuePortion, listWaiting } from './queries/queue.ts'

const completed = 4000
const waiting = 500
const insertedAtOnce = 500
const departments = 40
const firstDepartment = 9000
const at = '2026-11-20T15:00:00.000Z'
/**
 * The most rows read for each pending request: the request in each statement that queues it and in foreign-key checks.
 */
const mostRowsEach = 8

onBothDatabases('first policy on $name after years of completed requests', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await insertMany()
  })
  afterAll(() => world.close())

  async function insertMany(): Promise<void> {
    await insertDepartments()
    for (let from = 1; from <= completed + waiting; from += insertedAtOnce) await insertSome(from)
    if (kind.name === 'PostgreSQL') await sql`analyze`.execute(world.database.read)
  }

  async function insertDepartments(): Promise<void> {
    const { NWG: dealer_group_id, 'NWG/TOY': dealership_id } = world.ids.places
    const rows = Array.from({ length: departments }, (_, index) => {
      const name = `Department ${index}`
      return { id: firstDepartment + index, dealer_group_id, dealership_id, name, code: `X${index}`, created_at: at }
    })
    await world.database.transact((trx) => trx.insertInto('departments').values(rows).execute())
  }

  async function insertSome(from: number): Promise<void> {
    const { places, people } = world.ids
    const isCompleted = sql`n <= ${sql.lit(completed)}`
    await world.database.transact((trx) =>
      sql`insert into check_requests (id, dealer_group_id, dealership_id, department_id, requester_id, created_by_id,
          status_id, request_number, amount_cents, payee_type, payee_sub_type, payee_name_1, purpose_id, priority_rank,
          due_date, po_purchase_no, delivery_method_id, created_at, status_changed_at, updated_at, cleared_at)
        select n, ${places.NWG}, ${places['NWG/TOY']},
          ${sql.lit(firstDepartment)} + n % ${sql.lit(departments)}, ${people['requester-group']},
          ${people['requester-group']}, case when ${isCompleted} then 7 else 1 + n % 2 end, 'NWG-' || n, 100, 'business',
          'vendor', 'Payee', 1, 1, '2026-11-30', 'PO', 1, ${at}, ${at}, ${at}, case when ${isCompleted} then ${at} end
        from (with recursive numbers (n) as (
            select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(from + insertedAtOnce - 1)})
          select n from numbers) as source`.execute(trx),
    )
  }

  test('finds pending requests with an index', async () => {
    const { NWG } = world.ids.places
    const ids = Array.from({ length: waiting }, (_, index) => completed + 1 + index)
    expect(await listWaiting(world.database.read, NWG, 0)).toEqual(ids)
    expect(await listWaiting(world.database.read, NWG, completed + 10)).toEqual(ids.slice(10))
    if (kind.name === 'PostgreSQL') return
    const steps = await planOf(world.database, (read) => listWaiting(read, NWG, 0))
    expect(steps.filter((step) => step.includes('check_requests'))).toEqual(
      Array(2).fill(
        'SEARCH check_requests USING COVERING INDEX check_requests_group_status (dealer_group_id=? AND status_id=? AND id>?)',
      ),
    )
  })

  test.runIf(kind.name === 'PostgreSQL')('reads only pending requests, each at most once per statement', async () => {
    const read = await world.database.transact(async (trx) => {
      const rowsRead = async () => {
        const { rows } = await sql<{ read: number }>`select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
          from pg_stat_xact_user_tables where relname = 'check_requests'`.execute(trx)
        return Number(rows[0]?.read ?? 0)
      }
      // Forces the generic plan that PostgreSQL would use from the sixth portion on.
      await sql`set local plan_cache_mode = force_generic_plan`.execute(trx)
      const before = await rowsRead()
      expect(await enqueuePortion(trx, world.ids.places.NWG, 0)).toBe(completed + waiting)
      return (await rowsRead()) - before
    })
    expect(read).toBeLessThan(waiting * mostRowsEach)
  })
})
