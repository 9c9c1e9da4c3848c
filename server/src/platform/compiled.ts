import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely'

class Hole {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A value that a compiled query gets later. Stands wherever a value may stand while the query is built. */
// biome-ignore lint/suspicious/noExplicitAny: it has to pass for a value of any column.
export function hole(name: string): any {
  return new Hole(name)
}

type Values = Readonly<Record<string, unknown>>

type Build<Tables, Shape, Row> = (db: Kysely<Tables>, shape: Shape) => Compilable<Row>

/**
 * A query that is built and compiled once per shape and dialect, since that costs more than running it; gives its rows.
 * `build` may depend on the shape only; all else comes through holes.
 */
export function compiled<Tables, Shape, Row>(build: Build<Tables, Shape, Row>) {
  const fill = keep(build)
  return async (db: Kysely<Tables>, shape: Shape, values: Values = {}): Promise<Row[]> =>
    (await execute(db, fill(db, shape, values))).rows
}

/** The same for a change; gives how many rows it touched. */
export function compiledChange<Tables, Shape>(build: Build<Tables, Shape, unknown>) {
  const fill = keep(build)
  return async (db: Kysely<Tables>, shape: Shape, values: Values = {}): Promise<number> =>
    Number((await execute(db, fill(db, shape, values))).numAffectedRows)
}

function keep<Tables, Shape, Row>(build: Build<Tables, Shape, Row>) {
  const keptByDialect = new WeakMap<object, Map<string, CompiledQuery<Row>>>()
  return (db: Kysely<Tables>, shape: Shape, values: Values): CompiledQuery<Row> => {
    const kept = mapFor(keptByDialect, db.getExecutor().adapter)
    const key = JSON.stringify(shape)
    let query = kept.get(key)
    if (!query) {
      query = build(db, shape).compile()
      kept.set(key, query)
    }
    const parameters = query.parameters.map((value) => (value instanceof Hole ? values[value.name] : value))
    return { ...query, parameters }
  }
}

/** The adapter of a dialect with one connection that answers at once, in a transaction or not. */
export interface ImmediateAdapter {
  executeNow<Row>(query: CompiledQuery): QueryResult<Row>
}

/** Runs a compiled query by the shortest way there is: where the database answers at once, nobody has to wait for a connection. */
export function execute<Tables, Row>(
  db: Kysely<Tables>,
  query: CompiledQuery<Row>,
): QueryResult<Row> | Promise<QueryResult<Row>> {
  const { adapter } = db.getExecutor()
  return 'executeNow' in adapter
    ? (adapter as unknown as ImmediateAdapter).executeNow<Row>(query)
    : db.executeQuery(query)
}

function mapFor<Value>(keptByDialect: WeakMap<object, Map<string, Value>>, dialect: object): Map<string, Value> {
  let kept = keptByDialect.get(dialect)
  if (!kept) {
    kept = new Map()
    keptByDialect.set(dialect, kept)
  }
  return kept
}
