import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { roles } from '@check-requests/domain/access/roles.ts'
import { historyActions } from '@check-requests/domain/check-requests/events.ts'
import { statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseKind, TestPlace } from '../testing/databases.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { raise, raiseTo } from '../testing/requests.ts'
import { serve } from '../testing/start-app.ts'
import { idsOf, type World, worldOf } from '../testing/world.ts'

const legalPairs = ['1-2', '1-3', '1-8', '1-9', '2-3', '2-8', '2-9', '3-4', '3-9', '4-5', '5-6', '6-7', '9-1']
const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9]

class Undone extends Error {}

onBothDatabases('database constraints on $name', (kind: DatabaseKind) => {
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

  /** Returns the database's error for this statement, if any. The statement is always rolled back. */
  async function protest(statement: RawBuilder<unknown>): Promise<string | undefined> {
    try {
      await world.database.transact(async (trx) => {
        await statement.execute(trx)
        throw new Undone()
      })
    } catch (error) {
      return error instanceof Undone ? undefined : String(error)
    }
    return undefined
  }

  test.each(ids)(
    'lets SQL statements move a request from status %i only to statuses that the life cycle allows',
    async (from) => {
      const { id } = await raiseTo(world, from, 'requester-group', 'NWG/TOY/SVC')
      for (const to of ids) {
        const cleared = to === 7 ? '2026-11-20T15:00:00.000Z' : null
        const said = await protest(
          sql`update check_requests set status_id = ${to}, cleared_at = ${cleared} where id = ${id}`,
        )
        if (from === to || legalPairs.includes(`${from}-${to}`)) expect(said, `${from} → ${to}`).toBeUndefined()
        else expect(said, `${from} → ${to}`).toContain('illegal status transition')
      }
    },
  )

  test('fills the lookup tables with the values that the product uses', async () => {
    const rowsOf = async (table: string) =>
      (await sql.raw(`select * from ${table} order by 1`).execute(world.database.read)).rows
    const named = (rows: readonly { id: number; name: string }[]) => rows.map(({ id, name }) => ({ id, name }))
    expect(await rowsOf('statuses')).toEqual(named(statuses))
    expect(await rowsOf('roles')).toEqual(named(roles))
    expect(await rowsOf('history_actions')).toEqual(historyActions.toSorted().map((name) => ({ name })))
  })

  test.each([
    ['an update', sql`update audit_entries set actor_name = 'Nobody'`],
    ['a delete', sql`delete from audit_entries`],
    ['an unchanged update', sql`update audit_entries set hash = hash`],
  ])('refuses %s of entries in the audit trail', async (_, statement) => {
    await raise(world, 'requester-group', 'NWG')
    expect(await protest(statement)).toMatch(/append-only|not authorized|prohibited/)
  })

  test('refuses to let the server empty or drop the audit trail', async () => {
    const ways =
      kind.name === 'SQLite' ? sqliteWays : [sql`truncate audit_entries`, sql`truncate audit_entries cascade`]
    for (const way of ways) expect(await protest(way)).toMatch(/append-only|not authorized|prohibited/)
  })

  test('protects the audit trail from other programs with triggers', async () => {
    await raise(world, 'requester-group', 'NWG')
    const other = await openElsewhere(kind, place)
    try {
      await expect(other.run("update audit_entries set action = 'x'")).rejects.toThrow('append-only')
      await expect(other.run('delete from audit_entries')).rejects.toThrow('append-only')
    } finally {
      await other.close()
    }
  })

  test.each([
    ['a status', 'update status_history set status_id = 99'],
    ['an action', "update status_history set action = 'lost'"],
    ['a role in the history', 'update status_history set role_id = 9'],
    ['a primary role', 'update users set primary_role = 9'],
    ['a user’s role', 'update user_roles set role_id = role_id + 90'],
    ['a session’s role', 'update sessions set active_role = 9'],
    ['a transition', 'insert into status_transitions (from_id, to_id) values (1, 99)'],
  ])('refuses %s that isn’t in its lookup table', async (_, statement) => {
    await raise(world, 'requester-group', 'NWG')
    expect(await protest(sql.raw(statement))).toMatch(/foreign key/i)
  })

  describe('references across dealer groups and dealerships', () => {
    test.each([
      ['a request to a dealership', { dealership_id: 'EAS/KIA', department_id: null }],
      ['a request to a department', { dealership_id: 'EAS/KIA', department_id: 'EAS/KIA/SVC' }],
      ['a request to a department of another dealership', { dealership_id: 'NWG/HON', department_id: 'NWG/TOY/SVC' }],
    ] as const)('refuses a mismatched reference from %s', async (_, { dealership_id, department_id }) => {
      const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
      const { places } = world.ids
      const department = department_id && places[department_id]
      const statement = sql`update check_requests set dealership_id = ${places[dealership_id]},
        department_id = ${department} where id = ${id}`
      expect(await protest(statement)).toMatch(/foreign key/i)
    })

    test.each([
      ['a user to a dealership', () => reach('user_dealerships', 'EAS')],
      ['a user to another group’s dealership under their own group’s id', () => reach('user_dealerships', 'NWG')],
      ['a user to a department', () => reach('user_departments', 'EAS')],
      ['a department to a dealership', () => foreignDepartment()],
    ])('refuses a reference across dealer groups from %s', async (_, statement) => {
      expect(await protest(statement())).toMatch(/foreign key/i)
    })

    function reach(table: 'user_dealerships' | 'user_departments', group: 'NWG' | 'EAS') {
      const { places, people } = world.ids
      const user = people['requester-dealership']
      return table === 'user_dealerships'
        ? sql`insert into user_dealerships (user_id, dealer_group_id, dealership_id)
            values (${user}, ${places[group]}, ${places['EAS/KIA']})`
        : sql`insert into user_departments (user_id, dealer_group_id, dealership_id, department_id)
            values (${user}, ${places[group]}, ${places['EAS/KIA']}, ${places['EAS/KIA/SVC']})`
    }

    function foreignDepartment() {
      const { places } = world.ids
      return sql`insert into departments (dealer_group_id, dealership_id, name, code, created_at)
        values (${places.NWG}, ${places['EAS/KIA']}, 'Parts', 'PRT', '2026-11-20')`
    }
  })

  describe('requests in the database', () => {
    test.each([
      ['with a zero amount', 'amount_cents = 0'],
      ['with an amount above 99,999,999.99', 'amount_cents = 10000000000'],
      ['without a VIN or PO number', 'vin_last_digits = null, po_purchase_no = null'],
      ['with a department but no dealership', 'dealership_id = null'],
      ['with a clearing date before it is closed', "cleared_at = '2026-11-20'"],
      ['with an unknown payee type', "payee_type = 'robot'"],
      ['with an unknown priority', 'priority_rank = 5'],
      ['with a check number of 13 digits', "check_number = '1234567890123'"],
      ['with a requester who doesn’t exist', 'requester_id = 999999'],
    ])('refuses a request %s', async (_, values) => {
      const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
      expect(await protest(sql`update check_requests set ${sql.raw(values)} where id = ${id}`)).toMatch(/constraint/i)
    })

    test('refuses a request with another request’s number', async () => {
      const first = await raise(world, 'requester-group', 'NWG/TOY/SVC')
      const second = await raise(world, 'requester-group', 'NWG/TOY/SVC')
      const statement = sql`update check_requests set request_number = ${first.request_number} where id = ${second.id}`
      expect(await protest(statement)).toMatch(/unique/i)
    })
  })
})

const sqliteWays = [
  sql`drop table audit_entries`,
  sql`drop trigger audit_no_update`,
  sql`drop trigger audit_no_delete`,
  sql`alter table audit_entries rename to forgotten`,
  sql`attach database ':memory:' as elsewhere`,
]

/** Opens the database without the product, on an owner's connection that bypasses the server's checks. */
async function openElsewhere({ name }: DatabaseKind, { where }: TestPlace) {
  if (name === 'SQLite') {
    const file = new DatabaseSync(join(where, 'check-requests.db'), { timeout: 5000 })
    return { run: async (statement: string) => file.exec(statement), close: async () => file.close() }
  }
  const client = new pg.Client({ connectionString: where })
  await client.connect()
  return { run: (statement: string) => client.query(statement), close: () => client.end() }
}
