import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseKind, databases } from '../testing/databases.ts'
import { fillEveryTable } from '../testing/every-table.ts'
import { closed, owners, shared } from '../testing/isolated-tables.ts'
import { mailAt, mailOrigin } from '../testing/mail-world.ts'
import type { PlaceName } from '../testing/organization.ts'
import { bring, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const [, postgres] = databases as [DatabaseKind, DatabaseKind]

// Chain 0 in the audit trail belongs to the system, so this uses -1 for no group.
const noGroup = -1

class Undone extends Error {}

describe('tenant isolation on PostgreSQL', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(postgres, { config: { ...mailAt(1), publicUrl: new URL(mailOrigin) } })
    await fillEveryTable(world)
  })
  afterAll(() => world.close())

  const within = <Result>(group: PlaceName, work: () => Promise<Result>) =>
    world.database.forTenant(world.ids.places[group], work)

  async function rowsOf(table: string): Promise<unknown[]> {
    return (await sql`select * from ${sql.table(table)}`.execute(world.database.read)).rows
  }

  /** All rows of a group that the database owner sees, sorted as text. */
  async function ownedBy(table: string, group: PlaceName): Promise<unknown[]> {
    const owner = sql.raw(owners[table] as string)
    const { rows } = await sql`select * from ${sql.table(table)} where ${owner} = ${world.ids.places[group]}`.execute(
      world.database.read,
    )
    return rows
  }

  /** The error or the row count of this statement under tenant isolation. The statement is always rolled back. */
  async function attempt(group: PlaceName, statement: RawBuilder<unknown>): Promise<number | string> {
    let touched = 0
    try {
      await within(group, () =>
        world.database.transact(async (trx) => {
          touched = Number((await statement.execute(trx)).numAffectedRows ?? 0)
          throw new Undone()
        }),
      )
    } catch (error) {
      return error instanceof Undone ? touched : String(error)
    }
    return touched
  }

  test('covers every table that isn’t shared or closed to callers', async () => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public'`.execute(world.database.read)
    expect(rows.map(({ name }) => name).sort()).toEqual([...Object.keys(owners), ...shared, ...closed].sort())
  })

  test.each(Object.keys(owners))(
    'limits an unscoped query of the table %s to the rows of the caller’s group',
    async (table) => {
      for (const [group, other] of [
        ['NWG', 'EAS'],
        ['EAS', 'NWG'],
      ] as const) {
        const own = await ownedBy(table, group)
        const foreign = await ownedBy(table, other)
        const found = await within(group, () => rowsOf(table))
        expect([own.length, foreign.length]).not.toContain(0)
        expect(found).toEqual(expect.arrayContaining(own))
        for (const row of foreign) expect(found).not.toContainEqual(row)
      }
    },
  )

  test.each([...Object.keys(owners)])(
    'shows no group’s rows of the table %s to a query without a group',
    async (table) => {
      const found = await world.database.forTenant(noGroup, () => rowsOf(table))
      const superAdmins = ['users', 'user_roles'].includes(table)
      expect(found.length).toBe(superAdmins ? (await superRows(table)).length : 0)
    },
  )

  async function superRows(table: string) {
    const owner = sql.raw(owners[table] as string)
    return (await sql`select * from ${sql.table(table)} where ${owner} is null`.execute(world.database.read)).rows
  }

  test.each(closed)('denies read access to the table %s', async (table) => {
    await expect(within('NWG', () => rowsOf(table))).rejects.toThrow('permission denied')
  })

  test.each(['audit_entries', 'users', 'dealer_groups'])('denies deletions from the table %s', async (table) => {
    expect(await attempt('NWG', sql`delete from ${sql.table(table)}`)).toContain('permission denied')
  })

  test('limits unscoped updates and deletes to the caller’s group', async () => {
    for (const [table, column] of [
      ['check_requests', 'notes'],
      ['dealerships', 'city'],
      ['users', 'title'],
      ['check_request_search', 'payee'],
      ['check_request_notes', 'notes'],
      ['match_keys', 'vin'],
      ['drafts', 'content'],
      ['list_layouts', 'layout'],
      ['saved_views', 'query'],
      ['notices', 'text'],
      ['waiting_reads', 'read_at'],
      ['inbox_marks', 'all_read_at'],
      ['status_history', 'note'],
      ['comments', 'text'],
    ] as const) {
      const statement = sql`update ${sql.table(table)} set ${sql.ref(column)} = 'x'`
      expect(await attempt('EAS', statement), table).toBe((await ownedBy(table, 'EAS')).length)
    }
    for (const table of [
      'sessions',
      'user_departments',
      'handled_requests',
      'match_keys',
      'drafts',
      'list_layouts',
      'saved_views',
      'notices',
      'waiting_reads',
      'inbox_marks',
      'notice_choices',
      'mails',
    ])
      expect(await attempt('EAS', sql`delete from ${sql.table(table)}`), table).toBe(
        (await ownedBy(table, 'EAS')).length,
      )
  })

  test('refuses to insert rows for another group or move rows to another group', async () => {
    const { NWG, EAS } = world.ids.places
    const stranger = world.ids.people['requester-group']
    for (const statement of [
      sql`update dealerships set dealer_group_id = ${NWG}`,
      sql`update users set dealer_group_id = ${NWG} where dealer_group_id = ${EAS}`,
      sql`update users set dealer_group_id = null, access_level = 0 where dealer_group_id = ${EAS}`,
      sql`insert into dealer_groups (name, code, created_at) values ('New', 'NEW', '2026-11-20')`,
      sql`insert into user_roles (user_id, role_id) values (${stranger}, 1)`,
      sql`insert into audit_heads (chain, seq, hash) values (0, 1, '')`,
      sql`insert into request_number_counters (group_code, last_number) values ('NWX', 1)`,
    ])
      expect(await attempt('EAS', statement)).toContain('row-level security')
  })

  test('updates the counters of other users who handled a request when the request is deleted', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    await bring(world, id, 8)
    const person = world.ids.people['approver-super']
    const counter = sql<{ amount: number }>`select amount from handled_counters where user_id = ${person}`
    const counted = async () => (await counter.execute(world.database.read)).rows[0]?.amount
    const before = (await counted()) ?? 0
    await within('NWG', () =>
      world.database.transact((trx) => trx.deleteFrom('handled_requests').where('check_request_id', '=', id).execute()),
    )
    expect(await counted()).toBe(before - 1)
  })

  test('shows the name of a user who moved to another group only to groups with requests by that user', async () => {
    const person = world.ids.people['requester-honda']
    await raise(world, 'requester-honda', 'NWG/HON/SVC')
    await world.database.transact(async (trx) => {
      for (const table of ['user_departments', 'user_dealerships'] as const)
        await trx.deleteFrom(table).where('user_id', '=', person).execute()
      await trx
        .updateTable('users')
        .set({ dealer_group_id: world.ids.places.EAS, access_level: 1 })
        .where('id', '=', person)
        .execute()
    })
    const { data } = await (await world.as('approver-group')).call(requests.list, { query: { limit: 100 } })
    expect(data.items.map(({ requester_name }) => requester_name)).toContain('requester-honda Tester')
    expect(await attempt('NWG', sql`update users set title = 'x' where id = ${person}`)).toBe(0)
  })
})
