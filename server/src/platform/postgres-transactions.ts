import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { watched } from './postgres-pool.ts'

/** What holds in every transaction of a client, by the name of the setting. */
export type LocalSettings = Readonly<Record<string, string | number>>

type Result = PostgresQueryResult<never>

const begins = /^(?:begin|start transaction)\b/

/**
 * A client of a pooler, where each transaction may be in another session. Whatever it runs depends on nothing in that
 * session: settings are made in the same transaction, by the message that begins it, and no statement has a name.
 * A statement outside a transaction is sent together with its settings, and PostgreSQL runs both in one: if the
 * settings fail, it does not run.
 */
export class TransactionClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #settings: string
  #isInTransaction = false
  #isAstray = false

  constructor(client: pg.PoolClient, settings: LocalSettings) {
    this.#client = client
    this.#settings = `select ${Object.entries(settings).map(setting).join(', ')}`
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Cursor>(cursor: Cursor): Cursor
  query(sql: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new Error('No cursor outlives its transaction behind a pooler.')
    return watched(this.#client, this.#run(sql, parameters))
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#isAstray || this.#isInTransaction)
  }

  async #run(sql: string, parameters: readonly unknown[]): Promise<Result> {
    if (begins.test(sql)) return this.#begin(sql)
    if (sql === 'rollback') return this.#end(sql)
    this.#demandTransaction(this.#isInTransaction)
    if (sql === 'commit') return this.#end(sql)
    if (!this.#isInTransaction) return this.#runAlone(sql, parameters)
    return lastOf(await this.#client.query({ text: sql, values: [...parameters] }))
  }

  async #begin(sql: string): Promise<Result> {
    this.#demandTransaction(false)
    this.#isAstray = true
    const result = lastOf(await this.#client.query(`${sql}; ${this.#settings}`))
    this.#isInTransaction = true
    this.#demandTransaction(true)
    this.#isAstray = false
    return result
  }

  async #end(sql: string): Promise<Result> {
    const result = lastOf(await this.#client.query(sql))
    this.#isInTransaction = false
    return result
  }

  // A statement that ran outside the transaction whose settings it needs would see all tenants.
  #demandTransaction(expected: boolean): void {
    const isInside = this.#client.getTransactionStatus() !== 'I'
    if (isInside === expected) return
    this.#isAstray = true
    throw new Error(`Connection terminated: it is ${isInside ? 'still' : 'no longer'} in its transaction.`)
  }

  #runAlone(text: string, parameters: readonly unknown[]): Promise<Result> {
    return new Promise((resolve, reject) => {
      const config = { text, values: [...parameters], queryMode: 'extended' }
      const query = new pg.Query(config, (error, results) => (error ? reject(error) : resolve(lastOf(results))))
      const submit = query.submit.bind(query)
      query.submit = (connection) => {
        connection.stream.cork()
        connection.parse({ text: this.#settings, name: '', types: [] }, true)
        connection.bind({}, true)
        connection.describe({ type: 'P', name: '' }, true)
        connection.execute({}, true)
        submit(connection)
        connection.stream.uncork()
      }
      this.#client.query(query)
    })
  }
}

function setting([name, value]: [string, string | number]): string {
  return `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(String(value))}, true)`
}

// Several statements have several results.
function lastOf(results: unknown): Result {
  return (Array.isArray(results) ? results.at(-1) : results) as Result
}
