import { type ConnectionProvider, type DatabaseConnection, type Dialect, type Kysely, Transaction } from 'kysely'
import { toItsEnd } from './before-commit.ts'
import type { Work } from './group-commit.ts'

/**
 * Transactions in which statements need not wait for each other: those that are sent together take one round trip, in
 * the order in which they were sent. In Kysely's own, each is sent after the answer to the one before.
 */
export function pipelined<Tables>(db: Kysely<Tables>, dialect: Dialect) {
  const unused = { config: { dialect }, dialect, driver: dialect.createDriver() }
  return function transact<Result>(work: Work<Tables, Result>): Promise<Result> {
    return db.transaction().execute(async (serial) => {
      const executor = serial.getExecutor()
      const provider = alwaysThis(await connectionOf(executor))
      const trx = new Transaction<Tables>({ ...unused, executor: executor.withConnectionProvider(provider) })
      return toItsEnd(trx, work)
    })
  }
}

function connectionOf(provider: ConnectionProvider): Promise<DatabaseConnection> {
  return provider.provideConnection(async (connection) => connection)
}

function alwaysThis(connection: DatabaseConnection): ConnectionProvider {
  return { provideConnection: (consumer) => consumer(connection) }
}
