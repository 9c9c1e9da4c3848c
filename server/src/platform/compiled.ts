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

/**
 * A query that is built and compiled once per shape and dialect, since that costs more than running it.
 * `build` may depend on the shape only; all else comes through holes.
 */
export function compiled<Tables, Shape, Row>(build: (db: Kysely<Tables>, shape: Shape) => Compilable<Row>) {
  const keptByDialect = new WeakMap<object, Map<string, CompiledQuery>>()
  return async (db: Kysely<Tables>, shape: Shape, values: Values = {}): Promise<Row[]> => {
    const kept = mapFor(keptByDialect, db.getExecutor().adapter)
    const key = JSON.stringify(shape)
    let query = kept.get(key)
    if (!query) {
      query = build(db, shape).compile()
      kept.set(key, query)
    }
    const parameters = query.parameters.map((value) => (value instanceof Hole ? values[value.name] : value))
    const { rows } = await execute(db, { ...query, parameters } as CompiledQuery<Row>)
    return rows
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

function mapFor(keptByDialect: WeakMap<object, Map<string, CompiledQuery>>, dialect: object) {
  let kept = keptByDialect.get(dialect)
  if (!kept) {
    kept = new Map()
    keptByDialect.set(dialect, kept)
  }
  return kept
}
