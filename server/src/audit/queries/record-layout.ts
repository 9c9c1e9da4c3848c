import { type RawBuilder, sql } from 'kysely'
import { speaksPostgres } from '../../platform/json-sql.ts'
import { type Params, prepare } from '../../platform/prepared.ts'
import type { Db } from '../../tables.ts'
import { type LiveRecord, type Part, type RecordId, type RecordKind, type Shape, shapeOf } from './record-shapes.ts'

interface Column {
  readonly table: string
  readonly name: string
  readonly isRequired: number
}

type Statement = (db: Db, values: { ids: readonly RecordId[] }) => { all(): Promise<LiveRecord[]> }

/** The tables as a connection found them, and the statements that read records of them. */
class Layout {
  readonly #columns: ReadonlyMap<string, readonly Column[]>
  readonly #statements = new Map<RecordKind, Statement>()

  constructor(columns: readonly Column[]) {
    this.#columns = Map.groupBy(columns, ({ table }) => table)
  }

  /** The statement that reads records of this kind by their ids. */
  statementOf(kind: RecordKind): Statement {
    const known = this.#statements.get(kind)
    if (known) return known
    const statement = statementFor(shapeOf(kind), this.#columns)
    this.#statements.set(kind, statement)
    return statement
  }
}

const layouts = new WeakMap<object, Layout>()

/** How the tables look; read once for each connection. */
export async function layoutOf(db: Db): Promise<Layout> {
  const { adapter } = db.getExecutor()
  const known = layouts.get(adapter)
  if (known) return known
  const { rows } = await (speaksPostgres(db) ? onPostgres : onSqlite).execute(db)
  const layout = new Layout(rows)
  layouts.set(adapter, layout)
  return layout
}

/** A migration has changed the tables. */
export function forgetLayout(db: Db): void {
  layouts.delete(db.getExecutor().adapter)
}

const onSqlite = sql<Column>`select m.name as "table", c.name, c."notnull" or c.pk > 0 as "isRequired"
  from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' order by m.name, c.cid`
const onPostgres = sql<Column>`select table_name as "table", column_name as name, 1 as "isRequired"
  from information_schema.columns where table_schema = 'public' order by 1, ordinal_position`

type Columns = ReadonlyMap<string, readonly Column[]>

// A migration is preceded by a comparison with the tables of the version before, which may lack some.
function statementFor(shape: Shape, columns: Columns): Statement {
  const { table, id, where, chain, ignored } = shape
  const parts = shape.parts.filter((part) => columns.has(part.table))
  return prepare((db: Db, param: Params<{ ids: readonly RecordId[] }>) => {
    const rowOf = speaksPostgres(db) ? rowOnPostgres : rowOnSqlite
    const contents = [
      rowOf('r', columns.get(table) ?? [], ignored),
      ...parts.map((part) => rowsOf(part, rowOf('p', columns.get(part.table) ?? [], part.ignored ?? []))),
    ]
    const content = shape.content === undefined ? sql`concat(${sql.join(contents)})` : sql.raw(shape.content)
    return sql<LiveRecord>`select ${sql.raw(id)} as id, ${sql.raw(chain)} as chain, ${content} as content
      from ${sql.table(table)} r
      where ${sql.raw(where)} and ${sql.raw(id)} in (${sql.join(param.list('ids'))}) order by 1`
  })
}

// The order within: sorting in the aggregate would cost more than all the rest, where an index has the order already.
function rowsOf({ table, on, order }: Part, row: RawBuilder<unknown>) {
  return sql`(select ${sql.lit(table)} || string_agg(content, ';') from
    (select ${row} as content from ${sql.table(table)} p where ${sql.raw(on)} order by ${sql.raw(order)}) as rows)`
}

// PostgreSQL sorts the keys of `jsonb`. A column without a value is left out, so that adding one changes nothing.
function rowOnPostgres(alias: string, _: readonly Column[], ignored: readonly string[]) {
  const without = ignored.map((column) => ` - '${column}'`).join('')
  return sql.raw(`jsonb_strip_nulls(to_jsonb(${alias})${without})::text`)
}

function rowOnSqlite(alias: string, columns: readonly Column[], ignored: readonly string[]) {
  const held = columns.filter(({ name }) => !ignored.includes(name))
  const required = held.filter(({ isRequired }) => isRequired).map(({ name }) => `${alias}.${name}`)
  const optional = held
    .filter(({ isRequired }) => !isRequired)
    .map(({ name }) => `iif(${alias}.${name} is null, '', ',${name}:' || quote(${alias}.${name}))`)
  return sql.raw(`concat(${[`json_array(${required.join(', ')})`, ...optional].join(', ')})`)
}
