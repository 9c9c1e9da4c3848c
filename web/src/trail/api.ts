import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import type { InputOf } from '#platform/call.ts'
import { listFreshness, pagesByCursor, read } from '#platform/query-client.ts'
import { useDownload } from '#platform/use-download.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'

/** The filters of the trail: person, record, action and time. */
export type TrailFilter = Omit<InputOf<typeof auditEndpoints.list>['query'], 'cursor' | 'limit'>

/** Pages of the trail, newest first, by cursor. */
export function useTrail(filter: TrailFilter) {
  const api = useApi()
  const list = useInfiniteQuery({
    ...listFreshness,
    ...pagesByCursor,
    queryKey: ['audit', 'list', filter],
    queryFn: (context) => read(api, auditEndpoints.list, { query: { ...filter, cursor: context.pageParam } })(context),
    placeholderData: keepPreviousData,
  })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  return {
    entries: data?.pages.flatMap((page) => page.items),
    failure: useLoadFailure(list),
    more: { available: hasNextPage, pending: isFetchingNextPage, load: () => void fetchNextPage() },
  }
}

/** Has the server recompute every chain and compare the trail with the live records; this can take a while. */
export function useVerification() {
  const api = useApi()
  return useMutation({ mutationFn: () => api.call(auditEndpoints.verify, {}) })
}

/** Saves all matching entries as a CSV file. */
export function useExport() {
  return useDownload(auditEndpoints.exportCsv, { name: 'audit-trail.csv', failed: 'Couldn’t export the audit trail' })
}
