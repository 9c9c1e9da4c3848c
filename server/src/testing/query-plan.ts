import type { CompiledQuery } from 'kysely'
import { ImmediateAdapter } from '../platform/database/sqlite/dialect.ts'
import type { AppDatabase, Db } from '../tables.ts'

/** Returns SQLite's query plan for each read that the function `work` makes. */
export async function planOf({ read }: AppDatabase, work: (read: Db) => Promise<unknown>): Promise<string[]> {
  const queries = await queriesOf(read, work)
  const explained = queries.map(async (query) => {
    const { rows } = await read.executeQuery<{ detail: string }>({ ...query, sql: `explain query plan ${query.sql}` })
    return rows.map(({ detail }) => detail)
  })
  return (await Promise.all(explained)).flat()
}

// Prepared queries go to the adapter, and all other queries to the executor.
async function queriesOf(read: Db, work: (read: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const executor = read.getExecutor()
  const { adapter } = executor
  const { executeQuery } = executor
  const queries: CompiledQuery[] = []
  const atOnce = adapter instanceof ImmediateAdapter ? adapter : undefined
  const { executeNow, executeApart } = atOnce ?? {}
  if (atOnce && executeNow && executeApart) {
    atOnce.executeNow = (query) => {
      queries.push(query)
      return executeNow.call(atOnce, query) as ReturnType<typeof atOnce.executeNow<never>>
    }
    atOnce.executeApart = (query) => {
      queries.push(query)
      return executeApart.call(atOnce, query) as ReturnType<typeof atOnce.executeApart<never>>
    }
  }
  executor.executeQuery = (query) => {
    queries.push(query)
    return executeQuery.call(executor, query) as ReturnType<typeof executor.executeQuery<never>>
  }
  await work(read)
  if (atOnce && executeNow && executeApart) Object.assign(atOnce, { executeNow, executeApart })
  executor.executeQuery = executeQuery
  return queries
}

/** The cost of a query on PostgreSQL: milliseconds, and accesses to 8 kB pages. */
export interface Cost {
  readonly milliseconds: number
  readonly pages: number
}

interface Explained {
  readonly 'QUERY PLAN': [{ 'Execution Time': number; Plan: Record<string, number> }]
}

/** Returns the cost of the reads that the function `work` makes, each measured in the cheapest of several runs. */
export async function costOf(read: Db, work: (read: Db) => Promise<unknown>, runs: number): Promise<Cost> {
  let [milliseconds, pages] = [0, 0]
  for (const query of await queriesOf(read, work)) {
    const costs: Cost[] = []
    for (let run = 0; run < runs; run += 1) costs.push(await explain(read, query))
    milliseconds += Math.min(...costs.map((cost) => cost.milliseconds))
    pages += Math.min(...costs.map((cost) => cost.pages))
  }
  return { milliseconds, pages }
}

async function explain(read: Db, query: CompiledQuery): Promise<Cost> {
  const { rows } = await read.executeQuery<Explained>({
    ...query,
    sql: `explain (analyze, buffers, timing off, format json) ${query.sql}`,
  })
  const plan = rows[0]?.['QUERY PLAN'][0]
  if (!plan) throw new Error('PostgreSQL returned no query plan')
  const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': missed = 0 } = plan.Plan
  return { milliseconds: plan['Execution Time'], pages: hit + missed }
}
