import { type ListQuery, listQuery } from '@check-requests/domain/check-requests/list/query.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { databases } from '../testing/databases.ts'
import { costOf } from '../testing/query-plan.ts'
import { startWorld, type World } from '../testing/world.ts'
import { listIds } from './queries/list/list.ts'

const amount = 12_000
const now = Date.parse('2026-11-20T15:00:00Z')

// SQLite keeps no statistics, so its plans depend only on `plan.ts`, which has tests of its own.
describe('list plans on PostgreSQL', () => {
  let world: World
  beforeAll(async () => {
    const postgres = databases.find(({ name }) => name === 'PostgreSQL')
    if (!postgres) throw new Error('PostgreSQL is one of the databases')
    world = await startWorld(postgres)
    await insertMany()
  })
  afterAll(() => world.close())

  /** Inserts requests for a dealer group, one in thirty at a second dealership and half of them closed. */
  async function insertMany(): Promise<void> {
    const { places, people } = world.ids
    const requester = people['requester-group']
    const numbers = sql`generate_series(1, ${sql.lit(amount)}) as n`
    // Skips the triggers that update totals for each request, because adding up the totals once is much faster.
    await world.database.transact(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`insert into check_requests (id, dealer_group_id, dealership_id, department_id, requester_id, created_by_id,
          status_id, request_number, amount_cents, payee_type, payee_sub_type, payee_name_1, purpose_id, priority_rank,
          due_date, po_purchase_no, delivery_method_id, created_at, status_changed_at, updated_at, cleared_at)
        select n, ${places.NWG}, case n % 30 when 0 then ${sql.lit(places['NWG/HON'])} else ${sql.lit(places['NWG/TOY'])} end,
          null, ${requester}, ${requester}, case n % 2 when 0 then 7 else 1 end, 'NWG-' || n, n * 7919 % 1000003, 'business',
          'vendor', 'Payee', 1 + n % 4, 1, '2026-11-30', 'PO', 1, at, at, at, case n % 2 when 0 then at end
        from (select n, to_char(timestamp '2026-11-19' - n * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
          from ${numbers}) as source`.execute(trx)
      await sql`insert into check_request_search (id, dealer_group_id, request_number, payee, requester, purpose, check_number, numbers)
        select n, ${places.NWG}, 'nwg-' || n, 'payee ' || n, 'tester', '', '', 'po' from ${numbers}`.execute(trx)
      await sql`insert into check_request_notes (id, dealer_group_id, notes)
        select n, ${places.NWG}, 'invoice ' || n from ${numbers}`.execute(trx)
      await sql`insert into place_counters (dealer_group_id, dealership_id, department_id, status_id, amount, cents)
        select dealer_group_id, dealership_id, 0, status_id, count(*), sum(amount_cents) from check_requests
        group by 1, 2, 3, 4`.execute(trx)
      await sql`insert into group_counters (dealer_group_id, status_id, amount, cents)
        select dealer_group_id, status_id, count(*), sum(amount_cents) from check_requests group by 1, 2`.execute(trx)
      await sql`select setval('check_requests_id_seq', ${sql.lit(amount)})`.execute(trx)
    })
    await sql`vacuum analyze`.execute(world.database.read)
  }

  /** The number of pages that PostgreSQL reads for a list under the dealer group's row-level security. */
  async function pagesOf(query: object, dealership?: number): Promise<number> {
    const { places, people } = world.ids
    const level = dealership === undefined ? 1 : 2
    const dealershipIds = dealership === undefined ? [] : [dealership]
    const scope = { level, dealerGroupId: places.NWG, dealershipIds, departmentIds: [] }
    const caller = { role: 'approver', scope, userId: people['requester-group'] } as unknown as Caller
    const parsed: ListQuery = listQuery.parse(query)
    const { read, forTenant } = world.database
    const { pages } = await forTenant(places.NWG, () => costOf(read, (db) => listIds(db, caller, parsed, now), 1))
    return pages
  }

  const fewPages = 600

  test('searches for two letters in one scan of the newest 5,000 requests in any order', async () => {
    for (const sort of ['newest', 'oldest', 'amount-high', 'due', 'priority'])
      expect(await pagesOf({ search: 'zq', sort }), sort).toBeLessThan(fewPages)
  })

  test('reads the requests pending longest with an index', async () => {
    expect(await pagesOf({ sort: 'waiting' })).toBeLessThan(50)
  })

  test('reads each request only once to sort a small selection', async () => {
    const dealership = world.ids.places['NWG/HON']
    expect(await pagesOf({ sort: 'amount-high' }, dealership)).toBeLessThan(fewPages)
  })

  test('turns off JIT compilation and parallel workers', async () => {
    const setting = async (name: string) => {
      const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(
        world.database.read,
      )
      return rows[0]?.value
    }
    expect(await setting('jit')).toBe('off')
    expect(await setting('max_parallel_workers_per_gather')).toBe('0')
    expect(await setting('random_page_cost')).toBe('1.1')
  })
})
