import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../open.ts'
import { databaseFile } from '../platform/sqlite-backup.ts'
import { openSqlite, sqliteDialect } from '../platform/sqlite-dialect.ts'
import type { Db, Tables, Tx } from '../tables.ts'
import { type DatabaseKind, databases, type TestPlace } from '../testing/databases.ts'
import { raise, raiseTo } from '../testing/requests.ts'
import { serve } from '../testing/start-app.ts'
import { fillWorld, type World, worldOf } from '../testing/world.ts'
import { verifyTrail } from './commands/verify.ts'
import { vouchedTables } from './queries/records.ts'
import { lookupTables } from './queries/schema.ts'

const totals = ['group_counters', 'place_counters', 'requester_counters', 'handled_counters', 'week_totals']
const trail = ['audit_entries', 'audit_heads']

/** Tables that decide nothing about money, and why nobody vouches for them. */
const notVouched: Readonly<Record<string, string>> = {
  answered_calls: 'the answers to repeated calls',
  login_devices: 'devices that are known; a session still demands the password',
  login_throttles: 'failed logins, which block for minutes',
  failed_logins: 'failed logins, which admins can look at',
  drafts: 'unfinished forms, which are checked when they are sent',
  audit_keys: 'ids of keys; the keys and what they seal are compared with the key file',
  kysely_migration: 'a wrong list of migrations stops the start',
  kysely_migration_lock: 'a lock while migrations run',
}

type Row = Readonly<Record<string, unknown>>

class RolledBack extends Error {}

