import type { CompiledQuery, QueryExecutorProvider, QueryResult } from 'kysely'
import { ImmediateAdapter } from './sqlite-dialect.ts'

/** Runs a query by the shortest way there is: where the database answers at once, nobody has to wait for a connection. */
export function execute<Row>(
  db: QueryExecutorProvider,
  query: CompiledQuery<Row>,
): QueryResult<Row> | Promise<QueryResult<Row>> {
  const executor = db.getExecutor()
  const { adapter } = executor
  return adapter instanceof ImmediateAdapter ? adapter.executeNow(query) : executor.executeQuery(query)
}
