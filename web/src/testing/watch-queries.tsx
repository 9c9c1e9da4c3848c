import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createApiClient } from '#platform/api-client.ts'
import { ApiProvider } from '#platform/api-context.tsx'
import { NoticesProvider } from '#platform/notices.tsx'
import { createQueryClient } from '#platform/query-client.ts'
import { eventually } from '#testing/eventually.ts'
import { answerJson, startServer } from '#testing/local-server.ts'

type Write = { mutate(input: never): void }

async function setUp() {
  const { address, seen } = await startServer((_, response) =>
    answerJson(response, 200, { success: true, message: 'Done', data: { items: [], status_name: 'approved' } }),
  )
  const queries = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider value={createApiClient(address)}>
      <QueryClientProvider client={queries}>
        <NoticesProvider>{children}</NoticesProvider>
      </QueryClientProvider>
    </ApiProvider>
  )
  const pathsRead = () => seen.filter(({ method }) => method === 'GET').map(({ url }) => url.replace('/api/v1', ''))
  return { queries, wrapper, pathsRead }
}

/** The cache key of a query, its refetch interval, and how long its data is fresh, in seconds. */
export async function rhythmOf(useIt: () => unknown) {
  const { queries, wrapper } = await setUp()
  renderHook(useIt, { wrapper })
  const [query] = queries.getQueryCache().getAll()
  if (!query) throw new Error('No query was made')
  const [{ refetchInterval, staleTime } = {}] = query.observers.map(({ options }) => options)
  return { key: query.queryKey.at(-1), every: Number(refetchInterval) / 1000, fresh: Number(staleTime) / 1000 }
}

/** The paths fetched while a screen uses all of these hooks. */
export async function pathsReadBy(useThem: () => unknown): Promise<string[]> {
  const { queries, wrapper, pathsRead } = await setUp()
  renderHook(useThem, { wrapper })
  await eventually(() => {
    if (queries.isFetching()) throw new Error('Still fetching')
  })
  return pathsRead()
}

/** The paths that a screen with these hooks refetches after a write, without waiting for a poll or a live update. */
export async function pathsReadAgain(useThem: () => unknown, useWrite: () => Write, input: unknown): Promise<string[]> {
  const { queries, wrapper, pathsRead } = await setUp()
  const { result } = renderHook(() => ({ lists: useThem(), write: useWrite() }), { wrapper })
  const settled = () =>
    eventually(() => {
      if (queries.isFetching() || queries.isMutating()) throw new Error('Still fetching or saving')
    })
  await settled()
  const before = pathsRead().length
  act(() => result.current.write.mutate(input as never))
  await eventually(() => {
    if (
      queries
        .getMutationCache()
        .getAll()
        .every(({ state }) => state.status !== 'success')
    )
      throw new Error('Not yet')
  })
  await settled()
  return pathsRead().slice(before).toSorted()
}
