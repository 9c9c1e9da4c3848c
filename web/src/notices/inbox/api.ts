import { inboxEndpoints as endpoints } from '@check-requests/domain/notices/inbox/endpoints.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#platform/api-context.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { listFreshness, pagesByCursor, read } from '#platform/query-client.ts'
import { useWrite } from '#platform/use-write.ts'

const topic = 'inbox'
const unreadKey = [topic, 'unread']

/**
 * The number of unread notices; undefined until loaded. A failure isn't shown here, because the inbox itself shows it.
 */
export function useUnread(): number | undefined {
  const api = useApi()
  const queryFn = read(api, endpoints.list, { query: { unread: '1', limit: 1 } })
  return useQuery({ ...listFreshness, queryKey: unreadKey, queryFn }).data?.unread
}

/** Pages of notices by cursor, newest first: either unread or read notices. */
export function useInbox(unread: '0' | '1') {
  const api = useApi()
  const list = useInfiniteQuery({
    ...listFreshness,
    ...pagesByCursor,
    queryKey: [topic, 'list', unread],
    queryFn: (context) => read(api, endpoints.list, { query: { unread, cursor: context.pageParam } })(context),
  })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  return {
    notices: data?.pages.flatMap(({ items }) => items),
    failure: useLoadFailure(list),
    more: { available: hasNextPage, pending: isFetchingNextPage, load: () => void fetchNextPage() },
  }
}

export const choicesKey = [topic, 'choices']

/** The user's notification settings by topic, and whether email is available. */
export function useNoticeChoices() {
  return useQuery({ queryKey: choicesKey, queryFn: read(useApi(), endpoints.choices, {}) })
}

/** Marks notices as read. */
export function useMarkRead() {
  return useWrite(endpoints.markRead, { refreshes: [topic] })
}

/** Marks notices about a request as read while the request is open. `request`: undefined until it has loaded. */
export function useSeen(request: { readonly id: number; readonly version: number } | undefined) {
  const queries = useQueryClient()
  const { mutate } = useWrite(endpoints.markRead, {
    refreshes: [],
    // The response has the new number, and the inbox isn't on the screen.
    onSuccess({ unread }) {
      void queries.invalidateQueries({ queryKey: [topic], refetchType: 'none' })
      queries.setQueryData<{ unread: number }>(unreadKey, (before) => before && { ...before, unread })
    },
  })
  const hasUnread = Boolean(useUnread())
  const id = request?.id
  const version = request?.version
  // biome-ignore lint/correctness/useExhaustiveDependencies: the notice of a new version counts as seen
  useEffect(() => {
    if (id !== undefined && hasUnread) mutate({ body: { check_request_id: id } })
  }, [id, version, hasUnread, mutate])
}
