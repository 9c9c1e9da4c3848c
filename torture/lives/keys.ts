import { sql } from 'kysely'
import type { AppDatabase } from '../../server/src/tables.ts'

/**
 * A table, one of its unique keys, or a foreign key. Any row covers the first two, and a row that refers to another one
 * covers a foreign key.
 */
interface Key {
  readonly table: string
  readonly columns: readonly string[]
  readonly kind: 'table' | 'unique key' | 'foreign key'
}

const tablesOf = {
  sqlite: sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`,
  postgres: sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`,
}

const keysOf = {
  sqlite: sql<{ table: string; column: string; key: string; kind: Key['kind'] }>`
    select t.name as "table", f."from" as "column", 'f' || f.id as key, 'foreign key' as kind
      from sqlite_schema t, pragma_foreign_key_list(t.name) f where t.type = 'table'
    union all
    select t.name, coalesce(c.name, '(expression)'), i.name, 'unique key'
      from sqlite_schema t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
      where t.type = 'table' and i."unique" = 1
    order by 1, 3, 2`,
  postgres: sql<{ table: string; column: string; key: string; kind: Key['kind'] }>`
    select t.relname as "table", a.attname as "column", c.conname as key, 'foreign key' as kind
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = any(c.conkey)
      where c.contype = 'f' and t.relnamespace = 'public'::regnamespace
    union all
    select t.relname, coalesce(a.attname, '(expression)'), i.relname, 'unique key'
      from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      left join pg_attribute a on a.attrelid = t.oid and a.attnum = any(x.indkey)
      where x.indisunique and t.relnamespace = 'public'::regnamespace
    order by 1, 3, 2`,
}

/** All unique and foreign keys in the schema, with the ones that any history has covered. */
export class Keys {
  readonly #waiting = new Map<string, Key>()
  #known = 0
  #dialects = new Set<string>()

  /** Records the keys covered by the rows of this database. */
  async look({ read, dialect }: AppDatabase): Promise<void> {
    await this.#learn(read, dialect)
    const parts = [...this.#waiting].map(([name, { table, columns, kind }]) => {
      const named = kind === 'foreign key' ? columns.map((column) => sql` and ${sql.ref(column)} is not null`) : []
      return sql`select ${sql.lit(name)} as name where exists (select 1 from ${sql.table(table)} where 1 = 1${sql.join(named, sql``)})`
    })
    if (parts.length === 0) return
    const { rows } = await sql<{ name: string }>`${sql.join(parts, sql` union all `)}`.execute(read)
    for (const { name } of rows) this.#waiting.delete(name)
  }

  async #learn(read: AppDatabase['read'], dialect: AppDatabase['dialect']): Promise<void> {
    if (this.#dialects.has(dialect)) return
    this.#dialects.add(dialect)
    for (const { name: table } of (await tablesOf[dialect].execute(read)).rows)
      this.#waiting.set(`${dialect}: table ${table}`, { table, columns: [], kind: 'table' })
    const { rows } = await keysOf[dialect].execute(read)
    const byKey = Map.groupBy(rows, ({ table, key }) => `${table} ${key}`)
    for (const columns of byKey.values()) {
      const [{ table = '', kind = 'unique key' as const } = {}] = columns
      const names = [...new Set(columns.map(({ column }) => column))].sort()
      const key = { table, kind, columns: names }
      this.#waiting.set(`${dialect}: ${kind} ${table} (${names.join(', ')})`, key)
    }
    this.#known += byKey.size
  }

  get inWords(): string {
    const waiting = [...this.#waiting.values()].filter(({ kind }) => kind !== 'table').length
    return `${this.#known - waiting} of ${this.#known} keys reached`
  }

  /** The keys that no history has covered. */
  get unreached(): string[] {
    return [...this.#waiting.keys()]
  }

  /** The tables that never had a row. */
  get emptyTables(): string[] {
    return [...this.#waiting.values()].filter(({ kind }) => kind === 'table').map(({ table }) => table)
  }
}
