import { checkRequestEndpoints, deliveryFailure } from '@check-requests/domain/check-requests/endpoints.ts'
import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { BulkResult, ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { doneInWords } from '#check-requests/status/transition-labels.ts'
import { useApi } from '#platform/api-context.tsx'
import type { InputOf } from '#platform/call.ts'
import { chartFreshness, listFreshness, pagesByCursor, read, singleCheckFreshness } from '#platform/query-client.ts'
import { useDownload } from '#platform/use-download.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { useWrite } from '#platform/use-write.ts'
import { type Handlers, useWriteWithNotices } from '#platform/use-write-with-notices.ts'

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
    /** Holds the total count. */
    first: data?.pages[0],
    failure: useLoadFailure(list),
    more: { available: hasNextPage, pending: isFetchingNextPage, load: () => void fetchNextPage() },
  }
}

export type CheckRequestList = ReturnType<typeof useCheckRequestList>

/** The first few of a list, for the dashboards. */
export function useFewCheckRequests(filter: ListFilter) {
  const queryFn = read(useApi(), endpoints.list, { query: filter })
  return useQuery({ ...listFreshness, queryKey: [topic, 'few', filter], queryFn, select: (page) => page.items })
}

/** The number of requests at each status. */
export function useSummary() {
  const api = useApi()
  return useQuery({ ...listFreshness, queryKey: [topic, 'summary'], queryFn: read(api, endpoints.summary, {}) })
}

/** The data of the charts; refreshed when something changes, and rarely otherwise. */
export function useInsights() {
  const api = useApi()
  return useQuery({ ...chartFreshness, queryKey: [topic, 'insights'], queryFn: read(api, endpoints.insights, {}) })
}

/** One request with its history. */
export function useCheckRequest(id: number) {
  const api = useApi()
  return useQuery({
    ...singleCheckFreshness,
    queryKey: [topic, 'detail', id],
    queryFn: read(api, endpoints.detail, { params: { id } }),
  })
}

/** Saves all pages of a list as a file. */
export function useExport(format: 'csv' | 'xlsx') {
  const row = format === 'csv' ? endpoints.exportCsv : endpoints.exportSpreadsheet
  return useDownload(row, { name: `check-requests.${format}`, failed: 'Check requests not exported' })
}

/** The number that a new request at this place would get; not fetched before a group is chosen. */
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

/** The values that possible duplicates are searched by. */
export type DuplicatesQuestion = InputOf<typeof endpoints.duplicates>['query']

/**
 * Possible duplicates of a request; not fetched without a question. They only warn, so a failure is neither shown
 * nor retried. `steady`: the previous result stays until the next question is answered.
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

/** Requests whose check numbers are one number, for admins. */
export function useNumberClashes() {
  const api = useApi()
  return useQuery({ ...listFreshness, queryKey: [topic, 'clashes'], queryFn: read(api, endpoints.numberClashes, {}) })
}

/** People for whom an admin can raise a request (A13). */
export function useRequesters(enabled: boolean) {
  const api = useApi()
  return useQuery({
    ...listFreshness,
    queryKey: [topic, 'requesters'],
    queryFn: read(api, endpoints.requesters, {}),
    enabled,
  })
}

const refreshes = [topic] as const

/** Submits a new request (R077, R211). */
export function useCreateCheckRequest(handlers?: Handlers<typeof endpoints.create>) {
  const notices = {
    done: 'Check Request Submitted',
    failed: 'Check create error',
    detail: (_: unknown, { body }: InputOf<typeof endpoints.create>) => formatDollars(Number(body.amount)),
    refreshes,
  }
  return useWriteWithNotices(endpoints.create, notices, handlers)
}

/** Resubmits a sent-back request with edits (A14). */
export function useEditCheckRequest(handlers?: Handlers<typeof endpoints.update>) {
  return useWriteWithNotices(
    endpoints.update,
    { done: 'Check Request Updated', failed: 'Check update error', refreshes },
    handlers,
  )
}

const deliveryRow = { ...endpoints.update, failure: deliveryFailure }

/** Changes the delivery details of a request at Ready (R151, R213). */
export function useUpdateDelivery(handlers?: Handlers<typeof deliveryRow>) {
  return useWriteWithNotices(
    deliveryRow,
    { done: 'Check delivery details updated', failed: 'Check delivery details not updated', refreshes },
    handlers,
  )
}

/** Deletes a request (R106, R232). */
export function useDeleteCheckRequest(handlers?: Handlers<typeof endpoints.remove>) {
  return useWriteWithNotices(
    endpoints.remove,
    { done: 'Check Req removed.', failed: 'Check Req not removed', detail: () => 'Check Req deleted...', refreshes },
    handlers,
  )
}

/** Changes the priority (R176, R215). */
export function useChangePriority(handlers?: Handlers<typeof endpoints.changePriority>) {
  return useWriteWithNotices(
    endpoints.changePriority,
    { done: 'Priority Updated.', failed: 'Priority update error', refreshes },
    handlers,
  )
}

/** Puts a request on hold. */
export function useHold(handlers?: Handlers<typeof endpoints.hold>) {
  return useWriteWithNotices(
    endpoints.hold,
    { done: 'Check request put on hold', failed: 'Check request not put on hold', refreshes },
    handlers,
  )
}

/** Lifts the hold on a request. */
export function useLiftHold() {
  return useWriteWithNotices(endpoints.liftHold, { done: 'Hold lifted', failed: 'Hold not lifted', refreshes })
}

/** Makes a transition of a request (R178, R216). */
export function useChangeStatus(request: ListedRequest, handlers?: Handlers<typeof endpoints.changeStatus>) {
  const detail = ({ status_name }: { status_name: StatusName }) => doneInWords(status_name, request)
  return useWriteWithNotices(
    endpoints.changeStatus,
    { done: 'Comment Added', failed: 'Comment add error', detail, refreshes },
    handlers,
  )
}

/** Makes one transition of several requests. The review dialog shows the result for each. */
export function useChangeStatuses(onSuccess: (results: BulkResult[]) => void) {
  return useWrite(endpoints.changeStatuses, { refreshes, onSuccess })
}

/** The latest value that was present. A placeholder of the query would disappear with the first failure. */
function useLatest<Value>(value: Value | undefined): Value | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}

/** A request that moves while pages are read can appear on two of them. */
function uniqueRows(rows: ListedRequest[]): ListedRequest[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
