import { Failure } from './errors.ts'

interface Limits {
  readonly atOnce: number
  /** How many may wait; whoever comes then is refused with the sentence. */
  readonly longestQueue: number
  readonly whenFull: string
  readonly retryAfterSeconds: number
}

/** Lets costly things be done so many at a time, first come, first served. */
export class Turns {
  readonly #limits: Limits
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Does the work when its turn has come. Throws `TOO_MANY` when too many are waiting. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#limits.atOnce) this.#running += 1
    else await this.#wait()
    try {
      return await work()
    } finally {
      // A place is handed on to whoever waits; if it were freed first, a newcomer could take it too.
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
