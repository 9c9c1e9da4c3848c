import { type StatusId, statuses, statusIdsOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import {
  clearedWithinDays,
  type ListView,
  listSorts,
  listViews,
} from '@check-requests/domain/check-requests/list-views.ts'
import type { ListFilter } from '#check-requests/api.ts'
import {
  type FilterValues,
  filterNames,
  filterQuery,
  filterShape,
  noFilters,
  withoutEmptyRanges,
  wordsValue,
} from '#check-requests/filters/filter-values.ts'
import { choiceValue, parseSearch, queryOf, readUrl, useUrlState } from '#platform/url-state.ts'

const allStatuses = 0

const shape = {
  search: wordsValue,
  status: choiceValue<StatusId | typeof allStatuses>([allStatuses, ...statuses.map(({ id }) => id)], allStatuses),
  view: choiceValue<ListView>(listViews, 'all'),
  within: choiceValue(clearedWithinDays, 0),
  sort: choiceValue(listSorts, 'newest'),
  ...filterShape,
}

// Approvals begin with the most pressing.
const pendingShape = { ...shape, sort: choiceValue(listSorts, 'priority') }

/**
 * The filter of a list, as given by the address. A queue has a fixed view; on other screens the address can name one.
 * A status that the view cannot hold falls back to all, and so does a period outside the completed view.
 */
export function useListState(queue?: ListView) {
  const fields = queue === 'pending' ? pendingShape : shape
  const [url, change] = useUrlState(fields)
  const view = queue ?? url.view
  const status = holds(view, url.status) ? url.status : allStatuses
  const within = view === 'completed' ? url.within : 0
  const filters = filtersOf(url)
  const { search, sort } = url
  const filter = { search, status, view, within, sort, ...filterQuery(filters) } satisfies ListFilter
  return {
    filter,
    /** The filters that can be combined, empty where they are not in use. */
    filters,
    change,
    /** All of it as the query string of an address. */
    query: queryOf(fields, url),
    /** What such a query string comes to, however it was written. */
    normalized: (query: string) => queryOf(fields, readUrl(fields, parseSearch(query))),
    /** True when a filter of the screen hides rows. */
    narrowed:
      search !== '' ||
      status !== allStatuses ||
      within !== 0 ||
      view !== (queue ?? 'all') ||
      filterNames.some((name) => filters[name] !== ''),
    clear: () => change({ search: '', status: allStatuses, view: 'all', within: 0, ...noFilters }),
  }
}

export type ListState = ReturnType<typeof useListState>

function holds(view: ListView, status: StatusId | typeof allStatuses): boolean {
  return status === allStatuses || view === 'all' || statusIdsOf(view).includes(status)
}

function filtersOf(url: FilterValues): FilterValues {
  return withoutEmptyRanges(Object.fromEntries(filterNames.map((name) => [name, url[name]])) as FilterValues)
}
