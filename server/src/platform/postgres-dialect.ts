import { AsyncLocalStorage } from 'node:async_hooks'
import { type Dialect, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'

const keptStatementNames = 500
const int8 = 20

/** How row-level security identifies the tenant: a role that it applies to, and a setting that its policies read. */
export interface TenantIsolation {
  readonly role: string
  readonly setting: string
}

/**
 * How long a query may take, and how much of that it may wait for a lock: PostgreSQL cancels it, and if it does not
 * respond, this side drops the connection.
 */
export interface PostgresLimits {
  readonly statement: number
  readonly lock: number
  readonly answer: number
}

/** Options for opening a PostgreSQL database. */
export interface PostgresOptions {
  readonly onError: (error: Error) => void
  readonly isolation: TenantIsolation
  readonly limits?: PostgresLimits | undefined
}

/** A PostgreSQL database: the pool that sees all tenants, the Kysely dialect over both pools, and access by tenant. */
interface OpenPostgres {
  readonly pool: pg.Pool
  readonly dialect: Dialect
  /** Null: all tenants. Later work, such as in a stream, is isolated too as long as it is awaited inside. */
  forTenant<Result>(tenant: number | null, work: () => Result): Result
}

const usualLimits = { statement: 15_000, lock: 10_000, answer: 18_000 }

/** Opens a PostgreSQL database. Integers arrive as numbers. Times in milliseconds. */
export function openPostgres(url: string, options: PostgresOptions): OpenPostgres {
  const { role, setting } = options.isolation
  const pool = openPool(url, options)
  const isolatedPool = openPool(url, options)
  const tenants = new AsyncLocalStorage<number | null>()
  const tenantOf = new WeakMap<pg.PoolClient, number>()
  const connect = async () => {
    const tenant = tenants.getStore() ?? null
    if (tenant === null) return pool.connect()
    const client = await isolatedPool.connect()
    if (tenantOf.get(client) === tenant) return client
    try {
      await client.query(`set role ${role}; set ${setting} = ${Math.trunc(tenant)}`)
    } catch (error) {
      client.release(true)
      throw error
    }
    tenantOf.set(client, tenant)
    return client
  }
  const end = async () => {
    await Promise.all([pool.end(), isolatedPool.end()])
  }
  const both: PostgresPool = { options: pool.options, connect, end }
  return { pool, dialect: new PostgresDialect({ pool: both }), forTenant: (tenant, work) => tenants.run(tenant, work) }
}

function openPool(url: string, { onError, limits = usualLimits }: PostgresOptions): pg.Pool {
  const pool = new pg.Pool({
    Client: namingClient(),
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    query_timeout: limits.answer,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    types: { getTypeParser },
  })
  // Without an error listener, a connection closed by the server, idle or in use, would crash this process.
  return pool.on('error', onError).on('connect', (client) => client.on('error', onError))
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === int8) return wholeNumber
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
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
      const answer = Reflect.apply(super.query, this, name ? [{ name, text, values }, callback] : call)
      if (answer instanceof Promise) answer.catch((error) => this.#giveUpAfter(error))
      return answer
    }

    // PostgreSQL may still be running the query: the next user of this connection would wait for it too.
    #giveUpAfter(error: Error): void {
      if (error.message === 'Query read timeout') void this.end()
    }
  }
}
