import { Failure } from './errors.ts'

interface Limits {
  readonly atOnce: number
  /** How many may wait; any further call is refused with the sentence. */
  readonly longestQueue: number
  readonly whenFull: string
  readonly retryAfterSeconds: number
}

/** Limits how much expensive work runs at a time, first come, first served. */
export class Turns {
  readonly #limits: Limits
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Runs the work when its turn comes. Throws `TOO_MANY` when too many are waiting. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#limits.atOnce) this.#running += 1
    else await this.#wait()
    try {
      return await work()
    } finally {
      // A slot passes directly to the next in line; if it were freed first, a newcomer could take it too.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  #wait(): Promise<void> {
    const { longestQueue, whenFull, retryAfterSeconds } = this.#limits
    if (this.#waiting.length >= longestQueue) throw new Failure('TOO_MANY', whenFull, { retryAfterSeconds })
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
