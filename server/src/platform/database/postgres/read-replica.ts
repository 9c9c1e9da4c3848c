import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { Failure, isDatabaseUnavailable, propertyOf } from '../../errors.ts'
import { tellQueryTime } from '../../measures/measures.ts'
import { SharedReads } from '../../threads/promises.ts'
import { openPostgres, type PostgresPlace, type TenantIsolation } from './dialect.ts'

/** Reads answered by one database. */
export type Reading<Tables, Result> = (db: Kysely<Tables>) => Promise<Result>

/** The options for a replica. `tell` receives a sentence when reads leave the replica, and when they return. */
export interface ReplicaOptions<Tables> {
  readonly primary: Kysely<Tables>
  readonly isolation: TenantIsolation
  readonly tell: (line: string) => void
}

// A page's query takes milliseconds. These limits leave time to ask the primary if the replica doesn't answer.
const limits = { statement: 2500, lock: 1000, answer: 3000 }
const patience = 400
const longestPause = 50
const triesEvery = 1000

/**
 * Chooses between a PostgreSQL read replica and the primary for each read. Before each read, the primary reports how
 * far its log is on disk, and the replica must have replayed it that far. It then has everything that any instance
 * acknowledged before the read began. While the replica is gone or behind, all reads go to the primary, and the replica
 * is tried again once a second.
 */
export class ReadReplica<Tables> {
  readonly #primary: Kysely<Tables>
  readonly #tell: (line: string) => void
  readonly #replica: ReturnType<typeof openPostgres>
  readonly #db: Kysely<Tables>
  readonly #ends = new SharedReads<'end', string>()
  #isUsed = true
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(place: PostgresPlace, { primary, isolation, tell }: ReplicaOptions<Tables>) {
    this.#primary = primary
    this.#tell = tell
    // Errors on idle connections are ignored, because the next read notices a broken connection.
    this.#replica = openPostgres(place, { isolation, limits, onError: () => {} })
    this.#db = new Kysely<Tables>({ dialect: this.#replica.dialect, log: tellQueryTime })
  }

  /** Throws a readable error if the address leads to another database. A missing replica doesn't prevent a start. */
  async requireOwnReplica(): Promise<void> {
    try {
      await this.#requireSameCluster()
    } catch (error) {
      if (!isDatabaseUnavailable(error))
        throw new Error(`DATABASE_READ_URL can’t be used: ${propertyOf(error, 'message')}. See docs/operations.md.`)
      this.#leave(error)
    }
  }

  /**
   * Runs reads for a tenant, or for all tenants (null). The reads can run twice: on the replica, and then on the
   * primary.
   */
  async run<Result>(tenant: number | null, work: Reading<Tables, Result>): Promise<Result> {
    if (!this.#isUsed) return work(this.#primary)
    const end = await this.#ends.read('end', () => this.#endOfLog())
    try {
      return await this.#replica.forTenant(tenant, () => this.#runAt(end, work))
    } catch (error) {
      if (error instanceof Failure || isWrite(error)) throw error
      if (!wasInTheWay(error)) this.#leave(error)
      return work(this.#primary)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#db.destroy()
  }

  /**
   * Uses one transaction, so that the check and the read go to the same PostgreSQL server even through a load balancer.
   */
  #runAt<Result>(end: string, work: Reading<Tables, Result>): Promise<Result> {
    return this.#db
      .transaction()
      .setAccessMode('read only')
      .execute(async (trx) => {
        await requireReplayed(trx, end)
        return work(trx)
      })
  }

  /** Returns how far the primary's log is on disk. Nothing is acknowledged before that. */
  async #endOfLog(): Promise<string> {
    const { rows } = await sql<{ end: string }>`select pg_current_wal_flush_lsn()::text as "end"`.execute(this.#primary)
    return rows[0]?.end ?? ''
  }

  async #requireSameCluster(): Promise<void> {
    const id = sql<{
      id: string
    }>`select system_identifier::text || ' ' || current_database() as id from pg_control_system()`
    const [one, other] = [await id.execute(this.#primary), await id.execute(this.#db)]
    if (one.rows[0]?.id !== other.rows[0]?.id) throw new Error('it is a copy of another database')
  }

  #leave(error: unknown): void {
    if (!this.#isUsed) return
    this.#isUsed = false
    this.#tell(`All reads go to the primary: the replica can’t be used (${propertyOf(error, 'message')}).`)
    this.#tryLater()
  }

  #tryLater(): void {
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#tryAgain(), triesEvery).unref()
  }

  async #tryAgain(): Promise<void> {
    try {
      await this.#requireSameCluster()
      await this.#runAt(await this.#endOfLog(), async () => {})
    } catch {
      return this.#tryLater()
    }
    this.#isUsed = true
    this.#tell('Reads go to the replica again.')
  }
}

/** Throws unless this is a replica that has replayed the log up to this point or will soon. */
async function requireReplayed<Tables>(db: Kysely<Tables>, end: string): Promise<void> {
  // A server without a source is a primary itself, or has replayed changes that no primary kept after a failover.
  const question = sql<{ isFed: boolean; isThere: boolean }>`select
    exists (select from pg_stat_wal_receiver) as "isFed",
    pg_last_wal_replay_lsn() >= ${end}::pg_lsn as "isThere"`
  const until = performance.now() + patience
  for (let pause = 2; ; pause = Math.min(2 * pause, longestPause)) {
    const { rows } = await question.execute(db)
    if (!rows[0]?.isFed) throw new Error('it isn’t connected to a primary server')
    if (rows[0].isThere) return
    if (performance.now() >= until) throw new Error('it lags behind the primary server')
    await wait(pause)
  }
}

// PostgreSQL cancels a replica's query that blocks replay of the primary's changes (40001), or that takes too long.
function wasInTheWay(error: unknown): boolean {
  return ['40001', '57014'].includes(String(propertyOf(error, 'code')))
}

function isWrite(error: unknown): boolean {
  return propertyOf(error, 'code') === '25006'
}
