import type pg from 'pg'

/** Receives notifications. Between `onLost` and `onConnected`, notifications are missed. */
interface Hearer {
  readonly onNotification: (payload: string) => void
  readonly onLost: () => void
  readonly onConnected: () => void
}

const retryAfter = 1000
const checkEvery = 2000

/**
 * Listens to a PostgreSQL channel on its own connection, and reconnects until it is closed. Times are in milliseconds.
 */
export class PostgresListener {
  readonly #pool: pg.Pool
  readonly #statement: pg.QueryConfig & { readonly query_timeout: number }
  readonly #hearer: Hearer
  #client: pg.PoolClient | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(pool: pg.Pool, channel: string, hearer: Hearer) {
    this.#pool = pool
    this.#statement = { text: `listen ${channel}`, query_timeout: checkEvery }
    this.#hearer = hearer
  }

  /** Resolves after the first attempt, whether it succeeded or will be retried later. */
  async listen(): Promise<void> {
    try {
      const client = await this.#pool.connect()
      if (this.#closed) return client.release()
      this.#client = client
      client.on('notification', ({ payload }) => this.#hearer.onNotification(payload ?? ''))
      client.on('error', () => this.#lose(client))
      await this.#confirm(client)
      if (this.#client === client) this.#hearer.onConnected()
    } catch {
      this.#later(retryAfter, () => this.listen())
    }
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#client?.release(true)
    this.#client = undefined
  }

  // A connection can die silently. Repeating LISTEN changes nothing, and a response proves that the connection is
  // alive.
  async #confirm(client: pg.PoolClient): Promise<void> {
    try {
      await client.query(this.#statement)
      if (this.#client === client) this.#later(checkEvery, () => this.#confirm(client))
    } catch {
      this.#lose(client)
    }
  }

  #lose(client: pg.PoolClient): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.release(true)
    this.#hearer.onLost()
    this.#later(retryAfter, () => this.listen())
  }

  #later(milliseconds: number, work: () => Promise<void>): void {
    clearTimeout(this.#timer)
    if (!this.#closed) this.#timer = setTimeout(work, milliseconds).unref()
  }
}
