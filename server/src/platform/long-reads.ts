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

  /** A stream of parts, each fetched when the previous one is requested, in the caller's context, not the socket's. */
  stream(parts: Parts<unknown>): Readable {
    const onBehalf = AsyncLocalStorage.snapshot()
    const source = this.pace(parts)
    const iterator = {
      next: () => onBehalf(() => source.next()),
      return: () => onBehalf(() => source.return(undefined)),
    }
    return Readable.from({ [Symbol.asyncIterator]: () => iterator }, { highWaterMark: 1 })
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
