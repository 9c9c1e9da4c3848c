import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Name, Turns } from './fair-queue.ts'

type Parts<Part> = Iterable<Part> | AsyncIterable<Part>

interface StreamOptions {
  /** The dealer group that reads. */
  readonly tenant?: Name
  /** An unread stream is cut off after this many milliseconds. */
  readonly patience?: number
}

/**
 * Spreads long reads over the turns of the event loop. Each turn fetches one part of one read, so that any other call
 * waits for at most one part, however many long reads there are. Dealer groups take turns, and at most two parts are
 * fetched at once, so that long reads leave most PostgreSQL connections to other work.
 */
export class LongReads {
  readonly #turns = new Turns({
    atOnce: 2,
    // `Shares` limits the number of concurrent reads.
    longestQueue: Number.POSITIVE_INFINITY,
    whenFull: '',
    retryAfterSeconds: 0,
  })
  #lastTurn = Promise.resolve()

  /**
   * Streams parts, each fetched when the previous one is requested, in the caller's context rather than the socket's.
   */
  stream(parts: Parts<unknown>, { tenant = null, patience = 30_000 }: StreamOptions = {}): Readable {
    const onBehalf = AsyncLocalStorage.snapshot()
    const source = this.pace(parts, tenant)
    let unread: NodeJS.Timeout | undefined
    const next = async () => {
      clearTimeout(unread)
      const part = await onBehalf(() => source.next())
      if (!part.done)
        unread = setTimeout(
          () => stream.destroy(new Error('the reader of this stream has stopped reading')),
          patience,
        ).unref()
      return part
    }
    const end = () => {
      clearTimeout(unread)
      return onBehalf(() => source.return(undefined))
    }
    const iterator = { next, return: end }
    const stream = Readable.from({ [Symbol.asyncIterator]: () => iterator }, { highWaterMark: 1 })
    return stream
  }

  /** Yields the parts, each fetched in its own turn. */
  async *pace<Part>(parts: Parts<Part>, tenant: Name): AsyncGenerator<Part, void> {
    const source = Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]()
    try {
      for (;;) {
        const part = await this.#turns.take(tenant, async () => {
          await this.#nextTurn()
          return source.next()
        })
        if (part.done) return
        yield part.value
      }
    } finally {
      await source.return?.()
    }
  }

  #nextTurn(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(() => nextTurn())
    return this.#lastTurn
  }
}
