import { type StatusId, statuses, statusIdsOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import {
  clearedWithinDays,
  type ListView,
  listSorts,
  listViews,
} from '@check-requests/domain/check-requests/list-views.ts'
import type { ListFilter } from '#check-requests/api.ts'
import { choiceValue, type UrlValue, useUrlState } from '#platform/url-state.ts'

const longestSearch = 100

const allStatuses = 0

/** Limits of a search; the server refuses anything else. */
const searchValue: UrlValue<string> = {
  initial: '',
  parse: (text) => (text.isWellFormed() && !text.includes('\0') ? text.slice(0, longestSearch) : undefined),
}

const shape = {
  search: searchValue,
  status: choiceValue<StatusId | typeof allStatuses>([allStatuses, ...statuses.map(({ id }) => id)], allStatuses),
  view: choiceValue<ListView>(listViews, 'all'),
  within: choiceValue(clearedWithinDays, 0),
  sort: choiceValue(listSorts, 'newest'),
}

// Approvals begin with the most pressing.
const pendingShape = { ...shape, sort: choiceValue(listSorts, 'priority') }

/**
 * The filter of a list, as given by the address. A queue has a fixed view; on other screens the address can name one.
 * A status that the view cannot hold falls back to all, and so does a period outside the completed view.
 */
export function useListState(queue?: ListView) {
  const [url, change] = useUrlState(queue === 'pending' ? pendingShape : shape)
  const view = queue ?? url.view
  const status = holds(view, url.status) ? url.status : allStatuses
  const within = view === 'completed' ? url.within : 0
  const filter = { ...url, view, status, within } satisfies ListFilter
  return {
    filter,
    change,
    /** True when a filter of the screen hides rows. */
    narrowed: filter.search !== '' || status !== allStatuses || within !== 0 || view !== (queue ?? 'all'),
    clear: () => change({ search: '', status: allStatuses, view: 'all', within: 0 }),
  }
}

export type ListState = ReturnType<typeof useListState>

function holds(view: ListView, status: StatusId | typeof allStatuses): boolean {
  return status === allStatuses || view === 'all' || statusIdsOf(view).includes(status)
}
