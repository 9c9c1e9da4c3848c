import { viewEndpoints as endpoints } from '@check-requests/domain/check-requests/views/endpoints.ts'
import type { KeptViews, ListLayout, SavedView } from '@check-requests/domain/check-requests/views/fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import { viewsKey } from '#check-requests/views/views-key.ts'
import type { ApiFailure } from '#platform/api-failure.ts'
import { type Handlers, useWriteWithNotices } from '#platform/use-write.ts'

/** The content of a view: the query string of the list's URL, and its columns. */
export interface Chosen {
  readonly query: string
  readonly layout: ListLayout
}

/** Saves a view of a list. */
export function useCreateView(handlers: Handlers<typeof endpoints.create>) {
  const kept = useKept()
  return useWriteWithNotices(
    endpoints.create,
    { done: 'View saved', failed: 'Couldn’t save this view', detail: ({ name }) => name, refreshes: [] },
    kept.withPut(handlers),
  )
}

/** Changes the name, sharing, or content of the user's own view. */
export function useUpdateView(handlers: Handlers<typeof endpoints.update> = {}) {
  const kept = useKept()
  return useWriteWithNotices(
    endpoints.update,
    { done: 'View updated', failed: 'Couldn’t update this view', detail: ({ name }) => name, refreshes: [] },
    kept.withPut(handlers),
  )
}

/** Deletes a view. The notice afterward names the view. */
export function useDeleteView(name: string, handlers: Handlers<typeof endpoints.remove>) {
  const kept = useKept()
  return useWriteWithNotices(
    endpoints.remove,
    { done: 'View deleted', failed: 'Couldn’t delete this view', detail: () => name, refreshes: [] },
    {
      ...handlers,
      onSuccess(data, input) {
        kept.change((views) => views.filter(({ id }) => id !== data.id))
        handlers.onSuccess?.(data, input)
      },
      onError: kept.readAgain,
    },
  )
}

/** The cached views of this browser, updated with each response so that the sidebar and the list change immediately. */
function useKept() {
  const queries = useQueryClient()
  function change(by: (views: readonly SavedView[]) => SavedView[]) {
    void queries.cancelQueries({ queryKey: viewsKey })
    queries.setQueryData<KeptViews>(viewsKey, (kept) => kept && { ...kept, views: by(kept.views) })
  }
  // True if the views must be refetched because another user has deleted the view in the meantime, or has shared a view
  // that reached the limit.
  function readAgain({ status }: ApiFailure) {
    if (status === 404 || status === 409) void queries.invalidateQueries({ queryKey: viewsKey })
  }
  return {
    change,
    readAgain,
    withPut<Input>(handlers: { onSuccess?(view: SavedView, input: Input): void }) {
      return {
        ...handlers,
        onSuccess(view: SavedView, input: Input) {
          change((views) => [...views.filter(({ id }) => id !== view.id), view].sort(byName))
          handlers.onSuccess?.(view, input)
        },
        onError: readAgain,
      }
    },
  }
}

function byName(one: SavedView, other: SavedView): number {
  return one.name < other.name ? -1 : Number(one.name > other.name) || one.id - other.id
}