describe.each(databases)('on $name', (kind) => {
  let place: TestPlace
  let world: World
  let intruder: Db
  beforeAll(async () => {
    place = await kind.create('empty')
    const database = await place.open()
    world = worldOf(await serve(database), database, await fillWorld(database))
    await raiseTo(world, 7, 'requester-group', 'NWG/TOY/SVC')
    await raise(world, 'requester-eastside', 'EAS')
    intruder = openAsIntruder(kind, place)
  })
  afterAll(async () => {
    await intruder.destroy()
    await world.close()
    await place.drop()
  })

  /** The findings after a change that no trigger, key or check has stopped; undefined when the database refuses it. */
  async function findingsAfter(change: (trx: Tx) => Promise<unknown>): Promise<string[] | undefined> {
    let findings: string[] | undefined
    const work = intruder.transaction().execute(async (trx) => {
      if (kind.name === 'PostgreSQL') await sql`set local session_replication_role = replica`.execute(trx)
      const triggers = kind.name === 'SQLite' ? await takeTriggersOff(trx) : []
      await change(trx)
      for (const trigger of triggers) await sql.raw(trigger).execute(trx)
      const { chains, mismatches } = await verifyTrail({ ...world.database, read: trx }, null)
      const broken = chains.filter(({ intact }) => !intact).map(({ name, broken_at }) => `${name} ${broken_at}`)
      findings = [...mismatches, ...broken]
      throw new RolledBack()
    })
    await work.catch((error) => {
      if (!(error instanceof RolledBack) && !/constraint|violates|unique/i.test(String(error))) throw error
    })
    return findings
  }

  async function tablesOf(): Promise<string[]> {
    const list =
      kind.name === 'SQLite'
        ? sql<Row>`select name from sqlite_schema where type = 'table' and name not glob '*_fts*' and name not glob 'sqlite_*'`
        : sql<Row>`select tablename as name from pg_tables where schemaname = 'public'`
    return (await list.execute(intruder)).rows.map(({ name }) => String(name))
  }

  async function columnsToChange() {
    const ignored = new Map(vouchedTables().map((one) => [one.table, one.ignored]))
    const found: { table: string; row: Row; column: string }[] = []
    for (const table of (await tablesOf()).filter((name) => !(name in notVouched))) {
      const [row = {}] = (await sql<Row>`select * from ${sql.table(table)} order by 1 desc limit 1`.execute(intruder))
        .rows
      const columns = Object.keys(row).filter((column) => !ignored.get(table)?.includes(column))
      found.push(...columns.map((column) => ({ table, row, column })))
    }
    return found
  }

  test('every table is vouched for, or listed with the reason', async () => {
    const vouched = [...vouchedTables().map(({ table }) => table), ...Object.keys(lookupTables), ...totals, ...trail]
    expect((await tablesOf()).sort()).toEqual([...vouched, ...Object.keys(notVouched)].sort())
  })

  test('nothing is found as long as nothing is changed', async () => {
    expect(await findingsAfter(async () => {})).toEqual([])
  })

  test('every change of a column is found', { timeout: 600_000 }, async () => {
    const unseen: string[] = []
    let seen = 0
    for (const { table, row, column } of await columnsToChange()) {
      const findings = await findingsAfter((trx) => changeColumn(trx, table, row, column))
      if (findings?.length === 0) unseen.push(`${table}.${column}`)
      if (findings) seen += 1
    }
    expect(unseen).toEqual([])
    expect(seen).toBeGreaterThan(100)
  })

  test('every row that is taken away is found, but for a session that ends', { timeout: 600_000 }, async () => {
    const unseen: string[] = []
    for (const table of await tablesOf()) {
      if (table in notVouched || table === 'sessions') continue
      const [row] = (await sql<Row>`select * from ${sql.table(table)} order by 1 desc limit 1`.execute(intruder)).rows
      if (!row) continue
      const remove = (trx: Tx) => sql`delete from ${sql.table(table)} where ${same(row)}`.execute(trx)
      if ((await findingsAfter(remove))?.length === 0) unseen.push(table)
    }
    expect(unseen).toEqual([])
  })

  test('a link with another number does not keep the verification from ending', async () => {
    const renumber = (trx: Tx) =>
      sql`update audit_entries set seq = seq + 1000 where chain = ${world.ids.places.NWG} and seq = 2`.execute(trx)
    expect(await findingsAfter(renumber)).toContain('Northwest Auto Group 2')
  })

  test('a trigger that is gone is found', async () => {
    const drop =
      kind.name === 'SQLite'
        ? 'drop trigger check_requests_transition'
        : 'drop trigger audit_append_only on audit_entries'
    const verdict = await verdictWithout(drop)
    expect(verdict.some((finding) => finding.includes('trigger') && finding.includes('is gone'))).toBe(true)
  })

  async function verdictWithout(statement: string): Promise<string[]> {
    let found: string[] = []
    const work = intruder.transaction().execute(async (trx) => {
      await sql.raw(statement).execute(trx)
      found = (await verifyTrail({ ...world.database, read: trx }, null)).mismatches
      throw new RolledBack()
    })
    await expect(work).rejects.toThrow(RolledBack)
    return found
  }
})

/** A connection of somebody who owns the database: foreign keys and checks are off. */
function openAsIntruder(kind: DatabaseKind, place: TestPlace): Db {
  if (kind.name === 'PostgreSQL') return openPostgres(place.where, () => {}).read
  const connection = openSqlite(databaseFile(place.where))
  connection.exec('pragma foreign_keys = off; pragma ignore_check_constraints = on')
  return new Kysely<Tables>({ dialect: sqliteDialect(connection) })
}

async function takeTriggersOff(trx: Tx): Promise<string[]> {
  const list = sql<{ name: string; sql: string }>`select name, sql from sqlite_schema where type = 'trigger'`
  const { rows } = await list.execute(trx)
  for (const { name } of rows) await sql.raw(`drop trigger ${name}`).execute(trx)
  return rows.map((row) => row.sql)
}

function changeColumn(trx: Tx, table: string, row: Row, column: string): Promise<unknown> {
  const other = otherThan(row[column], column)
  return sql`update ${sql.table(table)} set ${sql.ref(column)} = ${other} where ${same(row)}`.execute(trx)
}

function same(row: Row) {
  const conditions = Object.entries(row).map(([column, value]) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
  )
  return sql.join(conditions, sql` and `)
}

function otherThan(value: unknown, column: string): number | string {
  if (typeof value === 'number') return value + 7
  return value === null && column.endsWith('_id') ? 7 : `${value ?? ''}x`
}
