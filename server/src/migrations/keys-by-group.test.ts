import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppDatabase, Db } from '../tables.ts'
import { onBothDatabases } from '../testing/on-databases.ts'

// If tables were distributed by dealer group, these tables would be copied to every node: groups, users and their
// personal data, lookups, and tables for the whole installation. A group can reuse a code that another group gave up,
// so the request numbers for a code are counted per installation, and an email domain has one identity provider, and an
// address for emails one group, per installation.
const references = [
  'dealer_groups',
  'users',
  'user_roles',
  'account_confirmations',
  'waiting_roles',
  'confirmation_announcements',
  'sessions',
  'login_devices',
  'login_throttles',
  'failed_logins',
  'password_links',
  'set_up',
  'passkeys',
  'authenticator_apps',
  'recovery_codes',
  'answered_challenges',
  'factor_changes',
  'provider_domains',
  'mail_addresses',
  'audit_keys',
  'backups',
  'jobs',
  'answered_calls',
  'purposes',
  'delivery_methods',
  'statuses',
  'status_transitions',
  'roles',
  'history_actions',
  'request_number_counters',
  'kysely_migration',
  'kysely_migration_lock',
]

/** Columns with another name that store the dealer group, such as the audit chain. */
const groupColumns: Record<string, string> = { audit_heads: 'chain', audit_entries: 'chain' }

/** A key in the system catalog. `target` is the table that a foreign key references. */
interface Key {
  readonly table: string
  readonly kind: 'primary' | 'unique' | 'foreign'
  readonly columns: readonly string[]
  readonly target: string | null
}

async function keysOf(db: Db, isPostgres: boolean): Promise<Key[]> {
  const { rows } = await (isPostgres ? postgresKeys : sqliteKeys).execute(db)
  return rows.map((row) => ({ ...row, columns: row.columns.split(',') }))
}

type Row = Omit<Key, 'columns'> & { columns: string }

const sqliteKeys = sql<Row>`with tables as (
    select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*' and name not glob '*_fts*')
  select t.name as "table", 'primary' as kind, group_concat(c.name) as columns, null as target
    from tables t join pragma_table_info(t.name) c where c.pk > 0 group by t.name
  union all
  select t.name, 'unique', group_concat(coalesce(c.name, '')), null
    from tables t join pragma_index_list(t.name) i join pragma_index_info(i.name) c
    where i."unique" and i.origin <> 'pk' group by t.name, i.name
  union all
  select t.name, 'foreign', group_concat(f."from"), f."table"
    from tables t join pragma_foreign_key_list(t.name) f group by t.name, f.id, f."table"`

const postgresKeys = sql<Row>`select i.indrelid::regclass::text as "table",
    case when i.indisprimary then 'primary' else 'unique' end as kind,
    (select string_agg(coalesce(a.attname, ''), ',') from unnest(i.indkey::int[]) as k (n)
      left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.n) as columns, null as target
  from pg_index i join pg_class c on c.oid = i.indrelid
  where i.indisunique and c.relnamespace = 'public'::regnamespace
  union all
  select f.conrelid::regclass::text, 'foreign', (select string_agg(a.attname, ',') from unnest(f.conkey) as k (n)
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.n), f.confrelid::regclass::text
  from pg_constraint f where f.contype = 'f' and f.connamespace = 'public'::regnamespace`

onBothDatabases('the keys of all tables on $name', (kind) => {
  let database: AppDatabase
  let keys: Key[]
  beforeAll(async () => {
    database = await kind.open('empty')
    keys = await keysOf(database.read, kind.name === 'PostgreSQL')
  })
  afterAll(() => database.close())

  const ofGroups = () => keys.filter(({ table }) => !references.includes(table))
  const hasGroup = ({ table, columns }: Key) => columns.includes(groupColumns[table] ?? 'dealer_group_id')

  test('include the keys from every table and index in the catalog', () => {
    const kinds = ['primary', 'unique', 'foreign'] as const
    for (const kind of kinds) expect(keys.filter((key) => key.kind === kind).length, kind).toBeGreaterThan(10)
    expect(keys.filter(({ table }) => table === 'departments').map((key) => key.columns.toSorted())).toContainEqual([
      'code',
      'dealer_group_id',
      'dealership_id',
    ])
    for (const table of references) expect(keys.map((key) => key.table)).toContain(table)
  })

  test('include the dealer group in the primary key or a unique key of each group’s table', () => {
    const tables = [...new Set(ofGroups().map(({ table }) => table))]
    expect(tables.length).toBeGreaterThan(14)
    const kept = ofGroups().filter((key) => key.kind !== 'foreign' && hasGroup(key))
    expect(tables.filter((table) => !kept.some((key) => key.table === table))).toEqual([])
  })

  test('include the dealer group in every unique key of a group’s table', () => {
    expect(ofGroups().filter((key) => key.kind === 'unique' && !hasGroup(key))).toEqual([])
  })

  test('include the dealer group in every foreign key between groups’ tables', () => {
    const between = ofGroups().filter(({ kind, target }) => kind === 'foreign' && !references.includes(target ?? ''))
    expect(between.length).toBeGreaterThan(8)
    expect(between.filter((key) => !hasGroup(key))).toEqual([])
  })

  // A distributed PostgreSQL requires the group in primary keys and foreign keys.
  test.runIf(kind.name === 'PostgreSQL')('still work with the dealer group in every primary key', async () => {
    const undone = new Error('undone')
    const primaryKeys = async (db: Db) => (await keysOf(db, true)).filter((key) => key.kind === 'primary')
    const change = database.transact(async (trx) => {
      for (const { table, columns } of ofGroups().filter((key) => key.kind === 'primary' && !hasGroup(key))) {
        const group = groupColumns[table] ?? 'dealer_group_id'
        const find = sql<{ name: string }>`select conname as name from pg_constraint
          where conrelid = ${table}::regclass and contype = 'p'`
        const [primary] = (await find.execute(trx)).rows
        await sql`alter table ${sql.id(table)} drop constraint ${sql.id(primary?.name ?? '')}`.execute(trx)
        await sql.raw(`alter table ${table} add primary key (${[group, ...columns].join()})`).execute(trx)
      }
      const left = (await primaryKeys(trx)).filter(({ table }) => !references.includes(table))
      expect(left.length).toBeGreaterThan(14)
      expect(left.filter((key) => !hasGroup(key))).toEqual([])
      throw undone
    })
    await expect(change).rejects.toBe(undone)
  })
})
