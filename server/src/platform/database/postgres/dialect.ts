import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Dialect,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import pg from 'pg'
import { connectionWaits } from '../../measures/measures.ts'
import { PostgresCompiler } from '../long-lists.ts'
import {
  idleInTransaction,
  openBorrowedSessions,
  openOwnSessions,
  type PoolOptions,
  type PostgresLimits,
  planning,
  takeOwnSession,
  watched,
} from './pool.ts'

/** Identifies the tenant for row-level security: a role that it applies to, and a setting that its policies read. */
export interface TenantIsolation {
  readonly role: string
  readonly setting: string
}

/**
 * PostgreSQL's addresses: its own or a pooler's (`url`), its own if `url` is a pooler's (`directUrl`), and its
 * replica's.
 */
export interface PostgresPlace {
  readonly url: string
  readonly directUrl?: string | undefined
  readonly readUrl?: string | undefined
}

/** Options for opening a PostgreSQL database. */
export interface PostgresOptions {
  readonly onError: (error: Error) => void
  readonly isolation: TenantIsolation
  readonly limits?: PostgresLimits | undefined
  /** Receives sentences for the operator. */
  readonly tell?: ((line: string) => void) | undefined
}

/** An open PostgreSQL database: its sessions, the Kysely dialect, and access by tenant. */
interface OpenPostgres {
  /** Sessions on PostgreSQL itself, which receive notifications. */
  readonly pool: pg.Pool
  readonly dialect: Dialect
  /**
   * Null stands for all tenants. Deferred work, such as a stream, is isolated, too, as long as it is awaited inside.
   */
  forTenant<Result>(tenant: number | null, work: () => Result): Result
  /** The current work's tenant. Null stands for all tenants. */
  tenant(): number | null
}

/** Provides clients for work on behalf of one tenant, or of all tenants (null). */
interface Clients {
  readonly pool: pg.Pool
  connect(tenant: number | null): Promise<PostgresPoolClient>
  end(): Promise<void>
}

const usualLimits = { statement: 15_000, lock: 10_000, answer: 18_000 }

/** Opens a PostgreSQL database. Integers arrive as numbers. Times are in milliseconds. */
export function openPostgres(place: PostgresPlace, options: PostgresOptions): OpenPostgres {
  const { isolation, onError, limits = usualLimits } = options
  const open = place.directUrl === undefined ? clientsOfSessions : clientsOfTransactions
  const clients = open(place, isolation, { onError, limits })
  const tenants = new AsyncLocalStorage<number | null>()
  const tenant = () => tenants.getStore() ?? null
  const pool: PostgresPool = {
    options: clients.pool.options,
    connect: () => measured(clients.connect(tenant())),
    end: () => clients.end(),
  }
  return {
    pool: clients.pool,
    dialect: new LongListDialect({ pool }),
    forTenant: (tenant, work) => tenants.run(tenant, work),
    tenant,
  }
}

class LongListDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresCompiler {
    return new PostgresCompiler()
  }
}

async function measured<Client>(connecting: Promise<Client>): Promise<Client> {
  if (!connectionWaits.hasSubscribers) return connecting
  const since = performance.now()
  const client = await connecting
  connectionWaits.publish(performance.now() - since)
  return client
}

/** Two pools of sessions: the owner's sessions, and sessions that have taken on the role and remember a tenant. */
function clientsOfSessions({ url }: PostgresPlace, { role, setting }: TenantIsolation, options: PoolOptions): Clients {
  const pool = openOwnSessions(url, options)
  const isolatedPool = openOwnSessions(url, options)
  const tenantOf = new WeakMap<pg.PoolClient, number>()
  const connect = async (tenant: number | null) => {
    if (tenant === null) return takeOwnSession(pool)
    const client = await takeOwnSession(isolatedPool)
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
  return { pool, connect, end }
}

/** One pool of connections to a pooler, where every transaction sets its tenant, and one session for listening. */
function clientsOfTransactions(
  { url, directUrl = url }: PostgresPlace,
  { role, setting }: TenantIsolation,
  options: PoolOptions,
): Clients {
  const borrowed = openBorrowedSessions(url, options)
  const pool = openOwnSessions(directUrl, options, 1)
  const { statement, lock } = options.limits
  const limits = {
    ...planning,
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
  }
  const connect = async (tenant: number | null) => {
    const whose = tenant === null ? { role: 'none', [setting]: '' } : { role, [setting]: Math.trunc(tenant) }
    return new TransactionClient(await borrowed.connect(), { ...whose, ...limits })
  }
  const end = async () => {
    await Promise.all([pool.end(), borrowed.end()])
  }
  return { pool, connect, end }
}

/** The settings for every transaction on a client, by name. */
export type LocalSettings = Readonly<Record<string, string | number>>

type Result = PostgresQueryResult<never>

const begins = /^(?:begin|start transaction)\b/

/**
 * A client for a pooler, where each transaction can run in another session, so nothing depends on session state.
 * Settings are made in the message that begins the transaction, and statements have no names. A statement outside a
 * transaction is sent together with its settings, and PostgreSQL runs both in one transaction. If the settings fail,
 * the statement doesn't run.
 */
class TransactionClient implements PostgresPoolClient {
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
    if (typeof sql !== 'string') throw new Error('A cursor can’t outlive its transaction behind a pooler.')
    return watched(this.#client, this.#run(sql, parameters))
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#isAstray || this.#isInTransaction)
  }

  async #run(sql: string, parameters: readonly unknown[]): Promise<Result> {
    if (begins.test(sql)) return this.#begin(sql)
    if (sql === 'rollback') return this.#end(sql)
    this.#requireTransaction(this.#isInTransaction)
    if (sql === 'commit') return this.#end(sql)
    if (!this.#isInTransaction) return this.#runAlone(sql, parameters)
    return lastOf(await this.#client.query({ text: sql, values: [...parameters] }))
  }

  async #begin(sql: string): Promise<Result> {
    this.#requireTransaction(false)
    this.#isAstray = true
    const result = lastOf(await this.#client.query(`${sql}; ${this.#settings}`))
    this.#isInTransaction = true
    this.#requireTransaction(true)
    this.#isAstray = false
    return result
  }

  async #end(sql: string): Promise<Result> {
    const result = lastOf(await this.#client.query(sql))
    this.#isInTransaction = false
    return result
  }

  // A statement that ran outside the transaction whose settings it needs would see all tenants.
  #requireTransaction(expected: boolean): void {
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

// Several statements return several results.
function lastOf(results: unknown): Result {
  return (Array.isArray(results) ? results.at(-1) : results) as Result
}
