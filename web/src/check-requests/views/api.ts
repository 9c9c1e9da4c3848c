import { viewEndpoints as endpoints } from '@check-requests/domain/check-requests/views/endpoints.ts'
import type { KeptViews, ListLayout, ListName, SavedView } from '@check-requests/domain/check-requests/views/fields.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { viewsKey } from '#check-requests/views/views-key.ts'
import { paths } from '#paths.ts'
import { useApi } from '#platform/api-context.tsx'
import { useNotices } from '#platform/notices.tsx'
import { read } from '#platform/query-client.ts'

/**
 * What the person keeps about lists: read once, and again when a list or the window is opened later. Lists wait for it,
 * so a failure is not retried: they then have their own columns.
 */
export function useKeptViews() {
  const api = useApi()
  return useQuery({
    queryKey: viewsKey,
    queryFn: read(api, endpoints.list, {}),
    staleTime: 60_000,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Keeps the columns of a list: they show at once. What sends them is loaded with the first change. */
export function useSaveLayout(list: ListName) {
  const context = { api: useApi(), queries: useQueryClient(), notices: useNotices() }
  return (layout: ListLayout) => {
    const { queries } = context
    void queries.cancelQueries({ queryKey: viewsKey })
    queries.setQueryData<KeptViews>(viewsKey, (kept) => kept && withLayout(kept, list, layout))
    void import('#check-requests/views/save-layout.ts').then(({ sendLayout }) => sendLayout(context, list, layout))
  }
}

function withLayout(kept: KeptViews, list: ListName, layout: ListLayout): KeptViews {
  const others = kept.layouts.filter((one) => one.list !== list)
  return { ...kept, layouts: [...others, { list, layout }] }
}

/** The screen of each list that views are saved of. */
export const listPaths: Record<ListName, string> = {
  all: paths.checkRequests,
  pending: paths.pending,
  processing: paths.processing,
  completed: paths.completed,
  sendback: paths.sendBack,
  rejected: paths.reject,
}

/**
 * The saved view that is open: the address names it beside the filter, which may have been changed since. Undefined on
 * other screens, and when somebody else's address names a view that this person does not have.
 */
export function useOpenView(): SavedView | undefined {
  const { data } = useKeptViews()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { saved }: { saved?: unknown } = useSearch({ strict: false })
  return data?.views.find(({ id, list }) => String(id) === saved && listPaths[list] === pathname)
}
