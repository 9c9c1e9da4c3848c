import type { SavedView } from '@check-requests/domain/check-requests/views/replies.ts'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useKeptViews } from '#check-requests/views/api.ts'
import { listPaths } from '#check-requests/views/list-paths.ts'

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
