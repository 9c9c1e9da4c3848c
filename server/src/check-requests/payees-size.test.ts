import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../testing/databases.ts'
import { planOf } from '../testing/query-plan.ts'
import { startWorld, type World } from '../testing/world.ts'
import { findToPayee } from './queries/detail/payees.ts'

const amount = 4000
const payees = 500
const mostRowsRead = 60

describe.each(databases)('on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await insertMany()
  })
  afterAll(() => world.close())

  /** Requests to many payees, eight to each. */
  async function insertMany(): Promise<void> {
    const { places, people } = world.ids
    const numbers = sql`(with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(amount)})
      select n, 'payee' || (n % ${sql.lit(payees)}) as payee from numbers) as source`
    const at = '2026-11-20T15:00:00.000Z'
    await world.database.transact(async (trx) => {
      await sql`insert into check_requests (id, dealer_group_id, requester_id, created_by_id, status_id, request_number,
          amount_cents, payee_type, payee_sub_type, payee_name_1, purpose_id, priority_rank, due_date, po_purchase_no,
          delivery_method_id, created_at, status_changed_at, updated_at)
        select n, ${places.NWG}, ${people['requester-group']}, ${people['requester-group']}, 1, 'NWG-' || n, n, 'business',
          'vendor', payee, 1, 1, '2026-11-30', 'PO', 1, ${at}, ${at}, ${at} from ${numbers}`.execute(trx)
      await sql`insert into match_keys (id, dealer_group_id, created_at, payment)
        select n, ${places.NWG}, ${at}, payee || ' ' || n from ${numbers}`.execute(trx)
    })
    if (kind.name === 'PostgreSQL') await sql`analyze`.execute(world.database.read)
  }

  /** How many rows of tables and indexes PostgreSQL reads for somebody of the dealer group. */
  async function rowsRead(of: Parameters<typeof findToPayee>[1]): Promise<number> {
    return world.database.transact(async (trx) => {
      await sql`select set_config('check_requests.dealer_group', ${String(of.dealerGroupId)}, true)`.execute(trx)
      await sql`set local role check_requests_walled`.execute(trx)
      const read = async () => {
        const { rows } = await sql<{
          read: number
        }>`select cast(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as bigint)
          as read from pg_stat_xact_user_tables where relname in ('match_keys', 'check_requests')`.execute(trx)
        return rows[0]?.read ?? 0
      }
      const before = await read()
      await findToPayee(trx, of)
      return (await read()) - before
    })
  }

  test('the requests of a payee are read along their index, newest first, within the walls of the dealer group', async () => {
    const of = { dealerGroupId: world.ids.places.NWG, payee: 'payee7' }
    const found = await findToPayee(world.database.read, of)
    expect(found.map(({ id }) => id)).toEqual([3507, 3007, 2507, 2007, 1507, 1007, 507, 7])
    if (kind.name === 'PostgreSQL') return expect(await rowsRead(of)).toBeLessThan(mostRowsRead)
    const steps = await planOf(world.database, (read) => findToPayee(read, of))
    expect(steps).toEqual([
      'SEARCH k USING INDEX match_keys_payee (dealer_group_id=? AND payee=?)',
      'SEARCH r USING INTEGER PRIMARY KEY (rowid=?)',
    ])
  })
})
