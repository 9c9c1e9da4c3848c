import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import type { PayeeState } from '@check-requests/domain/payees/lifecycle.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { listFreshness, pagesByCursor, read } from '#platform/query-client.ts'
import type { WriteNotices } from '#platform/use-write.ts'

// The payees that a user can see depend on the organization data that the user can see.
const topic = 'organisation'

/** The filters of the payee list; an empty state shows all. */
export interface PayeeFilter {
  readonly search: string
  readonly state: PayeeState | ''
}

/** Pages of the payees in the user's scope, by name. */
export function usePayeeList({ search, state }: PayeeFilter) {
  const api = useApi()
  const filter = { search, ...(state && { state }) }
  const list = useInfiniteQuery({
    ...listFreshness,
    ...pagesByCursor,
    queryKey: [topic, 'payees', filter],
    queryFn: (context) =>
      read(api, endpoints.list, { query: { ...filter, ...(context.pageParam && { cursor: context.pageParam }) } })(
        context,
      ),
    placeholderData: keepPreviousData,
  })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  return {
    payees: data?.pages.flatMap((page) => page.items),
    failure: useLoadFailure(list),
    more: { available: hasNextPage, pending: isFetchingNextPage, load: () => void fetchNextPage() },
  }
}

/** A payee's current data. */
export function usePayee(id: number, { enabled = true } = {}) {
  const queryFn = read(useApi(), endpoints.one, { params: { id } })
  return useQuery({ queryKey: [topic, 'payee', id], queryFn, ...listFreshness, enabled })
}

/** The current data of those given payees that have loaded. */
export function usePayeesById(ids: readonly number[]): PayeeReply[] {
  const api = useApi()
  const queries = ids.map((id) => ({
    queryKey: [topic, 'payee', id],
    queryFn: read(api, endpoints.one, { params: { id } }),
    staleTime: listFreshness.staleTime,
  }))
  return useQueries({ queries }).flatMap(({ data }) => data ?? [])
}

/** Employees and payees similar to a payee. Only a warning, so a failure isn't shown. */
export function useLikePayees(id: number) {
  const queryFn = read(useApi(), endpoints.similarity, { params: { id } })
  return useQuery({ queryKey: [topic, 'like-payees', id], queryFn, staleTime: listFreshness.staleTime }).data ?? []
}

/** The payments to a payee, and requests in progress. */
export function usePayments(id: number) {
  const queryFn = read(useApi(), endpoints.payments, { params: { id } })
  const query = useQuery({ queryKey: ['check-requests', 'payments', id], queryFn, staleTime: 0 })
  return { payments: query.data, failure: useLoadFailure(query) }
}

/** The documents of a payee's requests. */
export function usePayeeDocuments(id: number) {
  const queryFn = read(useApi(), endpoints.documents, { params: { id } })
  const query = useQuery({ queryKey: ['check-requests', 'payee-documents', id], queryFn, staleTime: 0 })
  return { documents: query.data, failure: useLoadFailure(query) }
}

/** A dealer group's current payee settings. */
export function usePayeeSettings(groupId: number) {
  const queryFn = read(useApi(), endpoints.settings, { params: { id: groupId } })
  return useQuery({ queryKey: [topic, 'payee-settings', groupId], queryFn, staleTime: 0 })
}

/** A payee's W-9 data. The audit trail records each view, so the data is fetched once and not cached. */
export function useTaxForm(id: number) {
  const queryFn = read(useApi(), endpoints.taxForm, { params: { id } })
  return useQuery({ queryKey: ['tax-form', id], queryFn, staleTime: 'static', gcTime: 0, retry: false })
}

// Requests show data about their payees, so requests are refetched too.
const refreshes = ['organisation', 'check-requests'] as const

function says(done: string, failed: string): WriteNotices {
  return { done, failed, refreshes }
}

export const payeeNotices = {
  create: says('Payee added', 'Couldn’t add this payee'),
  update: says('Payee updated', 'Couldn’t update this payee'),
  verify: says('Payee verified', 'Couldn’t verify this payee'),
  block: says('Payee blocked', 'Couldn’t block this payee'),
  merge: says('Payees merged', 'Couldn’t merge the payees'),
  unblock: says('Payee unblocked', 'Couldn’t unblock this payee'),
  taxForm: says('W-9 saved', 'Couldn’t save the W-9'),
  settings: says('Settings updated', 'Couldn’t update the settings'),
}
