import { Failure } from '../errors.ts'

/** The owner of work: a dealer group or a network, or null for none. */
export type Name = string | number | null

/**
 * A queue of items by name. Names are served in turn, so that one with much work delays another by at most one item.
 * Each name's own items are served in order of arrival.
 */
export class Line<Item> {
  // Names in the order of their turns. A name that was served goes to the end.
  readonly #waiting = new Map<Name, Item[]>()
  #length = 0

  /** The total number of items. */
  get length(): number {
    return this.#length
  }

  /** The number of one name's items. */
  lengthOf(name: Name): number {
    return this.#waiting.get(name)?.length ?? 0
  }

  push(name: Name, item: Item): void {
    const queue = this.#waiting.get(name)
    if (queue) queue.push(item)
    else this.#waiting.set(name, [item])
    this.#length += 1
  }

  /** Removes an item whose turn hasn't come. */
  remove(name: Name, item: Item): void {
    const queue = this.#waiting.get(name)
    const place = queue?.indexOf(item) ?? -1
    if (!queue || place < 0) return
    queue.splice(place, 1)
    this.#length -= 1
    if (queue.length === 0) this.#waiting.delete(name)
  }

  /** Removes and returns the next item among the names that pass the check. */
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
  /**
   * The maximum number of tasks running at a time for one name, so that its slow work leaves a slot for others (L2).
   */
  readonly mostOfOne?: number
  /** The maximum number of tasks in the queue for one name. Further calls are refused with `whenFull`. */
  readonly longestQueue: number
  /**
   * The maximum number of tasks in the queue for all names, if there can be many. Higher than `longestQueue`, so that
   * no name fills the queue alone.
   */
  readonly mostWaiting?: number
  /**
   * The maximum wait in milliseconds. A call that waits longer is refused with `whenFull`, before its connection times
   * out.
   */
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

  /**
   * Runs the work when its turn comes. Throws `TOO_MANY` if this name has too many tasks in the queue, or if the work
   * waits too long.
   */
  async take<Result>(name: Name, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#limits.atOnce && this.#mayRun(name)) this.#count(name, 1)
    else await this.#wait(name)
    try {
      return await work()
    } finally {
      this.#count(name, -1)
      // A slot passes directly to the next in line. If it were freed first, a newcomer could take it, too.
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
