import type { InsightsQuery } from '@check-requests/domain/check-requests/insights.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { planOf } from '../testing/query-plan.ts'
import { startWorld, type World } from '../testing/world.ts'
import { drawInsights } from './commands/draw-insights.ts'

const amount = 4000
const mostRowsRead = 600
const now = Date.parse('2026-11-20T15:00:00Z')

onBothDatabases('chart reads on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await insertMany()
  })
  afterAll(() => world.close())

  /** Inserts requests for two departments over about 80 weeks, every other one completed. */
  async function insertMany(): Promise<void> {
    const { places, people } = world.ids
    const numbers = sql`(with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(amount)})
      select n, ${kind.name === 'SQLite' ? sql`date('2026-11-19', -(n / 7) || ' days')` : sql`to_char(date '2026-11-19' - n / 7, 'YYYY-MM-DD')`}
        || 'T15:00:00.000Z' as at from numbers) as source`
    await world.database.transact(async (trx) => {
      await sql`insert into check_requests (id, dealer_group_id, dealership_id, department_id, requester_id, created_by_id,
          status_id, request_number, amount_cents, payee_type, payee_sub_type, payee_name_1, purpose_id, priority_rank,
          due_date, po_purchase_no, delivery_method_id, created_at, status_changed_at, updated_at, cleared_at)
        select n, ${places.NWG}, case n % 4 when 0 then ${sql.lit(places['NWG/HON'])} else ${sql.lit(places['NWG/TOY'])} end,
          case n % 4 when 0 then ${sql.lit(places['NWG/HON/SVC'])} else ${sql.lit(places['NWG/TOY/SVC'])} end, ${people['requester-group']},
          ${people['requester-group']}, case n % 2 when 0 then 7 else 1 end, 'NWG-' || n, n, 'business', 'vendor', 'Payee',
          1, 1, '2026-11-30', 'PO', 1, at, at, at, case n % 2 when 0 then at end
        from ${numbers}`.execute(trx)
      for (const [action, status] of [
        ['created', 1],
        ['status', 7],
      ] as const)
        await sql`insert into status_history (dealer_group_id, check_request_id, action, status_id, user_id, user_name, role_id, changes, created_at)
          select dealer_group_id, id, ${action}, ${sql.lit(status)}, requester_id, 'Tester', 2, '[]', created_at from check_requests
          where status_id = 7 order by id`.execute(trx)
    })
    if (kind.name === 'PostgreSQL') await sql`analyze`.execute(world.database.read)
  }

  function callers(): [string, Caller][] {
    const { places: id, people } = world.ids
    const group = { level: 1, dealerGroupId: id.NWG, dealershipIds: [], departmentIds: [] }
    const dealershipIds = [id['NWG/TOY'], id['NWG/HON']]
    const departmentIds = [id['NWG/TOY/SVC'], id['NWG/HON/SVC']]
    const caller = (role: string, scope: object) => ({ role, scope, userId: people['requester-group'] }) as never
    return [
      ['everything', caller('approver', { ...group, level: 0, dealerGroupId: null })],
      ['a group', caller('approver', group)],
      ['dealerships', caller('approver', { ...group, level: 2, dealershipIds })],
      ['departments', caller('approver', { ...group, level: 3, dealershipIds, departmentIds })],
      ['own requests', caller('requester', group)],
    ]
  }

  /** The number of table and index rows that PostgreSQL reads for the charts. */
  async function rowsRead(caller: Caller, query: InsightsQuery): Promise<number> {
    return world.database.transact(async (trx) => {
      const read = async () => {
        const { rows } = await sql<{
          read: number
        }>`select cast(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as bigint)
          as read from pg_stat_xact_user_tables`.execute(trx)
        return rows[0]?.read ?? 0
      }
      const before = await read()
      await drawInsights(trx, caller, query, now)
      return (await read()) - before
    })
  }

  test('reads a bounded number of rows regardless of the number of requests', async () => {
    for (const [name, caller] of callers()) {
      const { steps, open } = await drawInsights(world.database.read, caller, { weeks: 12 }, now)
      expect([steps.length, open[0]?.count], name).toEqual([1, amount / 2])
      await expectBounded(name, caller, { weeks: 12 })
    }
  })

  test('reads a bounded number of rows for a whole year and for one dealership', async () => {
    const dealership = world.ids.places['NWG/HON']
    for (const [name, caller] of callers()) {
      await expectBounded(name, caller, { weeks: 52 })
      if (caller.role === 'requester') continue
      const { steps, open } = await drawInsights(world.database.read, caller, { weeks: 52, dealership }, now)
      expect([steps.length, open[0]?.count], name).toEqual([1, 0])
      await expectBounded(name, caller, { weeks: 52, dealership })
    }
  })

  async function expectBounded(name: string, caller: Caller, query: InsightsQuery): Promise<void> {
    if (kind.name === 'PostgreSQL') return expect(await rowsRead(caller, query), name).toBeLessThan(mostRowsRead)
    for (const step of await planOf(world.database, (read) => drawInsights(read, caller, query, now)))
      expect(step, name).not.toMatch(unbounded)
  }
})

// The totals tables are small. The other tables must be read by key, or in index order up to the limit.
const unbounded = /check_requests|status_history|TEMP B-TREE FOR ORDER BY|SCAN (t|step_times)(?! USING INDEX)/
