import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { suggestionEndpoints } from '@check-requests/domain/suggestions/endpoints.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '#platform/api-context.tsx'
import type { InputOf } from '#platform/call.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { chartFreshness, listFreshness, pagesByCursor, read, singleCheckFreshness } from '#platform/query-client.ts'

const topic = 'check-requests'
const endpoints = checkRequestEndpoints

/** The parameters of a list: view, status, search, within, sort, limit. */
export type ListFilter = Omit<InputOf<typeof endpoints.list>['query'], 'cursor'>

type NumberPlace = InputOf<typeof endpoints.nextNumber>['query']

/** Pages of a list by cursor. The rows of the previous filter stay until the new ones arrive. */
export function useCheckRequestList(filter: ListFilter) {
  const api = useApi()
  const list = useInfiniteQuery({
    ...listFreshness,
    ...pagesByCursor,
    queryKey: [topic, 'list', filter],
    queryFn: (context) => read(api, endpoints.list, { query: { ...filter, cursor: context.pageParam } })(context),
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const data = useLatest(list.data)
  const rows = useMemo(() => data && uniqueRows(data.pages.flatMap((page) => page.items)), [data])
  return {
    rows,
    /** The first page, which includes the total count. */
    first: data?.pages[0],
    failure: useLoadFailure(list),
    more: { available: hasNextPage, pending: isFetchingNextPage, load: () => void fetchNextPage() },
  }
}

export type CheckRequestList = ReturnType<typeof useCheckRequestList>

/** The first few rows of a list, for the dashboards. */
export function useFewCheckRequests(filter: ListFilter) {
  const queryFn = read(useApi(), endpoints.list, { query: filter })
  return useQuery({ ...listFreshness, queryKey: [topic, 'few', filter], queryFn, select: (page) => page.items })
}

/** The number of requests at each status. */
export function useSummary() {
  const api = useApi()
  return useQuery({ ...listFreshness, queryKey: [topic, 'summary'], queryFn: read(api, endpoints.summary, {}) })
}

/** The parameters of the charts: the period in weeks, and a dealership. */
export type InsightsQuestion = InputOf<typeof endpoints.insights>['query']

/** The chart data, refetched after changes and rarely otherwise; the last data stays until new data arrives. */
export function useInsights(query: InsightsQuestion) {
  const api = useApi()
  return useQuery({
    ...chartFreshness,
    queryKey: [topic, 'insights', query],
    queryFn: read(api, endpoints.insights, { query }),
    placeholderData: keepPreviousData,
  })
}

/** A request with its history; not fetched without an id. */
export function useCheckRequest(id: number | null) {
  const api = useApi()
  return useQuery({
    ...singleCheckFreshness,
    queryKey: [topic, 'detail', id],
    queryFn: read(api, endpoints.detail, { params: { id: id ?? 0 } }),
    enabled: id !== null,
  })
}

/** The number that a new request at this location would get. Not fetched before a dealer group is chosen. */
export function useNextNumber(place: NumberPlace | undefined) {
  const api = useApi()
  return useQuery({
    ...listFreshness,
    queryKey: [topic, 'next-number', place],
    queryFn: read(api, endpoints.nextNumber, { query: place ?? { dealer_group_id: 0 } }),
    enabled: place !== undefined,
    placeholderData: keepPreviousData,
  })
}

/** The search values for possible duplicates. */
export type DuplicatesQuestion = InputOf<typeof endpoints.duplicates>['query']

/**
 * Possible duplicates of a request; not fetched without a question. The result is only a warning, so a failure is
 * neither shown nor retried. `steady`: the previous result stays until the next one arrives.
 */
export function useDuplicates(question: DuplicatesQuestion | undefined, { steady = false } = {}) {
  const api = useApi()
  const { data, isPending } = useQuery({
    queryKey: [topic, 'duplicates', question],
    queryFn: read(api, endpoints.duplicates, { query: question ?? {} }),
    enabled: question !== undefined,
    retry: false,
    ...(steady && { placeholderData: keepPreviousData }),
  })
  return question ? { data, isPending } : { data: undefined, isPending: false }
}

/**
 * The next check numbers of these requests, by id; empty until loaded. The numbers stay unchanged while shown, even if
 * other users use numbers, because the user compares them with printed checks.
 */
export function useNextCheckNumbers(ids: readonly number[]): Readonly<Record<number, string>> {
  const api = useApi()
  const { data = [] } = useQuery({
    queryKey: [topic, 'next-check-numbers', ids],
    queryFn: read(api, endpoints.nextCheckNumbers, { query: { ids: ids.join() } }),
    enabled: ids.length > 0,
    retry: false,
    staleTime: 'static',
    gcTime: 0,
  })
  return Object.fromEntries(data.map(({ id, check_number }) => [id, check_number]))
}

/**
 * Fetches the location of a requester's newest request; null if there is no request or the location can't be fetched.
 */
export function useAskForLastPlace() {
  const api = useApi()
  return (requester_id: number) =>
    api.call(suggestionEndpoints.lastPlace, { query: { requester_id } }).catch(() => null)
}

/** The location of the user's newest request; null if there is no request or the location can't be fetched. */
export function useLastPlace(enabled: boolean) {
  const api = useApi()
  const { data, isLoading } = useQuery({
    queryKey: [topic, 'last-place'],
    queryFn: read(api, suggestionEndpoints.lastPlace, { query: {} }),
    enabled,
    retry: false,
  })
  return { place: data ?? null, isLoading }
}

type CodingQuestion = InputOf<typeof suggestionEndpoints.usualCoding>['query']

/** What most earlier requests to a payee have in common. Only a suggestion, so a failure is neither shown nor retried. */
export function useUsualCoding(question: CodingQuestion | undefined) {
  const { data } = useQuery({
    queryKey: [topic, 'usual-coding', question],
    queryFn: read(useApi(), suggestionEndpoints.usualCoding, { query: question ?? { dealer_group_id: 0, payee: '-' } }),
    enabled: question !== undefined,
    retry: false,
  })
  return question && data
}

type PayeesQuestion = InputOf<typeof suggestionEndpoints.payees>['query']

/**
 * Payees of earlier requests; empty without a question. The payees are only suggestions, so a failure is neither shown
 * nor retried.
 */
export function usePayees(question: PayeesQuestion | undefined) {
  const api = useApi()
  const { data = [] } = useQuery({
    ...listFreshness,
    queryKey: [topic, 'payees', question],
    queryFn: read(api, suggestionEndpoints.payees, { query: question ?? { dealer_group_id: 0 } }),
    enabled: question !== undefined,
    retry: false,
    placeholderData: keepPreviousData,
  })
  return data
}

/** Requests that share a check number, for admins. */
export function useNumberClashes() {
  const api = useApi()
  return useQuery({ ...listFreshness, queryKey: [topic, 'clashes'], queryFn: read(api, endpoints.numberClashes, {}) })
}

/** Users for whom an admin can create a request (A13). */
export function useRequesters(enabled: boolean) {
  const api = useApi()
  return useQuery({
    ...listFreshness,
    queryKey: [topic, 'requesters'],
    queryFn: read(api, endpoints.requesters, {}),
    enabled,
  })
}

/** Remembers the latest defined value. A query's placeholder data would disappear after the first failure. */
function useLatest<Value>(value: Value | undefined): Value | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}

/** Removes duplicate rows. A request that moves while pages load can appear on two pages. */
function uniqueRows(rows: ListedRequest[]): ListedRequest[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
