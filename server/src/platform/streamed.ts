import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'

/** A stream of parts that are fetched as one by one they are wanted, each on behalf of whoever began, not of the socket that asks. */
export function streamOf(parts: Iterable<unknown> | AsyncIterable<unknown>): Readable {
  const onBehalf = AsyncLocalStorage.snapshot()
  const source = all(parts)
  return Readable.from({
    [Symbol.asyncIterator]: () => ({
      next: () => onBehalf(() => source.next()),
      return: () => onBehalf(() => source.return(undefined)),
    }),
  })
}

async function* all(parts: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<unknown> {
  yield* parts
}
