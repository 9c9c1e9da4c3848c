import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyJoinedNames } from '../migrations/steps/payees.ts'
import { listPayments } from '../payees/queries/of-requests.ts'
import { findPayee } from '../payees/queries/payees.ts'
import type { Db, Tx } from '../tables.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { addPayee } from '../testing/payees.ts'
import { planOf } from '../testing/query-plan.ts'
import { startWorld, type World } from '../testing/world.ts'
import { sumToPayees, sumToPayeesBefore } from './queries/detail/payee-sums.ts'
import { findToPayee } from './queries/detail/payees.ts'

const amount = 4000
const payees = 500
const mostRowsRead = 60
/** Requests from this number on are from the last week. Each request is for one dollar. */
const ofLastWeek = 3001
const at = '2026-11-20T15:00:00.000Z'
const since = '2026-11-13T15:00:00.000Z'

const alongWeek = [
  'SEARCH k USING INDEX match_keys_payee_since (dealer_group_id=? AND payee=? AND created_at>?)',
  'SEARCH k USING COVERING INDEX match_keys_second_payee_since (dealer_group_id=? AND second_payee=? AND created_at>?)',
  'SEARCH k USING INDEX match_keys_joined_since (dealer_group_id=? AND created_at>?)',
]

const alongPlaces = [
  'SEARCH request_payees USING COVERING INDEX request_payees_payee (dealer_group_id=? AND payee_id=?)',
  'CO-ROUTINE named',
  'SEARCH k USING INDEX match_keys_payee (dealer_group_id=? AND payee=?)',
  'SCAN named',
  'SEARCH l USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
  'SEARCH k USING COVERING INDEX match_keys_second_payee_since (dealer_group_id=? AND second_payee=?)',
  'SEARCH k USING PRIMARY KEY (dealer_group_id=? AND payee=?)',
  'SEARCH check_requests USING INTEGER PRIMARY KEY (rowid=?)',
]

