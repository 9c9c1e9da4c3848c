import { type StatusId, statuses, statusIdsOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import {
  clearedWithinDays,
  filterRanges,
  type ListView,
  listSorts,
  listViews,
  waitsFor,
} from '@check-requests/domain/check-requests/list/views.ts'
import { priorities } from '@check-requests/domain/check-requests/priorities.ts'
import { isCalendarDate, isTimeZone } from '@check-requests/domain/values/calendar-date.ts'
import type { ListFilter } from '#check-requests/api.ts'
import { choiceValue, parseSearch, queryOf, readUrl, type UrlValue, useUrlState } from '#platform/url-state.ts'

const mostIds = 50
const longestText = 100

function partsValue(isPart: (part: string) => boolean): UrlValue<string> {
  return { initial: '', parse: (text) => (text.split(',').every(isPart) ? text : undefined) }
}

function namesValue(names: readonly string[]): UrlValue<string> {
  return partsValue((part) => names.includes(part))
}

const idsValue: UrlValue<string> = {
  initial: '',
  parse: (text) =>
    /^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/.test(text) ? text.split(',').slice(0, mostIds).join() : undefined,
}

const amountValue: UrlValue<string> = {
  initial: '',
  parse: (text) => (/^\d{1,8}(\.\d{1,2})?$/.test(text) && Number(text) > 0 ? text : undefined),
}

const dateValue: UrlValue<string> = { initial: '', parse: (text) => (isCalendarDate(text) ? text : undefined) }

/** A search text that the server accepts. */
const wordsValue: UrlValue<string> = {
  initial: '',
  parse: (text) => (text.isWellFormed() && !text.includes('\0') ? text.slice(0, longestText) : undefined),
}

const zoneValue: UrlValue<string> = { initial: '', parse: (text) => (isTimeZone(text) ? text : undefined) }

/** The filters of a list as written in the URL, in API terms; empty if unused. */
const filterShape = {
  statuses: namesValue(statuses.map(({ name }) => name)),
  waiting_on: choiceValue<string>(waitsFor, ''),
  overdue: choiceValue<string>(['true'], ''),
  handled: choiceValue<string>(['true'], ''),
  dealership: idsValue,
  department: idsValue,
  purpose: idsValue,
  requester: idsValue,
  payee: wordsValue,
  amount_from: amountValue,
  amount_to: amountValue,
  due_from: dateValue,
  due_to: dateValue,
  raised_from: dateValue,
  raised_to: dateValue,
  completed_from: dateValue,
  completed_to: dateValue,
  priority: namesValue(priorities.map(({ name }) => name)),
  /** The time zone of the filter's days, if not the user's own, such as the dealer group's for weekly figures. */
  time_zone: zoneValue,
}

export type FilterName = keyof typeof filterShape
export type FilterValues = Record<FilterName, string>
export type FilterRange = (typeof filterRanges)[number]
export const filterNames = Object.keys(filterShape) as FilterName[]

/** No filters. */
export const noFilters = Object.fromEntries(filterNames.map((name) => [name, ''])) as FilterValues

const dependOnDays: readonly FilterName[] = ['overdue', 'raised_from', 'raised_to', 'completed_from', 'completed_to']

/** The active filters as query parameters of a call, with the user's time zone if needed. */
function filterQuery(values: FilterValues) {
  const used = filterNames.filter((name) => values[name] !== '')
  const hasDays = used.some((name) => dependOnDays.includes(name))
  return {
    ...(hasDays && { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
    ...Object.fromEntries(used.map((name) => [name, values[name]])),
  }
}

/** The error if this range ends before it begins; otherwise undefined. */
export function emptyRange(values: Partial<FilterValues>, [from, to, message]: FilterRange): string | undefined {
  const [first, last] = [values[from], values[to]]
  if (!first || !last) return undefined
  const isBackwards = from === 'amount_from' ? Number(last) < Number(first) : last < first
  return isBackwards ? message : undefined
}

/** Drops the end of a range that ends before it begins, as in a URL edited by hand. */
function withoutEmptyRanges(values: FilterValues): FilterValues {
  const empty = filterRanges.filter((range) => emptyRange(values, range))
  return { ...values, ...Object.fromEntries(empty.map(([, to]) => [to, ''])) }
}

/** The items of a list filter. */
export function partsOf(value: string): string[] {
  return value === '' ? [] : value.split(',')
}

const allStatuses = 0

const shape = {
  search: wordsValue,
  status: choiceValue<StatusId | typeof allStatuses>([allStatuses, ...statuses.map(({ id }) => id)], allStatuses),
  view: choiceValue<ListView>(listViews, 'all'),
  within: choiceValue(clearedWithinDays, 0),
  sort: choiceValue(listSorts, 'newest'),
  ...filterShape,
}

// Approvals begin with the most urgent.
const pendingShape = { ...shape, sort: choiceValue(listSorts, 'priority') }

/**
 * The filter of a list from its URL. A queue has a fixed view. On other screens, the URL can name a view. If the view
 * can't contain the status in the URL, all statuses are shown. A period is ignored outside the completed view.
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
    /** The filters that can be combined; unused ones are empty. */
    filters,
    change,
    /** The whole state as the query string of a URL. */
    query: queryOf(fields, url),
    /** The normalized form of a query string for this list. */
    normalized: (query: string) => queryOf(fields, readUrl(fields, parseSearch(query))),
    /** True if a filter of the screen hides rows. */
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
