import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query'
import type { ApiClient } from '#platform/api-client.ts'
import { type ApiFailure, isFinal } from '#platform/api-failure.ts'
import type { Call, InputOf, ReplyOf } from '#platform/call.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiFailure
  }
}

interface Paging {
  initialPageParam: string | undefined
  getNextPageParam(page: { next_cursor: string | null }): string | null
}

/** Lists and choices: refetched every 10 s, considered fresh for 60 s (R221, R240). */
export const listFreshness = { refetchInterval: 10_000, staleTime: 60_000 } as const

/** A single check request: refetched every 10 s, never considered fresh (R222). */
export const singleCheckFreshness = { refetchInterval: 10_000, staleTime: 0 } as const

/** Delivery methods: refetched every 60 s, considered fresh for 60 s (R223). */
export const deliveryMethodFreshness = { refetchInterval: 60_000, staleTime: 60_000 } as const

/** Charts: trends change slowly, so they are refetched every 60 s. */
export const chartFreshness = { refetchInterval: 60_000, staleTime: 60_000 } as const

/** Options for consecutive pages: each page names the cursor of the next one, and the last page names none. */
export const pagesByCursor: Paging = { initialPageParam: undefined, getNextPageParam: (page) => page.next_cursor }

const retries = 3
const shortestDelay = 1000
const longestDelay = 30_000
const keepTime = 5 * 60_000

/** The cache of server data with the intervals of R239. Refusals aren't retried. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, failure) => failures < retries && !isFinal(failure),
        retryDelay: (attempt) => Math.min(shortestDelay * 2 ** attempt, longestDelay),
        gcTime: keepTime,
      },
      // Sent data isn't cached, because it may be a password or an account number.
      mutations: { retry: 0, gcTime: 0 },
    },
  })
}

/** The query function for reading data. Refetching existing data counts as a poll, because no user action caused it. */
export function read<Row extends Call>(api: ApiClient, row: Row, input: InputOf<Row>) {
  return ({ client, queryKey, signal }: QueryFunctionContext): Promise<ReplyOf<Row>> => {
    const poll = client.getQueryState(queryKey)?.data !== undefined
    return api.call(row, input, { signal, poll })
  }
}
