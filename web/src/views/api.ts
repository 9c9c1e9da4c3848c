import { viewEndpoints as endpoints } from '@check-requests/domain/views/endpoints.ts'
import type { ListLayout, ListName } from '@check-requests/domain/views/fields.ts'
import type { KeptViews } from '@check-requests/domain/views/replies.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useApi } from '#platform/api-context.tsx'
import { failureNotice } from '#platform/failure-notice.ts'
import { useNotices } from '#platform/notices.tsx'
import { read } from '#platform/query-client.ts'
import { useWrite } from '#platform/use-write.ts'

const keptKey = ['views']

/**
 * What the person keeps about lists: read once, and again when a list or the window is opened later. Lists wait for it,
 * so a failure is not retried: they then have their own columns.
 */
export function useKeptViews() {
  const api = useApi()
  return useQuery({
    queryKey: keptKey,
    queryFn: read(api, endpoints.list, {}),
    staleTime: 60_000,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Keeps the columns of a list: they show at once, and one call at a time brings the latest to the server. */
export function useSaveLayout(list: ListName) {
  const queries = useQueryClient()
  const notices = useNotices()
  const next = useRef<ListLayout>(undefined)
  const isSending = useRef(false)
  const write = useWrite(endpoints.saveLayout, {
    refreshes: [],
    onSuccess: () => sendNext(),
    onError(failure) {
      next.current = undefined
      isSending.current = false
      notices.show(failureNotice('Columns not saved', failure))
      void queries.invalidateQueries({ queryKey: keptKey })
    },
  })

  function sendNext() {
    const layout = next.current
    next.current = undefined
    isSending.current = layout !== undefined
    if (layout) write.mutate({ body: { list, layout } })
  }

  return (layout: ListLayout) => {
    void queries.cancelQueries({ queryKey: keptKey })
    queries.setQueryData<KeptViews>(keptKey, (kept) => kept && withLayout(kept, list, layout))
    next.current = layout
    if (!isSending.current) sendNext()
  }
}

function withLayout(kept: KeptViews, list: ListName, layout: ListLayout): KeptViews {
  const others = kept.layouts.filter((one) => one.list !== list)
  return { ...kept, layouts: [...others, { list, layout }] }
}
