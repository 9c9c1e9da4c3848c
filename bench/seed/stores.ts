import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { migrations } from '../../server/src/migrations/index.ts'
import { openPostgres } from '../../server/src/open.ts'
import { openSqliteDatabase } from '../../server/src/platform/database/database.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import type { Store } from './fill.ts'
import type { Row } from './organization.ts'

/** The product's SQLite database in this folder, created by its own migrations. */
export async function openSqliteStore(folder: string): Promise<Store> {
  const migrated = await openSqliteDatabase(folder, (db) => migrate(db, 'sqlite', migrations))
  await migrated.close()
  const database = new DatabaseSync(join(folder, 'check-requests.db'), { enableForeignKeyConstraints: false })
  database.exec('pragma synchronous = off')
  return {
    dialect: 'sqlite',
    insert: async (table, rows) => insertIntoSqlite(database, table, rows),
    inBulk: (work) => inBulkOnSqlite(database, work),
    run: async (sql) => database.exec(sql),
    close: async () => database.close(),
  }
}

function insertIntoSqlite(database: DatabaseSync, table: string, rows: readonly Row[]): void {
  const columns = columnsOf(rows)
  const parameters = columns.map(() => '?').join(', ')
  const statement = database.prepare(`insert into ${table} (${columns.join(', ')}) values (${parameters})`)
  for (const row of rows) statement.run(...columns.map((column) => row[column] ?? null))
}

async function inBulkOnSqlite(database: DatabaseSync, work: () => Promise<void>): Promise<void> {
  const list = `select type, name, sql from sqlite_master
    where type in ('index', 'trigger') and sql is not null and tbl_name not like '%fts\\_%' escape '\\'`
  const putAside = database.prepare(list).all() as { type: string; name: string; sql: string }[]
  database.exec('begin')
  for (const { type, name } of putAside) database.exec(`drop ${type} ${name}`)
  await work()
  // Without this, the writes measured later would have to merge the segments of the rebuilt index.
  for (const index of ['check_request_fts', 'check_request_notes_fts', 'checks_fts'])
    database.exec(
      `insert into ${index} (${index}) values ('rebuild'); insert into ${index} (${index}) values ('optimize')`,
    )
  for (const { sql } of putAside) database.exec(sql)
  database.exec('commit')
  database.exec('pragma wal_checkpoint(truncate)')
}

/** The product's tables in an empty PostgreSQL database, created by its own migrations. */
export async function openPostgresStore(url: string): Promise<Store> {
  const migrated = openPostgres(url, () => {})
  await migrate(migrated.read, 'postgres', migrations)
  await migrated.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    dialect: 'postgres',
    insert: async (table, rows) => insertIntoPostgres(client, table, rows),
    inBulk: (work) => inBulkOnPostgres(client, work),
    run: async (sql) => void (await client.query(sql)),
    close: () => client.end(),
  }
}

async function insertIntoPostgres(client: pg.Client, table: string, rows: readonly Row[]): Promise<void> {
  const columns = columnsOf(rows).join(', ')
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

const ownIndexes = `select indexname, indexdef from pg_indexes join pg_class c on c.relname = indexname
  where schemaname = 'public' and not exists (select 1 from pg_constraint where conindid = c.oid)`

async function inBulkOnPostgres(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(ownIndexes)
  await client.query('set session_replication_role = replica')
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
  await work()
  for (const { indexdef } of rows) await client.query(indexdef)
  await client.query('set session_replication_role = origin')
  for (const table of ['check_requests', 'status_history', 'users', 'dealerships', 'departments', 'dealer_groups'])
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
  await client.query('vacuum analyze')
}

function columnsOf(rows: readonly Row[]): string[] {
  return Object.keys(rows[0] ?? {})
}
