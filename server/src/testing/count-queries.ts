import type { KyselyPlugin } from 'kysely'
import { ImmediateAdapter } from '../platform/database/sqlite/dialect.ts'
import type { AppDatabase } from '../tables.ts'

/** A database that counts every query and every transaction. */
export interface CountedDatabase extends AppDatabase {
  readonly asked: () => number
}

export function countQueries(database: AppDatabase): CountedDatabase {
  let asked = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      asked += 1
      return result
    },
  }
  countShortWay(database, () => {
    asked += 1
  })
  return {
    ...database,
    read: database.read.withPlugin(counter),
    offload: (work) => database.offload((db) => work(db.withPlugin(counter))),
    transact: (work) => {
      asked += 1
      return database.transact(work)
    },
    asked: () => asked,
  }
}

// Counts prepared queries, which bypass plugins if the database is synchronous.
function countShortWay({ read }: AppDatabase, count: () => void): void {
  const { adapter } = read.getExecutor()
  if (!(adapter instanceof ImmediateAdapter)) return
  const executeNow = adapter.executeNow.bind(adapter)
  adapter.executeNow = (query) => {
    count()
    return executeNow(query)
  }
}
