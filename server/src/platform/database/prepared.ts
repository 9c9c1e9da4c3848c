import {
  type CompiledQuery,
  type Expression,
  type Kysely,
  type QueryExecutorProvider,
  type QueryResult,
  sql,
  ValueNode,
} from 'kysely'
import { longestList, rowsOfList } from './long-lists.ts'
import { speaksPostgres } from './sql-helpers.ts'
import { ImmediateAdapter } from './sqlite/dialect.ts'
import { writeTogether } from './written-together.ts'

type Name<Values> = keyof Values & string
type NameOf<Kind, Values> = {
  [Key in Name<Values>]: Exclude<Values[Key], undefined> extends Kind ? Key : never
}[Name<Values>]
type Given<Value> = Expression<Exclude<Value, undefined>>
type ItemOf<List> = Exclude<List, undefined> extends readonly (infer Item)[] ? Item : never
type Columns<Row> = { [Column in keyof Row]: Given<Row[Column]> }

/** A prepared query's parameters: each stands for the value with its name, and has that value's type. */
export interface Params<Values> {
  <Key extends Name<Values>>(name: Key): Given<Values[Key]>
  /** One parameter for each list item. A list longer than `longestList` can only be counted: see `oneOf`. */
  list<Key extends NameOf<readonly unknown[], Values>>(name: Key): Expression<ItemOf<Values[Key]>>[]
  /** A list of any length after `in`, with its parentheses. */
  oneOf<Key extends NameOf<readonly unknown[], Values>>(name: Key): Expression<ItemOf<Values[Key]>>
  /** One parameter for each column in a row to insert or set. */
  row<Key extends NameOf<object, Values>>(name: Key): Columns<Values[Key]>
}

/** The common interface of query builders and `sql`. */
interface Query<Row> {
  compile(db: QueryExecutorProvider): CompiledQuery<Row>
}

type Build<Tables, Values, Shape extends unknown[], Row> = (
  db: Kysely<Tables>,
  param: Params<Values>,
  ...shape: Shape
) => Query<Row>

/**
 * A query that is built only once per dialect, shape, list length (up to `longestList`), and set of row columns among
 * its values, because building a query costs more than running it. The query's text depends on nothing else.
 */
export function prepare<Tables, Values extends object, Shape extends unknown[], Row>(
  build: Build<Tables, Values, Shape, Row>,
): (db: Kysely<Tables>, values: Values, ...shape: Shape) => Statement<Row> {
  const builtByDialect = new WeakMap<object, Map<string, Built<Values, Row>>>()
  return (db, values, ...shape) => {
    const { adapter } = db.getExecutor()
    const known = builtByDialect.get(adapter) ?? new Map<string, Built<Values, Row>>()
    builtByDialect.set(adapter, known)
    const key = keyOf(values, shape)
    const built = known.get(key) ?? withReaders(build(db, paramsFor(values, speaksPostgres(db)), ...shape).compile(db))
    known.set(key, built)
    const { query, queryId, sql: text } = built.query
    return new Statement(db, { query, queryId, sql: text, parameters: built.readers.map((valueIn) => valueIn(values)) })
  }
}

/** A prepared query with values, to be run once. */
export class Statement<Row> {
  readonly #db: QueryExecutorProvider
  readonly #query: CompiledQuery<Row>

  constructor(db: QueryExecutorProvider, query: CompiledQuery<Row>) {
    this.#db = db
    this.#query = query
  }

