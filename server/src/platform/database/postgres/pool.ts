import pg from 'pg'
import { propertyOf } from '../../errors.ts'

const int8 = 20

/**
 * How long a query may take, and how much of that it may wait for a lock: PostgreSQL cancels it, and if it does not
 * respond, this side drops the connection.
 */
export interface PostgresLimits {
  readonly statement: number
  readonly lock: number
  readonly answer: number
}

/** How to connect to PostgreSQL. */
export interface PoolOptions {
  readonly onError: (error: Error) => void
  readonly limits: PostgresLimits
}

/** How long a transaction may wait for this side, in milliseconds. */
export const idleInTransaction = 10_000

/**
 * How PostgreSQL plans here. Every query is short: compiling one, or starting processes for it, takes longer than running
 * it, and takes the processors from others. Pages are in memory or on an SSD, where one is as near as the next.
 */
export const planning = { jit: 'off', max_parallel_workers_per_gather: 0, random_page_cost: 1.1 } as const

/** Connections to PostgreSQL itself: what is set on one of them stays. Each `connect` throws where a pooler answers. */
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
      verify: (client, done) => void demandOwnSession(client).then(() => done(), done),
    }),
    options,
  )
}

/** Connections through a pooler: each transaction may be in another session, so nothing is set on them. */
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

/** Takes a session of its own out of a pool. */
export async function takeOwnSession(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    // PgBouncer refuses the time limits that are set for a session.
    const isPooler = error instanceof Error && error.message.startsWith('unsupported startup parameter')
    throw isPooler ? foundPooler() : error
  }
}

// PostgreSQL tells each new connection which of its processes serves it. A pooler tells a number of its own.
async function demandOwnSession(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const told: unknown = Reflect.get(client, 'processID')
  if (rows[0]?.pid !== told) throw foundPooler()
}

function foundPooler(): Error {
  const advice =
    'A connection pooler answers where PostgreSQL itself should. Behind it nothing that is set for a session stays there, and dealer groups would not be kept apart. Name the pooler in DATABASE_URL and PostgreSQL itself in DATABASE_DIRECT_URL, as docs/operations.md says.'
  return Object.assign(new Error(advice), { statusCode: 503 })
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

type Client = pg.ClientBase & { end(): Promise<void> }

const unreplicated = new WeakSet<Client>()

// With synchronous replication a commit waits for another PostgreSQL. When somebody cancels the wait, PostgreSQL reports
// success with this notice: whoever believed it could lose the change in a failover.
function noteUnreplicated(client: Client): void {
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') unreplicated.add(client)
  })
}

/**
 * The answer to a query. Throws when a commit was not replicated as it should. Ends a connection that did not answer in
 * time: PostgreSQL may still be running the query, and the next user of this connection would wait for it too.
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
 * A client that names each repeated statement, so that PostgreSQL parses and plans it once per connection. `watch` sees
 * every answer before it is given.
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
      return name === undefined ? watching : watching.catch((error) => this.#plannedAnew(error, name, call))
    }

    /**
     * A migration by another instance can change what a statement returns, and PostgreSQL then refuses the plan that it
     * has kept. The statement gets another name; what a transaction loses by it is done again, like a lost race.
     */
    #plannedAnew(error: unknown, name: string, call: readonly unknown[]): unknown {
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

  /** Gives the statement another name, unless somebody else has done so since. */
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
