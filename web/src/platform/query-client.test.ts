import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ApiFailure } from '#platform/api-failure.ts'
import {
  createQueryClient,
  deliveryMethodFreshness,
  listFreshness,
  singleCheckFreshness,
} from '#platform/query-client.ts'

const second = 1000
const queryKey = ['check-requests']

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Observes a query as a screen would, until the test ends. */
function watch(queries: QueryClient, queryFn: () => Promise<unknown>, freshness = {}): () => void {
  const unsubscribe = new QueryObserver(queries, { queryKey, queryFn, ...freshness }).subscribe(() => undefined)
  onTestFinished(unsubscribe)
  return unsubscribe
}

test.each<[string, ApiFailure]>([
  ['reports a server error', new ApiFailure('Failed to get checks...', 500, 'INTERNAL')],
  ['doesn’t respond', new ApiFailure('The server can’t be reached.', 0, 'NETWORK')],
  ['reports too many requests', new ApiFailure('Try again later.', 429, 'TOO_MANY_ATTEMPTS')],
  ...[408, 413, 415, 423, 502, 503].map((status): [string, ApiFailure] => [
    `answers ${status}`,
    new ApiFailure('No.', status, 'X'),
  ]),
])('retries a read three times, after 1, 2, and 4 seconds, if the server %s', async (_, failure) => {
  const read = vi.fn().mockRejectedValue(failure)
  watch(createQueryClient(), read)
  const triesAfter = [
    [0, 1],
    [999, 1],
    [1, 2],
    [1999, 2],
    [1, 3],
    [3999, 3],
    [1, 4],
    [120 * second, 4],
  ]
  for (const [wait = 0, tries] of triesAfter) {
    await vi.advanceTimersByTimeAsync(wait)
    expect(read).toHaveBeenCalledTimes(tries ?? 0)
  }
})

test('never waits longer than 30 seconds between retries', async () => {
  const read = vi.fn().mockRejectedValue(new ApiFailure('Failed to get checks...', 503, 'BUSY'))
  watch(createQueryClient(), read, { retry: 8 })
  await vi.advanceTimersByTimeAsync((1 + 2 + 4 + 8 + 16) * second)
  expect(read).toHaveBeenCalledTimes(6)
  await vi.advanceTimersByTimeAsync(30 * second - 1)
  expect(read).toHaveBeenCalledTimes(6)
  await vi.advanceTimersByTimeAsync(1)
  expect(read).toHaveBeenCalledTimes(7)
})

test.each([400, 401, 403, 404, 409, 422])('doesn’t retry after a refusal with status %i', async (status) => {
  const read = vi.fn().mockRejectedValue(new ApiFailure('There is no such check request.', status, 'NOT_FOUND'))
  watch(createQueryClient(), read)
  await vi.advanceTimersByTimeAsync(120 * second)
  expect(read).toHaveBeenCalledTimes(1)
})

test('tries a write only once', async () => {
  const write = vi.fn().mockRejectedValue(new ApiFailure('Failed to update check...', 500, 'INTERNAL'))
  const queries = createQueryClient()
  const mutation = queries.getMutationCache().build(queries, { mutationFn: write })
  const settled = mutation.execute(undefined).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(120 * second)
  expect(write).toHaveBeenCalledTimes(1)
  expect(await settled).toBeInstanceOf(ApiFailure)
})

test('caches data for 5 minutes after the last screen that shows it closes', async () => {
  const queries = createQueryClient()
  const leave = watch(queries, async () => 'rows')
  await vi.advanceTimersByTimeAsync(0)
  leave()
  await vi.advanceTimersByTimeAsync(300 * second - 1)
  expect(queries.getQueryData(queryKey)).toBe('rows')
  await vi.advanceTimersByTimeAsync(1)
  expect(queries.getQueryData(queryKey)).toBeUndefined()
})

test.each([
  ['a list', listFreshness, 10],
  ['a single check', singleCheckFreshness, 10],
  ['the delivery methods', deliveryMethodFreshness, 60],
])('refetches %s every $2 seconds while displayed', async (_, freshness, seconds) => {
  const read = vi.fn().mockResolvedValue('rows')
  watch(createQueryClient(), read, freshness)
  await vi.advanceTimersByTimeAsync(seconds * second - 1)
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(read).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(seconds * second)
  expect(read).toHaveBeenCalledTimes(3)
})

test.each([
  ['a list', listFreshness, 60],
  ['a single check', singleCheckFreshness, 0],
  ['the delivery methods', deliveryMethodFreshness, 60],
])('refetches %s that is reopened after $2 seconds or more', async (_, freshness, seconds) => {
  const queries = createQueryClient()
  const read = vi.fn().mockResolvedValue('rows')
  const openForAMoment = async () => {
    const leave = watch(queries, read, freshness)
    await vi.advanceTimersByTimeAsync(0)
    leave()
  }
  await openForAMoment()
  if (seconds > 0) {
    await vi.advanceTimersByTimeAsync(seconds * second - 1)
    await openForAMoment()
    expect(read).toHaveBeenCalledTimes(1)
  }
  await vi.advanceTimersByTimeAsync(1)
  await openForAMoment()
  expect(read).toHaveBeenCalledTimes(2)
})
