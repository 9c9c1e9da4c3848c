import type { Letter, MailConnection, Mailer, Outcome } from './mailer.ts'

const mostConnections = 4

/** Hands many letters over, by a few connections that stay open from one batch to the next. */
export class Delivery {
  readonly #mailer: Mailer
  readonly #connections: MailConnection[] = []

  constructor(mailer: Mailer) {
    this.#mailer = mailer
  }

  /**
   * Hands letters over, one after the other on each connection, and returns what became of each. Those that nobody could
   * be asked about any more are missing. Throws `NoMailServer` if there is no connection to begin with.
   */
  async send<Key>(letters: ReadonlyMap<Key, Letter>): Promise<Map<Key, Outcome>> {
    const outcomes = new Map<Key, Outcome>()
    if (letters.size === 0) return outcomes
    const waiting = [...letters]
    await this.#open(Math.min(mostConnections, letters.size))
    await Promise.all(
      this.#connections.map(async (connection) => {
        while (connection.isOpen && !this.#mailer.stopping) {
          const next = waiting.shift()
          if (!next) return
          outcomes.set(next[0], await connection.send(next[1]))
        }
      }),
    )
    return outcomes
  }

  close(): void {
    for (const connection of this.#connections.splice(0)) connection.close()
  }

  // Some mail servers allow fewer connections; one is enough.
  async #open(wanted: number): Promise<void> {
    const open = this.#connections.filter(({ isOpen }) => isOpen)
    this.#connections.splice(0, this.#connections.length, ...open)
    if (open.length === 0) this.#connections.push(await this.#mailer.connect())
    const more = Array.from({ length: wanted - this.#connections.length }, () => this.#mailer.connect())
    for (const result of await Promise.allSettled(more))
      if (result.status === 'fulfilled') this.#connections.push(result.value)
  }
}
