import { type RawBuilder, sql } from 'kysely'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import { speaksPostgres } from '../../platform/database/sql-helpers.ts'
import type { Db } from '../../tables.ts'
import { type LiveRecord, type Part, type RecordId, type RecordKind, type Shape, shapeOf } from './record-shapes.ts'

interface Column {
  readonly table: string
  readonly name: string
  readonly isRequired: number
}

type Statement = (db: Db, values: { ids: readonly RecordId[] }) => { all(): Promise<LiveRecord[]> }

type First = (db: Db, values: { chain: number; limit: number }) => { all(): Promise<LiveRecord[]> }

type Next = (db: Db, values: { chain: number; after: RecordId; limit: number }) => { all(): Promise<LiveRecord[]> }

type Each = (db: Db, values: { ids: readonly RecordId[] }) => { all(): Promise<(LiveRecord & { place: number })[]> }

type Growth = (db: Db, values: { id: RecordId; last: number }) => { first(): Promise<GrowingPieces | undefined> }

/** The tables that a connection found, and the statements for reading records in them. */
class Layout {
  readonly #columns: ReadonlyMap<string, readonly Column[]>
  readonly #statements = new Map<RecordKind, Statement>()
  readonly #firsts = new Map<RecordKind, First>()
  readonly #nexts = new Map<RecordKind, Next>()
  readonly #growths = new Map<RecordKind, Growth>()
  readonly #eaches = new Map<string, Each>()

  constructor(columns: readonly Column[]) {
    this.#columns = Map.groupBy(columns, ({ table }) => table)
  }

  /** Returns false if the tables belong to an earlier version without this kind of record. */
  has(kind: RecordKind): boolean {
    const { table, since = table } = shapeOf(kind)
    return this.#columns.has(since)
  }

  /** The statement that reads records of this kind by id. */
  statementOf(kind: RecordKind): Statement {
    return this.#kept(this.#statements, kind, statementFor)
  }

  /** The statement that reads the first records of this kind in a chain. */
  firstOf(kind: RecordKind): First {
    return this.#kept(this.#firsts, kind, firstFor)
  }

  /** The statement that reads the records of this kind in a chain after another record. */
  nextOf(kind: RecordKind): Next {
    return this.#kept(this.#nexts, kind, nextFor)
  }

  /**
   * The statement that reads a record of this kind in pieces, with only the rows above `last` from the part that grows.
   */
  growthOf(kind: RecordKind): Growth {
    return this.#kept(this.#growths, kind, growthFor)
  }

