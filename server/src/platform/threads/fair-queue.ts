import { Failure } from '../errors.ts'

/** Whose work it is: a dealer group, a network; null for none. */
export type Name = string | number | null

/**
 * What waits, by name. Names are served in turn, so that one with much work cannot keep another waiting for more than
 * one piece of it; each name's own work is served first come, first served.
 */
export class Line<Item> {
  // In the order of their turns: a name that was served goes to the end.
  readonly #waiting = new Map<Name, Item[]>()
  #length = 0

  /** How much is waiting in all. */
  get length(): number {
    return this.#length
  }

  /** How much of one name is waiting. */
  lengthOf(name: Name): number {
    return this.#waiting.get(name)?.length ?? 0
  }

  push(name: Name, item: Item): void {
    const queue = this.#waiting.get(name)
    if (queue) queue.push(item)
    else this.#waiting.set(name, [item])
    this.#length += 1
  }

  /** Takes this one out, whose turn has not come. */
  remove(name: Name, item: Item): void {
    const queue = this.#waiting.get(name)
    const place = queue?.indexOf(item) ?? -1
    if (!queue || place < 0) return
    queue.splice(place, 1)
    this.#length -= 1
    if (queue.length === 0) this.#waiting.delete(name)
  }

  /** Takes out what is next, of those names that may be. */
  next(mayBe: (name: Name) => boolean = () => true): Item | undefined {
    for (const [name, queue] of this.#waiting) {
      if (!mayBe(name)) continue
      const item = queue.shift()
      this.#length -= 1
      this.#waiting.delete(name)
      if (queue.length > 0) this.#waiting.set(name, queue)
      return item
    }
    return undefined
  }
}

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
