import type { KyselyPlugin } from 'kysely'
import type { AppDatabase } from '../tables.ts'

/** A database that counts what is asked of it: every query, and every transaction. */
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
  return {
    ...database,
    read: database.read.withPlugin(counter),
    transact: (work) => {
      asked += 1
      return database.transact(work)
    },
    asked: () => asked,
  }
}
