import type { CompiledQuery, QueryExecutorProvider, QueryResult } from 'kysely'
import { ImmediateAdapter } from './sqlite-dialect.ts'

/** Runs a query in the most direct way: if the database answers at once, there is no wait for a connection. */
export function execute<Row>(
  db: QueryExecutorProvider,
  query: CompiledQuery<Row>,
): QueryResult<Row> | Promise<QueryResult<Row>> {
  const executor = db.getExecutor()
  const { adapter } = executor
  return adapter instanceof ImmediateAdapter ? adapter.executeNow(query) : executor.executeQuery(query)
}

/** The same for a read that takes long: SQLite answers it in a thread of its own. */
export function executeApart<Row>(
  db: QueryExecutorProvider,
  query: CompiledQuery<Row>,
): QueryResult<Row> | Promise<QueryResult<Row>> {
  const { adapter } = db.getExecutor()
  return adapter instanceof ImmediateAdapter ? adapter.executeApart(query) : execute(db, query)
}
