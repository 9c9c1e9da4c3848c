import { sql, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Database } from './database.ts'
import type { Freshness } from './freshness.ts'

/** Something that others may be looking at has changed. `scopes` are the names of all who can see it. */
export interface Change {
  readonly topic: string
  readonly id: number | null
  readonly scopes: readonly string[]
}

// PostgreSQL takes 8000 bytes in a notification; a change has a few hundred at most.
const changesPerNotification = 15

type Listener = (change: Change) => void

const channel = 'check_request_changes'
const retryAfterMilliseconds = 1000

/**
 * Tells this process, and on PostgreSQL all others on the same database, what has changed.
 * While another process could be missed, nothing counts as fresh.
 */
export class ChangeFeed {
  readonly #freshness: Freshness
  readonly #origin: string
  readonly #listeners = new Set<Listener>()
  #client: pg.PoolClient | undefined
  #closed = false

  /** `origin` names this process among those that share a database. */
  constructor(freshness: Freshness, origin: string) {
    this.#freshness = freshness
    this.#origin = origin
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Makes the changes known in this process; call it after the commit. */
  publish(changes: readonly Change[]): void {
    for (const change of changes) {
      this.#freshness.bump(change.scopes)
      for (const listener of this.#listeners) listener(change)
    }
  }

  /** Queues the changes for the other processes; they get them when the transaction commits. */
  async announce<Tables>(trx: Transaction<Tables>, changes: readonly Change[]): Promise<void> {
    if (!this.#client || changes.length === 0) return
    for (const part of portions(changes)) {
      const payload = JSON.stringify({ origin: this.#origin, changes: part })
      await sql`select pg_notify(${channel}, ${payload})`.execute(trx)
    }
  }

  /** Starts to listen to the other processes, where there can be any, and keeps at it. */
  async listen<Tables>(database: Database<Tables>): Promise<void> {
    const { pool } = database
    if (!pool) return
    this.#freshness.setReliable(false)
    try {
      await this.#connect(pool, database)
    } catch {
      this.#listenLater(database)
    }
  }

  close(): void {
    this.#closed = true
    this.#client?.release(true)
    this.#client = undefined
  }

  async #connect<Tables>(pool: pg.Pool, database: Database<Tables>): Promise<void> {
    const client = await pool.connect()
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''))
    client.on('error', () => {
      if (this.#client !== client) return
      this.#client = undefined
      client.release(true)
      this.#freshness.setReliable(false)
      this.#listenLater(database)
    })
    await client.query(`listen ${channel}`)
    this.#client = client
    this.#freshness.setReliable(true)
  }

  #listenLater<Tables>(database: Database<Tables>): void {
    if (!this.#closed) setTimeout(() => void this.listen(database), retryAfterMilliseconds).unref()
  }

  #receive(payload: string): void {
    const { origin, changes } = JSON.parse(payload) as { origin: string; changes: Change[] }
    if (origin !== this.#origin) this.publish(changes)
  }
}

function portions(changes: readonly Change[]): Change[][] {
  const starts = Array.from({ length: Math.ceil(changes.length / changesPerNotification) }, (_, index) => index)
  return starts.map((index) => changes.slice(index * changesPerNotification, (index + 1) * changesPerNotification))
}
