import { Failure } from './errors.ts'
import { Line, type Name } from './line.ts'

interface Limits {
  readonly atOnce: number
  /** How many of one name run at once, so that slow work of one leaves a place to the others (L2). */
  readonly mostOfOne?: number
  /** How many of one name may wait; any further call is refused with the sentence. */
  readonly longestQueue: number
  /** How many may wait in all, if names are not few. More than the longest queue, so that no name fills it alone. */
  readonly mostWaiting?: number
  /** How many milliseconds one may wait; after that, the call is refused with the sentence, before its connection ends. */
  readonly patience?: number
  readonly whenFull: string
  readonly retryAfterSeconds: number
}

/** Limits how much expensive work runs at a time. Names are served in turn. */
export class Turns {
  readonly #limits: Limits
  readonly #waiting = new Line<() => void>()
  readonly #runningOf = new Map<Name, number>()
  #running = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Runs the work when its turn comes. Throws `TOO_MANY` when too much of this name is waiting, or for too long. */
  async take<Result>(name: Name, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#limits.atOnce && this.#mayRun(name)) this.#count(name, 1)
    else await this.#wait(name)
    try {
      return await work()
    } finally {
      this.#count(name, -1)
      // A slot passes directly to the next in line; if it were freed first, a newcomer could take it too.
      this.#waiting.next((other) => this.#mayRun(other))?.()
    }
  }

  #mayRun(name: Name): boolean {
    return (this.#runningOf.get(name) ?? 0) < (this.#limits.mostOfOne ?? this.#limits.atOnce)
  }

  #count(name: Name, change: 1 | -1): void {
    this.#running += change
    const running = (this.#runningOf.get(name) ?? 0) + change
    if (running > 0) this.#runningOf.set(name, running)
    else this.#runningOf.delete(name)
  }

  #wait(name: Name): Promise<void> {
    const { longestQueue, mostWaiting = Number.POSITIVE_INFINITY, patience } = this.#limits
    if (this.#waiting.lengthOf(name) >= longestQueue || this.#waiting.length >= mostWaiting) throw this.#full()
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const begin = () => {
        clearTimeout(timer)
        this.#count(name, 1)
        resolve()
      }
      const giveUp = () => {
        this.#waiting.remove(name, begin)
        reject(this.#full())
      }
      if (patience !== undefined) timer = setTimeout(giveUp, patience)
      this.#waiting.push(name, begin)
    })
  }

  #full(): Failure {
    const { whenFull, retryAfterSeconds } = this.#limits
    return new Failure('TOO_MANY', whenFull, { retryAfterSeconds })
  }
}
