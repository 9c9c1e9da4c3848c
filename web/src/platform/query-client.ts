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

/** Lists and choices: read again every 10 s, fresh for 60 s (R221, R240). */
export const listFreshness = { refetchInterval: 10_000, staleTime: 60_000 } as const

/** A single check request: read again every 10 s, never fresh (R222). */
export const singleCheckFreshness = { refetchInterval: 10_000, staleTime: 0 } as const

/** Delivery methods: read again every 60 s, fresh for 60 s (R223). */
export const deliveryMethodFreshness = { refetchInterval: 60_000, staleTime: 60_000 } as const

/** Charts: what they tell moves slowly, so they are read again every 60 s. */
export const chartFreshness = { refetchInterval: 60_000, staleTime: 60_000 } as const

/** Pages one after the other: each names the cursor of the next, the last none. */
export const pagesByCursor: Paging = { initialPageParam: undefined, getNextPageParam: (page) => page.next_cursor }

const retries = 3
const shortestDelay = 1000
const longestDelay = 30_000
const keepTime = 5 * 60_000

/** Cached server data with the figures of R239. What the server refused is not asked again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, failure) => failures < retries && !isFinal(failure),
        retryDelay: (attempt) => Math.min(shortestDelay * 2 ** attempt, longestDelay),
        gcTime: keepTime,
      },
      mutations: { retry: 0 },
    },
  })
}

/** Query function of a read. Reading again what is there already is a poll: nobody asked for it by hand. */
export function read<Row extends Call>(api: ApiClient, row: Row, input: InputOf<Row>) {
  return ({ client, queryKey, signal }: QueryFunctionContext): Promise<ReplyOf<Row>> => {
    const poll = client.getQueryState(queryKey)?.data !== undefined
    return api.call(row, input, { signal, poll })
  }
}
