import type { CompiledQuery } from 'kysely'
import { ImmediateAdapter } from '../platform/sqlite-dialect.ts'
import type { AppDatabase, Db } from '../tables.ts'

/** The steps in which SQLite runs what is read here. */
export async function planOf({ read }: AppDatabase, work: (read: Db) => Promise<unknown>): Promise<string[]> {
  const queries = await queriesOf(read, work)
  const explained = queries.map(async (query) => {
    const { rows } = await read.executeQuery<{ detail: string }>({ ...query, sql: `explain query plan ${query.sql}` })
    return rows.map(({ detail }) => detail)
  })
  return (await Promise.all(explained)).flat()
}

// Prepared queries go to the adapter, others to the executor.
async function queriesOf(read: Db, work: (read: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const executor = read.getExecutor()
  const { adapter } = executor
  if (!(adapter instanceof ImmediateAdapter)) throw new Error('SQLite answers at once')
  const [executeNow, executeQuery] = [adapter.executeNow, executor.executeQuery]
  const queries: CompiledQuery[] = []
  adapter.executeNow = (query) => {
    queries.push(query)
    return executeNow.call(adapter, query) as ReturnType<typeof adapter.executeNow<never>>
  }
  executor.executeQuery = (query) => {
    queries.push(query)
    return executeQuery.call(executor, query) as ReturnType<typeof executor.executeQuery<never>>
  }
  await work(read)
  adapter.executeNow = executeNow
  executor.executeQuery = executeQuery
  return queries
}
