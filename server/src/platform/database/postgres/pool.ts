import pg from 'pg'
import { propertyOf } from '../../errors.ts'

const int8 = 20

/**
 * Time limits for a query and for waiting for a lock. PostgreSQL cancels a query that exceeds them. If PostgreSQL
 * doesn't respond, this side drops the connection.
 */
export interface PostgresLimits {
  readonly statement: number
  readonly lock: number
  readonly answer: number
}

/** Options for connecting to PostgreSQL. */
export interface PoolOptions {
  readonly onError: (error: Error) => void
  readonly limits: PostgresLimits
}

/** The maximum time that PostgreSQL waits for this side within a transaction, in milliseconds. */
export const idleInTransaction = 10_000

/**
 * Planner settings. All queries are short, so compiling queries or starting parallel workers takes longer than running
 * the queries and uses processors that other queries need. Pages are in memory or on an SSD, so random access costs the
 * same as sequential access.
 */
export const planning = { jit: 'off', max_parallel_workers_per_gather: 0, random_page_cost: 1.1 } as const

/** Connections to PostgreSQL itself, where session settings persist. `connect` throws if a pooler answers. */
export function openOwnSessions(url: string, options: PoolOptions, most = 10): pg.Pool {
  return listenTo(
    new pg.Pool({
      ...common(url, options.limits),
      Client: namingClient(watched),
      max: most,
      options: Object.entries(planning)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
      statement_timeout: options.limits.statement,
      lock_timeout: options.limits.lock,
      idle_in_transaction_session_timeout: idleInTransaction,
      verify: (client, done) => void requireOwnSession(client).then(() => done(), done),
    }),
    options,
  )
}

/** Connections through a pooler. Each transaction can run in another session, so sessions have no settings. */
export function openBorrowedSessions(url: string, options: PoolOptions): pg.Pool {
  return listenTo(new pg.Pool({ ...common(url, options.limits), max: 20 }), options)
}

function common(url: string, { answer }: PostgresLimits): pg.PoolConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: 5000,
    query_timeout: answer,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser },
  }
}

function listenTo(pool: pg.Pool, { onError }: PoolOptions): pg.Pool {
  // Without an error listener, a connection closed by the server, idle or in use, would crash this process.
  return pool.on('error', onError).on('connect', (client) => {
    client.on('error', onError)
    noteUnreplicated(client)
  })
}

/** Takes an exclusive session from a pool. */
export async function takeOwnSession(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    // PgBouncer refuses time limits set for a session.
    const isPooler = error instanceof Error && error.message.startsWith('unsupported startup parameter')
    throw isPooler ? foundPooler() : error
  }
}

// PostgreSQL reports the id of the process that serves a new connection. A pooler reports a number of its own.
async function requireOwnSession(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const reported: unknown = Reflect.get(client, 'processID')
  if (rows[0]?.pid !== reported) throw foundPooler()
}

function foundPooler(): Error {
  const advice =
    'A connection pooler answered instead of PostgreSQL. Poolers lose session settings, which isolate the dealer groups. Name the pooler in DATABASE_URL and PostgreSQL itself in DATABASE_DIRECT_URL. See docs/operations.md.'
  return Object.assign(new Error(advice), { statusCode: 503 })
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === int8) return wholeNumber
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database value ${text} is too large for a number`)
  return value
}

type Client = pg.ClientBase & { end(): Promise<void> }

const unreplicated = new WeakSet<Client>()

// With synchronous replication, a commit waits for another PostgreSQL server. If the wait is canceled, PostgreSQL
// reports success with this notice, although a failover could still lose the change.
function noteUnreplicated(client: Client): void {
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') unreplicated.add(client)
  })
}

/**
 * Returns the answer to a query. Throws if a commit wasn't replicated. Ends a connection that didn't answer in time,
 * because PostgreSQL might still be running the query, and the next user of the connection would wait for it, too.
 */
export async function watched<Result>(client: Client, answer: Promise<Result>): Promise<Result> {
  try {
    const result = await answer
    if (!unreplicated.delete(client)) return result
  } catch (error) {
    if (error instanceof Error && error.message === 'Query read timeout') void client.end()
    throw error
  }
  throw Object.assign(new Error('PostgreSQL has committed a change that no standby has confirmed.'), {
    statusCode: 503,
  })
}

const keptStatementNames = 500

type Watch = <Result>(client: pg.Client, answer: Promise<Result>) => Promise<Result>

/**
 * A client that names each repeated statement, so that PostgreSQL parses and plans it once per connection. `watch`
 * receives every answer before it is returned.
 */
function namingClient(watch: Watch): typeof pg.Client {
  const names = new StatementNames()
  return class NamingClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads of `query`; all but one pass through.
    override query(...call: any[]): any {
      const [text, values, callback] = call
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? names.of(text) : undefined
      const answer = Reflect.apply(super.query, this, name ? [{ name, text, values }, callback] : call)
      if (!(answer instanceof Promise)) return answer
      const watching = watch(this, answer)
      return name === undefined ? watching : watching.catch((error) => this.#plannedAgain(error, name, call))
    }

    /**
     * Another instance's migration can change a statement's result columns, and PostgreSQL then refuses the stored
     * plan. The statement gets a new name, and the failed transaction is retried like one that lost a race.
     */
    #plannedAgain(error: unknown, name: string, call: readonly unknown[]): unknown {
      if (propertyOf(error, 'routine') !== 'RevalidateCachedQuery') throw error
      names.replace(String(call[0]), name)
      if (this.getTransactionStatus() !== 'I') throw Object.assign(Object(error), { code: '40001' })
      return this.query(...call)
    }
  }
}

class StatementNames {
  readonly #names = new Map<string, string>()
  #last = 0

  of(text: string): string | undefined {
    const known = this.#names.get(text)
    return known || this.#names.size >= keptStatementNames ? known : this.#add(text)
  }

  /** Gives the statement a new name, unless another query has done so since. */
  replace(text: string, name: string): void {
    if (this.#names.get(text) === name) this.#add(text)
  }

  #add(text: string): string {
    this.#last += 1
    const name = `s${this.#last}`
    this.#names.set(text, name)
    return name
  }
}
