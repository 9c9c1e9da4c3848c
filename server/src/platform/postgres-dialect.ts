import { AsyncLocalStorage } from 'node:async_hooks'
import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { connectionWaits } from './measures.ts'
import {
  idleInTransaction,
  openBorrowedSessions,
  openOwnSessions,
  type PoolOptions,
  type PostgresLimits,
  planning,
  takeOwnSession,
} from './postgres-pool.ts'
import { TransactionClient } from './postgres-transactions.ts'

/** How row-level security identifies the tenant: a role that it applies to, and a setting that its policies read. */
export interface TenantIsolation {
  readonly role: string
  readonly setting: string
}

/** Where PostgreSQL is: its own address, or that of a pooler (`url`) and its own (`directUrl`), and its replica's. */
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
  /** Told in a sentence what an operator should know. */
  readonly tell?: ((line: string) => void) | undefined
}

/** A PostgreSQL database: connections to itself, the Kysely dialect, and access by tenant. */
interface OpenPostgres {
  /** Sessions of PostgreSQL itself, in which notifications arrive. */
  readonly pool: pg.Pool
  readonly dialect: Dialect
  /** Null: all tenants. Later work, such as in a stream, is isolated too as long as it is awaited inside. */
  forTenant<Result>(tenant: number | null, work: () => Result): Result
  /** The tenant for which the work at hand is done; null: all tenants. */
  tenant(): number | null
}

/** Hands out clients on which work is done for a tenant only, or for all tenants (null). */
interface Clients {
  readonly pool: pg.Pool
  connect(tenant: number | null): Promise<PostgresPoolClient>
  end(): Promise<void>
}

const usualLimits = { statement: 15_000, lock: 10_000, answer: 18_000 }

/** Opens a PostgreSQL database. Integers arrive as numbers. Times in milliseconds. */
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
    dialect: new PostgresDialect({ pool }),
    forTenant: (tenant, work) => tenants.run(tenant, work),
    tenant,
  }
}

async function measured<Client>(connecting: Promise<Client>): Promise<Client> {
  if (!connectionWaits.hasSubscribers) return connecting
  const since = performance.now()
  const client = await connecting
  connectionWaits.publish(performance.now() - since)
  return client
}

/** Two pools of sessions: those of the owner, and those that have taken on the role and remember a tenant. */
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

/** One pool of connections to a pooler, where every transaction says for whom it is, and one session to listen in. */
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
