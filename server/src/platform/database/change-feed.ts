import { CompiledQuery, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Freshness } from './freshness.ts'
import { PostgresListener } from './postgres/listener.ts'
import { writeTogether } from './written-together.ts'

/** A change to something that users might have open. `scopes` are the names of all scopes that can see it. */
export interface Change {
  readonly topic: string
  readonly id: number | null
  readonly scopes: readonly string[]
}

const channel = 'check_request_changes'

const notify = 'select pg_notify($1, $2)'

// PostgreSQL allows 8,000 bytes in a notification. A change takes a few hundred bytes at most.
const changesPerNotification = 15

/** A subscriber to changes in this process. */
export interface FeedListener {
  onChange(change: Change): void
  /** Called when changes were possibly missed, so anything might be different. */
  onGap(): void
}

/**
 * Announces changes to this process and, on PostgreSQL, to all other processes on the same database. While changes by
 * another process could be missed, nothing counts as unchanged.
 */
export class ChangeFeed {
  readonly #freshness: Freshness
  readonly #origin: string
  readonly #listeners = new Set<FeedListener>()
  readonly #others: PostgresListener | undefined

  /**
   * `origin` names this process among those that share a database. `pool` connects to other processes, if there can be
   * any.
   */
  constructor(freshness: Freshness, origin: string, pool: pg.Pool | undefined) {
    this.#freshness = freshness
    this.#origin = origin
    if (!pool) return
    this.#freshness.setReliable(false)
    this.#others = new PostgresListener(pool, channel, {
      onNotification: (payload) => this.#receive(payload),
      onLost: () => this.#freshness.setReliable(false),
      onConnected: () => this.#catchUp(),
    })
  }

  subscribe(listener: FeedListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Announces the changes in this process. Must be called after the commit. */
  publish(changes: readonly Change[]): void {
    for (const change of changes) {
      this.#freshness.bump(change.scopes)
      for (const listener of this.#listeners) listener.onChange(change)
    }
  }

  /**
   * Queues the changes for other processes, even if this one can't listen. The changes are sent when the transaction
   * commits.
   */
  async announce<Tables>(trx: Transaction<Tables>, changes: readonly Change[]): Promise<void> {
    if (!this.#others || changes.length === 0) return
    for (const part of portions(changes)) {
      const payload = JSON.stringify({ origin: this.#origin, changes: part })
      await writeTogether(trx.getExecutor(), CompiledQuery.raw(notify, [channel, payload]))
    }
  }

  /** Starts listening to other processes, if there can be any, and keeps listening. */
  async listen(): Promise<void> {
    await this.#others?.listen()
  }

  close(): void {
    this.#others?.close()
  }

  #catchUp(): void {
    this.#freshness.setReliable(true)
    for (const listener of this.#listeners) listener.onGap()
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
