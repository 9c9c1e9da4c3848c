import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { textFieldNames } from '@check-requests/domain/check-requests/text-fields.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type DatabaseKind, databases } from '../testing/databases.ts'

/** Lookups that only constraints and migrations read. */
const withoutTypes = ['history_actions', 'roles', 'status_transitions', 'statuses']

/** How a column is filled: always by the database, by the database if a statement has no value, or by statements. */
type Filled = 'always' | 'by default' | 'by statements'

interface Column {
  readonly type: string
  readonly isNullable: boolean
  readonly filled: Filled
}

type Columns = Record<string, Column>

/** The types for integer columns; all others are for texts. */
const integers: ReadonlySet<string> = new Set([
  '0 | 1',
  'AccessLevel',
  'Cents',
  'PriorityRank',
  'RoleId',
  'StatusId',
  'number',
])

const source = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')
const files = globSync('**/tables.ts', { cwd: fileURLToPath(new URL('..', import.meta.url)) })
const text = [...files, 'platform/http/answered-calls.ts'].map(source).join('\n')

/** The columns of an interface, as its type states them. */
function typedColumns(name: string): Columns {
  const found = new RegExp(`^export interface ${name}( extends Record<TextField, string \\| null>)? \\{(.*?)^\\}`, 'ms')
  const [, texts, body = ''] = found.exec(text) ?? []
  const own = [...body.matchAll(/^ {2}(\w+): (.*)$/gm)].map(([, column = '', type = '']) => [column, typed(type)])
  const more = texts === undefined ? [] : textFieldNames.map((field) => [field, typed('string | null')])
  return Object.fromEntries([...more, ...own])
}

const wrappers: Readonly<Record<string, Filled>> = { GeneratedAlways: 'always', Generated: 'by default' }

function typed(type: string): Column {
  const [, wrapper = '', inner = type] = /^(Generated|GeneratedAlways)<(.*)>$/.exec(type) ?? []
  const isNullable = inner.endsWith(' | null')
  return { type: inner.replace(/ \| null$/, ''), isNullable, filled: wrappers[wrapper] ?? 'by statements' }
}

/** The interface of each table, as the features list them. */
const typedTables = new Map(
  [...text.matchAll(/^ {2}(\w+): (\w+Table)$/gm)].map(([, table = '', name = '']) => [table, typedColumns(name)]),
)

interface Row extends Omit<Column, 'isNullable'> {
  readonly table: string
  readonly column: string
  readonly isNullable: number | boolean
}

const onSqlite = sql<Row>`select m.name as "table", c.name as "column", 
    case lower(c.type) when 'bigint' then 'integer' else lower(c.type) end as type,
    c."notnull" = 0 and c.pk = 0 as "isNullable",
    case when c.hidden in (2, 3) then 'always'
      when c.dflt_value is not null or (c.pk > 0 and m.sql like '%autoincrement%') then 'by default'
      else 'by statements' end as filled
  from sqlite_schema m join pragma_table_xinfo(m.name) c
  where m.type = 'table' and m.name not glob 'sqlite_*' and m.name not glob '*_fts*'`
const onPostgres = sql<Row>`select table_name as "table", column_name as "column",
    case data_type when 'bigint' then 'integer' else data_type end as type, is_nullable = 'YES' as "isNullable",
    case when is_generated = 'ALWAYS' then 'always'
      when column_default is not null or is_identity = 'YES' then 'by default'
      else 'by statements' end as filled
  from information_schema.columns join information_schema.tables t using (table_schema, table_name)
  where table_schema = 'public' and t.table_type = 'BASE TABLE'`

/** The columns of each table but those of the migrations, read from the database catalog. */
async function storedTables({ name, open }: DatabaseKind): Promise<Map<string, Columns>> {
  const database = await open('empty')
  const { rows } = await (name === 'SQLite' ? onSqlite : onPostgres).execute(database.read)
  await database.close()
  const tables = new Map<string, Columns>()
  for (const { table, column, type, isNullable, filled } of rows)
    if (!table.startsWith('kysely_'))
      tables.set(table, { ...tables.get(table), [column]: { type, isNullable: Boolean(isNullable), filled } })
  return tables
}

/** What contradicts the stored columns of a table. */
function contradictions(table: string, types: Columns, stored: Columns): string[] {
  const names = new Set([...Object.keys(types), ...Object.keys(stored)])
  return [...names].flatMap((name) => {
    const [typed, column] = [types[name], stored[name]]
    if (!typed || !column) return [`${table}.${name} is only in ${typed ? 'the types' : 'the schema'}`]
    return contradiction(typed, column).map((is) => `${table}.${name} is ${is} in the schema`)
  })
}

function contradiction(typed: Column, stored: Column): string[] {
  // A type may require a value where the database has a default.
  const isFilled = typed.filled === stored.filled || (typed.filled === 'by statements' && stored.filled !== 'always')
  const type = integers.has(typed.type) ? 'integer' : 'text'
  return [
    ...(typed.isNullable === stored.isNullable ? [] : [stored.isNullable ? 'nullable' : 'not nullable']),
    ...(type === stored.type ? [] : [stored.type]),
    ...(isFilled ? [] : [`filled ${stored.filled}`]),
  ]
}

let [onSqliteNow, onPostgresNow]: Map<string, Columns>[] = []
beforeAll(async () => {
  ;[onSqliteNow, onPostgresNow] = await Promise.all(databases.map(storedTables))
})

test('contains the same tables and columns on both databases', () => {
  expect(onSqliteNow).toEqual(onPostgresNow)
})

test('defines types for the tables of the migrated schema', () => {
  expect([...typedTables.keys(), ...withoutTypes].toSorted()).toEqual([...(onSqliteNow?.keys() ?? [])].toSorted())
})

test('defines a type for each column that agrees with the migrated schema', () => {
  const found = [...typedTables].flatMap(([table, types]) =>
    contradictions(table, types, onSqliteNow?.get(table) ?? {}),
  )
  expect(found).toEqual([])
})
