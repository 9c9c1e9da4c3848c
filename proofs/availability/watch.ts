import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'

const every = 400

/** Checks every PostgreSQL over its Unix socket, independent of the network, and counts primaries. */
export class Watch {
  /** The most servers that would have acknowledged a write at the same time in this round. */
  most = 0
  /** The most servers that weren't a standby at the same time in this round. */
  mostNotStandby = 0
  readonly #cluster: Cluster
  #isRunning = true
  readonly #work: Promise<void>

  constructor(cluster: Cluster) {
    this.#cluster = cluster
    this.#work = this.#look()
  }

  beginRound(): void {
    this.most = 0
    this.mostNotStandby = 0
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    await this.#work
  }

  async #look(): Promise<void> {
    while (this.#isRunning) {
      const roles = Object.values(await this.#cluster.roles())
      this.most = Math.max(this.most, roles.filter((role) => role === 'f|t').length)
      this.mostNotStandby = Math.max(this.mostNotStandby, roles.filter((role) => role.startsWith('f')).length)
      await wait(every)
    }
  }
}
