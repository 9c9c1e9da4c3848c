import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { migrations } from '../migrations/index.ts'
import { keyFileOf, openPostgres } from '../open.ts'
import { openSqliteDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import type { AppDatabase, Tables, Tx } from '../tables.ts'
import type { DatabaseKind, TestPlace } from './databases.ts'
import { beginTestTrail, testKeyring } from './templates.ts'

export type StoredRow = Readonly<Record<string, unknown>>

/** A database filled by an earlier version and migrated to the current schema, and its earlier rows by table. */
export interface StoredHistory {
  readonly place: TestPlace
  readonly database: AppDatabase
  readonly before: ReadonlyMap<string, readonly StoredRow[]>
}

/** A change to make in the database after the migration with this number. */
interface Meanwhile {
  readonly after: string
  change(trx: Tx): Promise<void>
}

/**
 * Opens data that began in an earlier version, whose last migration had this number, and was migrated to 1.0.0. Copies
 * it to a database of this kind and migrates it to the current schema.
 */
export async function openStoredHistory(
  kind: DatabaseKind,
  began: string,
  meanwhile: Meanwhile = { after: baseline, change: async () => {} },
): Promise<StoredHistory> {
  const place = await kind.create('nothing')
  if (kind.name === 'PostgreSQL') {
    const folder = mkdtempSync(join(tmpdir(), 'check-requests-history-'))
    const before = unpack(folder, began)
    rmSync(folder, { recursive: true })
    return { place, database: await copyToPostgres(place, before, meanwhile), before }
  }
  const before = unpack(place.where, began)
  const keyFile = fixture(began, 'audit-mac.json')
  if (existsSync(keyFile)) copyFileSync(keyFile, keyFileOf({ dataDir: place.where, macKeyFile: undefined }))
  const earlier = await openSqliteDatabase<Tables>(place.where, (db) => migrate(db, 'sqlite', upTo(meanwhile.after)))
  await earlier.transact((trx) => meanwhile.change(trx))
  await earlier.close()
  return { place, database: await place.open(), before }
}

/** The number of the migration that creates the schema of 1.0.0. */
const baseline = '0112'

function upTo(last: string): typeof migrations {
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => name.slice(0, 4) <= last))
}

/** Unpacks the stored data to a folder, and reads its tables, except for the database's own. */
function unpack(folder: string, began: string): StoredHistory['before'] {
  const file = join(folder, 'check-requests.db')
  writeFileSync(file, gunzipSync(readFileSync(fixture(began, 'db.gz'))))
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database
    .prepare(`select name from sqlite_schema where type = 'table' and name not glob '*_fts*'
      and name not glob 'sqlite_*' and name not glob 'kysely_*'`)
    .all()
    .map(({ name }) => String(name))
  const rows = new Map(tables.map((table) => [table, database.prepare(`select * from ${table}`).all()]))
  database.close()
  return rows
}

/** A stored file. The trail's key is included if there was one. The data is for SQLite. */
function fixture(began: string, end: 'db.gz' | 'audit-mac.json'): string {
  return fileURLToPath(new URL(`fixtures/history-${began}.${end}`, import.meta.url))
}

// Both databases have the same tables, so data from one can be used on the other.
async function copyToPostgres(
  place: TestPlace,
  rows: StoredHistory['before'],
  meanwhile: Meanwhile,
): Promise<AppDatabase> {
  const database = { ...openPostgres(place.where, () => {}), keyring: testKeyring() }
  await migrate(database.read, 'postgres', upTo(baseline))
  await database.transact(async (trx) => {
    // The rows are already consistent, so triggers and foreign key checks are switched off.
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`truncate ${sql.join([...rows.keys()].map((table) => sql.table(table)))} cascade`.execute(trx)
    for (const [table, stored] of rows) await copyRows(trx, table, stored)
  })
  await migrate(database.read, 'postgres', upTo(meanwhile.after))
  await database.transact((trx) => meanwhile.change(trx))
  await migrate(database.read, 'postgres', migrations)
  await beginTestTrail(database)
  return database
}

async function copyRows(trx: Tx, table: string, rows: readonly StoredRow[]): Promise<void> {
  const json = JSON.stringify(rows)
  const target = sql.table(table)
  const given = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(trx)
  const columns = sql.join(given.rows.map(({ name }) => sql.ref(name)))
  await sql`insert into ${target} (${columns})
    select ${columns} from json_populate_recordset(null::${target}, ${json}::json)`.execute(trx)
  const lastId = Math.max(0, ...rows.map(({ id }) => (typeof id === 'number' ? id : 0)))
  const sequence = sql`pg_get_serial_sequence(${table}, 'id')`
  if (lastId > 0 && !derivedIds.has(table)) await sql`select setval(${sequence}, ${lastId})`.execute(trx)
}

// The id in these tables is the request's.
const derivedIds = new Set(['check_request_search', 'match_keys', 'check_request_notes'])
