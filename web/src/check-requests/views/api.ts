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
 * The user's saved views and layouts, fetched once, and again when a list or the window is opened later. Lists wait for
 * these settings, so a failure isn't retried, and lists show default columns instead.
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

/** Saves the columns of a list. Changes show immediately. The code that sends them is loaded with the first change. */
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

/** The screen of each list with saved views. */
export const listPaths: Record<ListName, string> = {
  all: paths.checkRequests,
  pending: paths.pending,
  processing: paths.processing,
  completed: paths.completed,
  sendback: paths.sendBack,
  rejected: paths.reject,
}

/**
 * The open saved view, identified in the URL next to the filter, which can differ from the view's filter. Undefined on
 * other screens, and if the URL names a view that this user doesn't have.
 */
export function useOpenView(): SavedView | undefined {
  const { data } = useKeptViews()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { saved }: { saved?: unknown } = useSearch({ strict: false })
  return data?.views.find(({ id, list }) => String(id) === saved && listPaths[list] === pathname)
}
