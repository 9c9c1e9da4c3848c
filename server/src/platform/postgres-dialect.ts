import { AsyncLocalStorage } from 'node:async_hooks'
import { type Dialect, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'

const keptStatementNames = 500
const int8 = 20

/** A PostgreSQL database: the pool without walls, the Kysely dialect over both pools, and the way behind the wall of a group. */
interface OpenPostgres {
  readonly pool: pg.Pool
  readonly dialect: Dialect
  /** Null: no wall. What the work does later, such as in a stream, is behind the same wall as long as it is awaited in it. */
  forTenant<Result>(group: number | null, work: () => Result): Result
}

/** Opens a PostgreSQL database. Whole numbers arrive as numbers. Times in milliseconds. */
export function openPostgres(url: string, onError: (error: Error) => void): OpenPostgres {
  const pool = openPool(url, onError)
  const isolatedPool = openPool(url, onError)
  const groups = new AsyncLocalStorage<number | null>()
  const tenantOf = new WeakMap<pg.PoolClient, number>()
  const connect = async () => {
    const group = groups.getStore() ?? null
    if (group === null) return pool.connect()
    const client = await isolatedPool.connect()
    if (tenantOf.get(client) === group) return client
    try {
      await client.query(`set role check_requests_walled; set check_requests.dealer_group = ${Math.trunc(group)}`)
    } catch (error) {
      client.release(true)
      throw error
    }
    tenantOf.set(client, group)
    return client
  }
  const end = async () => {
    await Promise.all([pool.end(), isolatedPool.end()])
  }
  const both: PostgresPool = { options: pool.options, connect, end }
  return { pool, dialect: new PostgresDialect({ pool: both }), forTenant: (group, work) => groups.run(group, work) }
}

function openPool(url: string, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    Client: namingClient(),
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 10_000,
    types: { getTypeParser },
  })
  // Without a listener, a connection that the server ends, idle or in use, would end this process.
  return pool.on('error', onError).on('connect', (client) => client.on('error', onError))
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === int8 ? wholeNumber : pg.types.getTypeParser(oid, format as 'text')
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, which is too large for a number`)
  return value
}

/** A client that names each repeated statement, so that PostgreSQL parses and plans it once per connection. */
function namingClient(): typeof pg.Client {
  const names = new Map<string, string>()
  const nameOf = (sql: string): string | undefined => {
    const known = names.get(sql)
    if (known || names.size >= keptStatementNames) return known
    const name = `s${names.size + 1}`
    names.set(sql, name)
    return name
  }
  return class NamingClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads of `query`; all but one pass through.
    override query(...call: any[]): any {
      const [text, values, callback] = call
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
      const forward = super.query as (...call: unknown[]) => unknown
      return name ? forward.call(this, { name, text, values }, callback) : forward.apply(this, call)
    }
  }
}
