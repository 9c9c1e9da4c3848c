import { Failure } from './errors.ts'

interface Limits {
  readonly atOnce: number
  /** How many of one name may wait; any further call is refused with the sentence. */
  readonly longestQueue: number
  /** How many may wait in all, if names are not few. More than the longest queue, so that no name fills it alone. */
  readonly mostWaiting?: number
  readonly whenFull: string
  readonly retryAfterSeconds: number
}

/** Whose work it is: a dealer group, a network; null for none. */
export type Name = string | number | null

/**
 * Limits how much expensive work runs at a time. Names are served in turn, so that one with much work cannot keep
 * another waiting for more than one piece of it; each name's own work is done first come, first served.
 */
export class Turns {
  readonly #limits: Limits
  // In the order of their turns: a name that was served goes to the end.
  readonly #waiting = new Map<Name, (() => void)[]>()
  #running = 0
  #waitingInAll = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Runs the work when its turn comes. Throws `TOO_MANY` when too much of this name is waiting. */
  async take<Result>(name: Name, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#limits.atOnce) this.#running += 1
    else await this.#wait(name)
    try {
      return await work()
    } finally {
      // A slot passes directly to the next in line; if it were freed first, a newcomer could take it too.
      const next = this.#next()
      if (next) next()
      else this.#running -= 1
    }
  }

  #wait(name: Name): Promise<void> {
    const { longestQueue, mostWaiting = Number.POSITIVE_INFINITY, whenFull, retryAfterSeconds } = this.#limits
    const queue = this.#waiting.get(name) ?? []
    if (queue.length >= longestQueue || this.#waitingInAll >= mostWaiting)
      throw new Failure('TOO_MANY', whenFull, { retryAfterSeconds })
    this.#waiting.set(name, queue)
    this.#waitingInAll += 1
    return new Promise((resolve) => queue.push(resolve))
  }

  #next(): (() => void) | undefined {
    for (const [name, queue] of this.#waiting) {
      const next = queue.shift()
      this.#waitingInAll -= 1
      this.#waiting.delete(name)
      if (queue.length > 0) this.#waiting.set(name, queue)
      return next
    }
    return undefined
  }
}