onBothDatabases('payee queries on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await insertMany()
  })
  afterAll(() => world.close())

  /**
   * Inserts requests to many payees. Each payee is the first payee of eight requests and the second payee of eight, and
   * is part of a joined name in the first payee field of one in five hundred.
   */
  async function insertMany(): Promise<void> {
    const { places, people } = world.ids
    const numbers = sql`(with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(amount)})
      select n, 'payee' || (n % ${sql.lit(payees)}) as payee from numbers) as source`
    const day = sql`case when n < ${sql.lit(ofLastWeek)} then '2026-10-01T15:00:00.000Z' else ${sql.lit(at)} end`
    const joined = sql`case when n % 50 = 9 then ${'\n'} || 'joined' || n || ${'\n'} || 'payee' || (n % ${sql.lit(payees)} - 2) || ${'\n'} end`
    await world.database.transact(async (trx) => {
      await sql`insert into check_requests (id, dealer_group_id, requester_id, created_by_id, status_id, request_number,
          amount_cents, payee_type, payee_sub_type, payee_name_1, purpose_id, priority_rank, due_date, po_purchase_no,
          delivery_method_id, created_at, status_changed_at, updated_at)
        select n, ${places.NWG}, ${people['requester-group']}, ${people['requester-group']}, 1, 'NWG-' || n, 100, 'business',
          'vendor', payee, 1, 1, '2026-11-30', 'PO', 1, ${day}, ${day}, ${day} from ${numbers}`.execute(trx)
      await sql`insert into match_keys (id, dealer_group_id, created_at, payment, second_payee, joined)
        select n, ${places.NWG}, ${day}, payee || ' ' || n, 'payee' || ((n + 1) % ${sql.lit(payees)}), ${joined}
        from ${numbers}`.execute(trx)
      await copyJoinedNames(trx)
    })
    if (kind.name === 'PostgreSQL') await sql`analyze`.execute(world.database.read)
  }

  /** The number of table and index rows that PostgreSQL reads under the dealer group's row-level security. */
  async function rowsRead(work: (trx: Tx) => Promise<unknown>): Promise<number> {
    return world.database.transact(async (trx) => {
      await sql`select set_config('check_requests.dealer_group', ${String(world.ids.places.NWG)}, true)`.execute(trx)
      await sql`set local role check_requests_walled`.execute(trx)
      const read = async () => {
        const { rows } = await sql<{
          read: number
        }>`select cast(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as bigint)
          as read from pg_stat_xact_user_tables where relname in ('match_keys', 'joined_payees', 'request_payees', 'check_requests')`.execute(
          trx,
        )
        return rows[0]?.read ?? 0
      }
      const before = await read()
      await work(trx)
      return (await read()) - before
    })
  }

  test('reads the requests to a payee with an index, newest first, under row-level security', async () => {
    const of = { dealerGroupId: world.ids.places.NWG, payee: 'payee7' }
    const found = await findToPayee(world.database.read, of)
    expect(found.map(({ id }) => id)).toEqual([3507, 3007, 2507, 2007, 1507, 1007, 507, 7])
    if (kind.name === 'PostgreSQL') {
      const rows = await rowsRead((trx) => findToPayee(trx, of))
      return expect(rows).toBeLessThan(mostRowsRead)
    }
    const steps = await planOf(world.database, (read) => findToPayee(read, of))
    expect(steps).toEqual([
      'SEARCH k USING INDEX match_keys_payee (dealer_group_id=? AND payee=?)',
      'SEARCH r USING INTEGER PRIMARY KEY (rowid=?)',
    ])
  })

  test('reads the payments on a payee page with an index for each field that can name the payee', async () => {
    const { id } = await addPayee(world, 'Payee 7')
    const payee = await findPayee(world.database.read, id)
    if (!payee) throw new Error('The payee was added')
    const { rows, isCut } = await listPayments(world.database.read, payee)
    // The payee is first in request n, second in n - 1, and joined in n + 2.
    const named = [3507, 3007, 2507, 2007, 1507, 1007, 507, 7].flatMap((n) => [n + 2, n, n - 1])
    expect([rows.map((row) => row.id), isCut]).toEqual([named, false])
    if (kind.name === 'PostgreSQL') {
      const read = await rowsRead((trx) => listPayments(trx, payee))
      return expect(read).toBeLessThan(2 * mostRowsRead)
    }
    const steps = await planOf(world.database, (read) => listPayments(read, payee))
    expect(steps.filter((step) => / (k|l|named|check_requests|request_payees) /.test(`${step} `))).toEqual(alongPlaces)
  })

  test('totals a payee’s payments of a week with an index for each field that can name the payee', async () => {
    const of = { dealerGroupId: world.ids.places.NWG, payees: ['payee7'], since }
    const sums = {
      all: (db: Db) => sumToPayees(db, { ...of, butFor: 3007 }),
      before: (db: Db) => sumToPayeesBefore(db, { ...of, before: 3500 }),
    }
    // The payee is first in requests 3007 and 3507, second in 3006 and 3506, and joined in 3009 and 3509.
    expect(await sums.all(world.database.read)).toBe(500)
    expect(await sums.before(world.database.read)).toBe(300)
    for (const sum of Object.values(sums)) {
      if (kind.name === 'PostgreSQL') expect(await rowsRead(sum)).toBeLessThan(mostRowsRead)
      else expect((await planOf(world.database, sum)).filter((step) => / k /.test(step))).toEqual(alongWeek)
    }
  })

  test('returns the newest 500 payments to a busy payee, and marks the list as incomplete', async () => {
    const { id } = await addPayee(world, 'Payee of many')
    const payee = await findPayee(world.database.read, id)
    if (!payee) throw new Error('The payee was added')
    await world.database.transact((trx) =>
      sql`update match_keys set second_payee = 'payeeofmany' where id between 2001 and 2520`.execute(trx),
    )
    const { rows, isCut } = await listPayments(world.database.read, payee)
    expect([rows.length, rows[0]?.id, rows.at(-1)?.id, isCut]).toEqual([500, 2520, 2021, true])
  })
})
