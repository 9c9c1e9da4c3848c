import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { Failure, isDatabaseUnavailable, propertyOf } from '../../errors.ts'
import { tellQueryTime } from '../../measures/measures.ts'
import { SharedReads } from '../../threads/promises.ts'
import { openPostgres, type PostgresPlace, type TenantIsolation } from './dialect.ts'

/** Reads that one database answers. */
export type Reading<Tables, Result> = (db: Kysely<Tables>) => Promise<Result>

/** What a replica needs to know. `tell` is told in a sentence when reads leave the replica, and when they return. */
export interface ReplicaOptions<Tables> {
  readonly primary: Kysely<Tables>
  readonly isolation: TenantIsolation
  readonly tell: (line: string) => void
}

// A query of a page takes milliseconds; whoever waits in vain for the replica still has time for the primary.
const limits = { statement: 2500, lock: 1000, answer: 3000 }
const patience = 400
const longestPause = 50
const triesEvery = 1000

/**
 * Chooses where a read goes: to a read replica of PostgreSQL, or to the primary. Before each read the primary says how
 * far its log is on disk, and the replica has to have replayed it that far: it then holds everything that was
 * acknowledged before the read began, by any instance. While it is gone or behind, all reads go to the primary; once a
 * second it is tried again.
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
    // An idle connection that breaks is noticed by the next read.
    this.#replica = openPostgres(place, { isolation, limits, onError: () => {} })
    this.#db = new Kysely<Tables>({ dialect: this.#replica.dialect, log: tellQueryTime })
  }

  /** Throws a sentence when the address leads to another database. A replica that is gone is no reason not to start. */
  async demandOwnReplica(): Promise<void> {
    try {
      await this.#demandSameCluster()
    } catch (error) {
      if (!isDatabaseUnavailable(error))
        throw new Error(`DATABASE_READ_URL cannot be used: ${propertyOf(error, 'message')}. See docs/operations.md.`)
      this.#leave(error)
    }
  }

  /** Runs reads for a tenant, or for all (null). They may run twice: on the replica, and then on the primary. */
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

  /** One transaction, so that what is asked and what is read is the same PostgreSQL, whatever stands in between. */
  #runAt<Result>(end: string, work: Reading<Tables, Result>): Promise<Result> {
    return this.#db
      .transaction()
      .setAccessMode('read only')
      .execute(async (trx) => {
        await demandReplayed(trx, end)
        return work(trx)
      })
  }

  /** How far the log of the primary is on disk: nothing is acknowledged before. */
  async #endOfLog(): Promise<string> {
    const { rows } = await sql<{ end: string }>`select pg_current_wal_flush_lsn()::text as "end"`.execute(this.#primary)
    return rows[0]?.end ?? ''
  }

  async #demandSameCluster(): Promise<void> {
    const id = sql<{
      id: string
    }>`select system_identifier::text || ' ' || current_database() as id from pg_control_system()`
    const [one, other] = [await id.execute(this.#primary), await id.execute(this.#db)]
    if (one.rows[0]?.id !== other.rows[0]?.id) throw new Error('it leads to a copy of another database')
  }

  #leave(error: unknown): void {
    if (!this.#isUsed) return
    this.#isUsed = false
    this.#tell(`All reads go to the primary: the replica cannot be used (${propertyOf(error, 'message')}).`)
    this.#tryLater()
  }

  #tryLater(): void {
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#tryAgain(), triesEvery).unref()
  }

  async #tryAgain(): Promise<void> {
    try {
      await this.#demandSameCluster()
      await this.#runAt(await this.#endOfLog(), async () => {})
    } catch {
      return this.#tryLater()
    }
    this.#isUsed = true
    this.#tell('Reads go to the replica again.')
  }
}

/** Throws unless this is a replica that has replayed the log up to here, or does within a moment. */
async function demandReplayed<Tables>(db: Kysely<Tables>, end: string): Promise<void> {
  // One that nobody feeds is a primary itself, or may have replayed, in a failover, what no primary has kept.
  const question = sql<{ isFed: boolean; isThere: boolean }>`select
    exists (select from pg_stat_wal_receiver) as "isFed",
    pg_last_wal_replay_lsn() >= ${end}::pg_lsn as "isThere"`
  const until = performance.now() + patience
  for (let pause = 2; ; pause = Math.min(2 * pause, longestPause)) {
    const { rows } = await question.execute(db)
    if (!rows[0]?.isFed) throw new Error('it follows no primary')
    if (rows[0].isThere) return
    if (performance.now() >= until) throw new Error('it is behind')
    await wait(pause)
  }
}

// PostgreSQL cancels a query on a replica that holds up what the primary has done since (40001), or that takes too long.
function wasInTheWay(error: unknown): boolean {
  return ['40001', '57014'].includes(String(propertyOf(error, 'code')))
}

function isWrite(error: unknown): boolean {
  return propertyOf(error, 'code') === '25006'
}