  /** The statement that reads one record of each of these kinds. */
  eachOf(kinds: readonly RecordKind[]): Each {
    const key = kinds.join()
    const known = this.#eaches.get(key)
    const statement = known ?? eachFor(kinds.map(shapeOf), this.#columns)
    this.#eaches.set(key, statement)
    return statement
  }

  #kept<Kept>(
    statements: Map<RecordKind, Kept>,
    kind: RecordKind,
    build: (shape: Shape, columns: Columns) => Kept,
  ): Kept {
    const known = statements.get(kind)
    if (known) return known
    const statement = build(shapeOf(kind), this.#columns)
    statements.set(kind, statement)
    return statement
  }
}

/** A record's content in pieces. Joined, they are the content. */
interface GrowingPieces {
  readonly chain: number
  readonly start: string
  /** The rows in the part that grows, one after another, or null if there are none. */
  readonly grown: string | null
  /** The highest id among these rows. */
  readonly last: number | null
  readonly rest: string
}

const layouts = new WeakMap<object, Layout>()

/** The table layout, read once per connection. */
export async function layoutOf(db: Db): Promise<Layout> {
  const { adapter } = db.getExecutor()
  const known = layouts.get(adapter)
  if (known) return known
  const { rows } = await (speaksPostgres(db) ? onPostgres : onSqlite).execute(db)
  const layout = new Layout(rows)
  layouts.set(adapter, layout)
  return layout
}

/** Must be called when a migration has changed the tables. */
export function forgetLayout(db: Db): void {
  layouts.delete(db.getExecutor().adapter)
}

const onSqlite = sql<Column>`select m.name as "table", c.name, c."notnull" or c.pk > 0 as "isRequired"
  from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table'
  union all select name, '', 0 from sqlite_schema where type = 'index'`
const onPostgres = sql<Column>`select table_name as "table", column_name as name, 1 as "isRequired"
  from information_schema.columns where table_schema = 'public'
  union all select indexname, '', 1 from pg_indexes where schemaname = 'public'`

type Columns = ReadonlyMap<string, readonly Column[]>

function statementFor(shape: Shape, columns: Columns): Statement {
  return prepare(
    (db: Db, param: Params<{ ids: readonly RecordId[] }>) => sql<LiveRecord>`${recordsOf(db, shape, columns)}
      and ${sql.raw(shape.id)} in ${param.oneOf('ids')} order by 1`,
  )
}

// `place` is the position of the kind. Ids can be numbers or texts, so the rows don't contain them.
function eachFor(shapes: readonly Shape[], columns: Columns): Each {
  return prepare((db: Db, param: Params<{ ids: readonly RecordId[] }>) => {
    const ids = param.list('ids')
    const arms = shapes.map((shape, place) => {
      const { table, id, where, chain } = shape
      return sql`select ${sql.lit(place)} as place, ${sql.raw(chain)} as chain, ${contentFor(db, shape, columns)} as content
        from ${sql.table(table)} r where ${sql.raw(where)} and ${sql.raw(id)} = ${ids[place]}`
    })
    return sql<LiveRecord & { place: number }>`${sql.join(arms, sql` union all `)}`
  })
}

function firstFor(shape: Shape, columns: Columns): First {
  return prepare(
    (db: Db, param: Params<{ chain: number; limit: number }>) => sql<LiveRecord>`${recordsOf(db, shape, columns)}
      and ${sql.raw(shape.chain)} = cast(${param('chain')} as bigint) order by 1 limit ${param('limit')}`,
  )
}

function nextFor(shape: Shape, columns: Columns): Next {
  return prepare(
    (
      db: Db,
      param: Params<{ chain: number; after: RecordId; limit: number }>,
    ) => sql<LiveRecord>`${recordsOf(db, shape, columns)}
      and ${sql.raw(shape.chain)} = cast(${param('chain')} as bigint) and ${sql.raw(shape.id)} > ${param('after')}
      order by 1 limit ${param('limit')}`,
  )
}

function recordsOf(db: Db, shape: Shape, columns: Columns) {
  const { table, id, where, chain } = shape
  return sql`select ${sql.raw(id)} as id, ${sql.raw(chain)} as chain, ${contentFor(db, shape, columns)} as content
    from ${sql.table(table)} r where ${sql.raw(where)}`
}

// Before a migration, records are compared in the earlier version's tables, where some can be missing.
function contentFor(db: Db, shape: Shape, columns: Columns): RawBuilder<string> {
  if (shape.content !== undefined) return sql.raw<string>(shape.content)
  const parts = shape.parts.filter((part) => columns.has(part.table))
  const contents = [ownRow(db, shape, columns), ...parts.map((part) => rowsOf(part, rowOfPart(db, part, columns)))]
  return sql<string>`concat(${sql.join(contents)})`
}

// Only the first part can grow, because otherwise the pieces wouldn't be in content order.
function growthFor(shape: Shape, columns: Columns): Growth {
  const { table, id, chain } = shape
  const [growing, ...others] = shape.parts
  if (!growing?.grows) throw new Error(`Table ${table} has no growing part.`)
  return prepare((db: Db, param: Params<{ id: RecordId; last: number }>) => {
    const rest = others.map((part) => rowsOf(part, rowOfPart(db, part, columns)))
    return sql<GrowingPieces>`select ${sql.raw(chain)} as chain, ${ownRow(db, shape, columns)} as start,
        ${listOf(growing, rowOfPart(db, growing, columns), sql`p.id > ${param('last')}`)} as grown,
        (select max(p.id) from ${sql.table(growing.table)} p where ${sql.raw(growing.on)}) as last,
        concat(${sql.join(rest)}) as rest
      from ${sql.table(table)} r where ${sql.raw(id)} = ${param('id')}`
  })
}

function ownRow(db: Db, { table, ignored }: Shape, columns: Columns): RawBuilder<string> {
  return rowIn(db)('r', columns.get(table) ?? [], ignored)
}

function rowOfPart(db: Db, { table, ignored = [] }: Part, columns: Columns): RawBuilder<string> {
  return rowIn(db)('p', columns.get(table) ?? [], ignored)
}

function rowIn(db: Db) {
  return speaksPostgres(db) ? rowOnPostgres : rowOnSqlite
}

function rowsOf(part: Part, row: RawBuilder<string>) {
  return sql`${sql.lit(part.table)} || ${listOf(part, row)}`
}

// Rows are sorted in a subquery, which can use an index. Sorting in the aggregate would cost more than everything else.
function listOf({ table, on, order }: Part, row: RawBuilder<string>, which = sql`true`) {
  return sql<string | null>`(select string_agg(content, ';') from
    (select ${row} as content from ${sql.table(table)} p where ${sql.raw(on)} and ${which} order by ${sql.raw(order)}) as rows)`
}

// PostgreSQL sorts the keys in `jsonb`. Columns without a value are left out, so that a new column changes nothing.
function rowOnPostgres(alias: string, _: readonly Column[], ignored: readonly string[]) {
  const without = ignored.map((column) => ` - '${column}'`).join('')
  return sql.raw<string>(`jsonb_strip_nulls(to_jsonb(${alias})${without})::text`)
}

function rowOnSqlite(alias: string, columns: readonly Column[], ignored: readonly string[]) {
  const held = columns.filter(({ name }) => !ignored.includes(name))
  const required = held.filter(({ isRequired }) => isRequired).map(({ name }) => `${alias}.${name}`)
  const optional = held
    .filter(({ isRequired }) => !isRequired)
    .map(({ name }) => `iif(${alias}.${name} is null, '', ',${name}:' || quote(${alias}.${name}))`)
  return sql.raw<string>(`concat(${[`json_array(${required.join(', ')})`, ...optional].join(', ')})`)
}