  /** `apart` runs a slow read where other work doesn't wait for it. */
  async all({ apart = false } = {}): Promise<Row[]> {
    return (await (apart ? executeApart : execute)(this.#db, this.#query)).rows
  }

  async first(): Promise<Row | undefined> {
    return (await this.all())[0]
  }

  /** Throws unless there is exactly one row. */
  async one(): Promise<Row> {
    const [row, ...others] = await this.all()
    if (row === undefined || others.length > 0)
      throw new Error(`The query didn’t return exactly one row: ${this.#query.sql}`)
    return row
  }

  /**
   * Runs a change, and returns the rows that it returns. On PostgreSQL, changes that begin in the same turn are one
   * statement: see `writeTogether`.
   */
  async write(): Promise<readonly Row[]> {
    const executor = this.#db.getExecutor()
    if (executor.adapter instanceof ImmediateAdapter) return executor.adapter.executeNow(this.#query).rows
    return (await writeTogether(executor, this.#query)) as readonly Row[]
  }

  /** Runs a change. Returns the number of affected rows. */
  async affectedRows(): Promise<number> {
    return Number((await execute(this.#db, this.#query)).numAffectedRows)
  }
}

type Reader<Values> = (values: Values) => unknown

interface Built<Values, Row> {
  readonly query: CompiledQuery<Row>
  readonly readers: readonly Reader<Values>[]
}

function withReaders<Values, Row>(query: CompiledQuery<Row>): Built<Values, Row> {
  const readers = query.parameters.map((value) => (value instanceof Parameter ? value.read : () => value))
  return { query, readers }
}

class Parameter<Values, Value> implements Expression<Value> {
  readonly read: Reader<Values>

  constructor(read: Reader<Values>) {
    this.read = read
  }

  get expressionType(): Value | undefined {
    return undefined
  }

  toOperationNode(): ValueNode {
    return ValueNode.create(this)
  }
}

/** Stands for an item of a long list. Queries may be built for its length, but not contain it. */
class OnlyCounted<Value> implements Expression<Value> {
  readonly #list: string

  constructor(list: string) {
    this.#list = list
  }

  get expressionType(): Value | undefined {
    return undefined
  }

  toOperationNode(): never {
    throw new Error(`The list ${this.#list} is too long for a parameter for each item. Use oneOf.`)
  }
}

/** Creates parameters that match the example's list lengths and row columns. */
function paramsFor<Values extends object>(example: Values, isPostgres: boolean): Params<Values> {
  function param<Key extends Name<Values>>(name: Key) {
    return new Parameter<Values, Exclude<Values[Key], undefined>>((values) => given(name, values[name]))
  }
  function partsOf(name: Name<Values>): [string, Parameter<Values, never>][] {
    return Object.keys(Object(example[name])).map((key) => [
      key,
      new Parameter((values) => given(`${name}.${key}`, Reflect.get(Object(values[name]), key))),
    ])
  }
  function list<Key extends NameOf<readonly unknown[], Values>>(name: Key) {
    const parts = partsOf(name).map(([, part]) => part)
    return parts.length > longestList ? parts.map(() => new OnlyCounted<never>(name)) : parts
  }
  function oneOf<Key extends NameOf<readonly unknown[], Values>>(name: Key) {
    const items: unknown = example[name]
    if (!Array.isArray(items) || items.length === 0) return sql<never>`(null)`
    if (items.length <= longestList) return sql<never>`(${sql.join(list(name))})`
    const [before, after] = rowsOfList(isPostgres, items)
    const whole = new Parameter<Values, string>((values) => JSON.stringify(given(name, values[name])))
    return sql<never>`(${sql.raw(before)}${whole}${sql.raw(after)})`
  }
  function row<Key extends NameOf<object, Values>>(name: Key) {
    const columns: unknown = Object.fromEntries(partsOf(name))
    return columns as Columns<Values[Key]>
  }
  return Object.assign(param, { list, oneOf, row })
}

// PostgreSQL would treat a missing value as NULL.
function given(name: string, value: unknown): unknown {
  if (value === undefined) throw new Error(`The parameter ${name} has no value.`)
  return value
}

// Runs for every call, so it avoids intermediate lists.
function keyOf(values: object, shape: readonly unknown[]): string {
  let key = shape.length > 0 ? JSON.stringify(shape) : ''
  for (const name in values) {
    const value: unknown = Reflect.get(values, name)
    if (typeof value === 'object' && value !== null)
      key += ` ${name}:${Array.isArray(value) ? Math.min(value.length, longestList + 1) : Object.keys(value).join()}`
  }
  return key
}

/** Runs a query directly, without waiting for a connection if the database is synchronous. */
export function execute<Row>(
  db: QueryExecutorProvider,
  query: CompiledQuery<Row>,
): QueryResult<Row> | Promise<QueryResult<Row>> {
  const executor = db.getExecutor()
  const { adapter } = executor
  return adapter instanceof ImmediateAdapter ? adapter.executeNow(query) : executor.executeQuery(query)
}

/** Runs a slow read. SQLite answers it in a separate thread. */
export function executeApart<Row>(
  db: QueryExecutorProvider,
  query: CompiledQuery<Row>,
): QueryResult<Row> | Promise<QueryResult<Row>> {
  const { adapter } = db.getExecutor()
  return adapter instanceof ImmediateAdapter ? adapter.executeApart(query) : execute(db, query)
}

/** The rows of a query that is built for each call. `apart`: see `Statement.all`. */
export async function rowsOf<Row>(
  db: QueryExecutorProvider,
  query: Query<Row>,
  { apart = false } = {},
): Promise<Row[]> {
  return (await (apart ? executeApart : execute)(db, query.compile(db))).rows
}
