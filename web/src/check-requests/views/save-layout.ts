import { viewEndpoints as endpoints } from '@check-requests/domain/check-requests/views/endpoints.ts'
import type { ListLayout, ListName } from '@check-requests/domain/check-requests/views/fields.ts'
import type { QueryClient } from '@tanstack/react-query'
import { viewsKey } from '#check-requests/views/views-key.ts'
import type { ApiClient } from '#platform/api-client.ts'
import { ApiFailure, failureNotice } from '#platform/api-failure.ts'
import type { useNotices } from '#platform/notices.tsx'

interface SaveContext {
  api: ApiClient
  queries: QueryClient
  notices: ReturnType<typeof useNotices>
}

/** The layout to send after the current call, by list; undefined if there is none. */
const waiting = new Map<ListName, ListLayout | undefined>()

/**
 * Sends the columns of a list to the server. While a call is in progress, keeps only the latest columns to send next.
 */
export function sendLayout(context: SaveContext, list: ListName, layout: ListLayout): void {
  const isSending = waiting.has(list)
  waiting.set(list, layout)
  if (!isSending) void sendLatest(context, list)
}

async function sendLatest({ api, queries, notices }: SaveContext, list: ListName): Promise<void> {
  try {
    for (let layout = waiting.get(list); layout; layout = waiting.get(list)) {
      waiting.set(list, undefined)
      await api.call(endpoints.saveLayout, { body: { list, layout } }, {})
    }
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure
    notices.show(failureNotice('Couldn’t save the columns', failure))
    void queries.invalidateQueries({ queryKey: viewsKey })
  } finally {
    waiting.delete(list)
  }
}
