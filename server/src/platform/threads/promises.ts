import { setImmediate as nextTurn } from 'node:timers/promises'

type Results<Parts extends readonly unknown[]> = { -readonly [Part in keyof Parts]: Awaited<Parts[Part]> }

/**
 * Returns the results of statements that were sent together. Waits for all of them, since nothing can be sent after a
 * transaction has ended, and throws the first failure in this order.
 */
export async function together<const Parts extends readonly unknown[]>(...parts: Parts): Promise<Results<Parts>> {
  const outcomes = await Promise.allSettled(parts)
  const failed = outcomes.find((outcome) => 'reason' in outcome)
  if (failed) throw failed.reason
  return outcomes.map((outcome) => ('value' in outcome ? outcome.value : undefined)) as Results<Parts>
}

/** Waits for work at most this many milliseconds, then throws `failure` and ignores the work's later outcome. */
export async function within<Value>(milliseconds: number, work: Promise<Value>, failure: () => Error): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(failure()), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const millisecondsATurn = 5

/** Processes items one after another, and yields to the event loop every few milliseconds. */
export async function inTurns<Item>(
  items: Iterable<Item>,
  act: (item: Item) => Promise<void> | undefined,
): Promise<void> {
  let end = performance.now() + millisecondsATurn
  for (const item of items) {
    const acting = act(item)
    if (acting) await acting
    if (performance.now() < end) continue
    await nextTurn()
    end = performance.now() + millisecondsATurn
  }
}

/** Reads once for each key, and answers from memory afterwards. */
export function readOnce<Key, Result>(read: (key: Key) => Promise<Result>): (key: Key) => Promise<Result> {
  const known = new Map<Key, Promise<Result>>()
  return (key) => {
    const reading = known.get(key) ?? read(key)
    known.set(key, reading)
    return reading
  }
}

/**
 * Runs work once for all callers who ask for the same result while the work is in progress. Later callers get a new
 * run.
 */
export class SharedWork<Name, Result> {
  readonly #running = new Map<Name, Promise<Result>>()

  /** Returns the result of the run in progress under this name, or of a new one. */
  run(name: Name, work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(name)
    if (running) return running
    const begun = work().finally(() => this.#running.delete(name))
    this.#running.set(name, begun)
    return begun
  }
}

/**
 * Combines callers who ask for the same data while an earlier read is in progress. Unlike `SharedWork`, callers never
 * get data read before they asked: those who ask during a read share the next one.
 */
export class SharedReads<Name, Result> {
  readonly #running = new Map<Name, Promise<Result>>()
  readonly #next = new Map<Name, Promise<Result>>()

  /** Returns the result of a read under this name that begins now or later. */
  read(name: Name, work: () => Promise<Result>): Promise<Result> {
    const next = this.#next.get(name)
    if (next) return next
    const running = this.#running.get(name)
    if (!running) return this.#begin(name, work)
    const begin = () => {
      this.#next.delete(name)
      return this.#begin(name, work)
    }
    const later = running.then(begin, begin)
    this.#next.set(name, later)
    return later
  }

  #begin(name: Name, work: () => Promise<Result>): Promise<Result> {
    const begun = work().finally(() => this.#running.delete(name))
    this.#running.set(name, begun)
    return begun
  }
}
