import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'

type Parts<Part> = Iterable<Part> | AsyncIterable<Part>

/**
 * Spreads long reads over the turns of the event loop: each turn fetches one part of one read, so that any other
 * call waits for at most one part, however many long reads there are.
 */
export class LongReads {
  #lastTurn = Promise.resolve()

  /**
   * A stream of parts, each fetched when the previous one is requested, in the caller's context, not the socket's.
   * A stream of which nothing is read for `patience` milliseconds is cut off.
   */
  stream(parts: Parts<unknown>, patience = 30_000): Readable {
    const onBehalf = AsyncLocalStorage.snapshot()
    const source = this.pace(parts)
    let unread: NodeJS.Timeout | undefined
    const next = async () => {
      clearTimeout(unread)
      const part = await onBehalf(() => source.next())
      if (!part.done) unread = setTimeout(() => stream.destroy(new Error('nobody reads this stream')), patience).unref()
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

  /** The same parts, each in a turn of its own. */
  async *pace<Part>(parts: Parts<Part>): AsyncGenerator<Part, void> {
    await this.#turn()
    for await (const part of parts) {
      yield part
      await this.#turn()
    }
  }

  #turn(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(() => nextTurn())
    return this.#lastTurn
  }
}
