import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { useCheckRequestList } from '#check-requests/api.ts'
import { useApi } from '#platform/api-context.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { listFreshness, pagesByCursor, read, singleCheckFreshness } from '#platform/query-client.ts'

// Checks belong to requests, so changes to checks also change requests.
const topic = 'check-requests'
const progressMilliseconds = 300

/** The accounts that the user works with. */
export function useOpenAccounts() {
  const queryFn = read(useApi(), bankingEndpoints.list, {})
  const query = useQuery({ queryKey: ['organisation', 'bank-accounts'], queryFn, ...listFreshness, staleTime: 0 })
  const failure = useLoadFailure(query)
  return { accounts: query.data?.filter(({ state }) => state === 'active'), failure }
}

function runsOf(api: ReturnType<typeof useApi>, accountId: number) {
  return {
    ...listFreshness,
    queryKey: [topic, 'print-runs', accountId],
    queryFn: read(api, printRunEndpoints.list, { query: { bank_account_id: accountId } }),
    staleTime: 0,
  }
}

/** The newest print runs of an account. */
export function usePrintRuns(accountId: number) {
  return useQuery(runsOf(useApi(), accountId))
}

/** The matching requests that block printing, by request; only fetched for users who can print. */
export function useWaitingForReasons(accountId: number, enabled: boolean): ReadonlyMap<number, string> {
  const queryFn = read(useApi(), printRunEndpoints.waiting, { query: { bank_account_id: accountId } })
  const { data } = useQuery({ queryKey: [topic, 'prints-waiting', accountId], queryFn, ...listFreshness, enabled })
  return new Map(data?.map(({ check_request_id: id, sentence }) => [id, sentence]))
}

/** The groups of approved requests that can share a check; only fetched for users who can print. */
export function useCombinable(accountId: number, enabled: boolean): readonly (readonly number[])[] {
  const queryFn = read(useApi(), printRunEndpoints.combinable, { query: { bank_account_id: accountId } })
  const { data } = useQuery({ queryKey: [topic, 'combinable', accountId], queryFn, ...listFreshness, enabled })
  return data?.map(({ check_request_ids }) => check_request_ids) ?? []
}

/**
 * The users who printed each run of these accounts, if loaded. Used only to predict whether the server would refuse a
 * signature.
 */
export function useRunsOfAccounts(accounts: readonly Pick<BankAccountReply, 'id'>[]) {
  const api = useApi()
  return useQueries({ queries: accounts.map(({ id }) => runsOf(api, id)) }).flatMap(({ data }) => data ?? [])
}

/** A print run with its checks. */
export function usePrintRun(id: number) {
  const queryFn = read(useApi(), printRunEndpoints.one, { params: { id } })
  return useQuery({ queryKey: [topic, 'print-run', id], queryFn, ...singleCheckFreshness })
}

/** The progress of a print run's file, fetched only while a user waits for it. */
export function useRunProgress(id: number, enabled: boolean) {
  const queryFn = read(useApi(), printRunEndpoints.progress, { params: { id } })
  const asked = { queryKey: [topic, 'print-run-progress', id], queryFn, enabled }
  return useQuery({ ...asked, refetchInterval: progressMilliseconds, staleTime: 0, gcTime: 0 }).data
}

/** Why the user can't sign printed checks, by check; empty until loaded. */
export function useSigningRefusals(): ReadonlyMap<number, string> {
  const queryFn = read(useApi(), leavingEndpoints.toSign, {})
  const { data } = useQuery({ queryKey: [topic, 'signing-refusals'], queryFn, ...listFreshness, staleTime: 0 })
  return new Map(data?.flatMap(({ check_id, refusal }) => (refusal === null ? [] : [[check_id, refusal] as const])))
}

/** Printed checks that need signatures. */
export function useChecksToSign() {
  const api = useApi()
  const list = useInfiniteQuery({
    ...listFreshness,
    ...pagesByCursor,
    queryKey: [topic, 'checks-to-sign'],
    queryFn: (context) =>
      read(api, checkEndpoints.list, {
        query: { state: 'printed', limit: 200, ...(context.pageParam && { cursor: context.pageParam }) },
      })(context),
  })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  return {
    checks: data?.pages.flatMap(({ items }) => items),
    failure: useLoadFailure(list),
    more: { available: hasNextPage, pending: isFetchingNextPage, load: () => void fetchNextPage() },
  }
}

/** The maximum number of dealerships in a list filter. If an account has more, the browser filters the rows. */
export const mostInFilter = 50

/** Approved requests of the account's dealerships, earliest due date first. */
export function useApproved({ dealerships }: Pick<BankAccountReply, 'dealerships'>, search = '') {
  const fits = dealerships.length <= mostInFilter
  const dealership = fits ? { dealership: dealerships.map(({ id }) => id).join() } : {}
  const words = search === '' ? {} : { search }
  const list = useCheckRequestList({ statuses: 'approved', sort: 'due', limit: 100, ...dealership, ...words })
  const names = new Set(dealerships.map(({ name }) => name))
  const rows = fits ? list.rows : list.rows?.filter((row) => names.has(row.dealership_name ?? ''))
  return { list, rows }
}

/** The number and total of these dealerships' approved requests; undefined until loaded. */
export function useApprovedSum(dealershipIds: readonly number[]): string | undefined {
  const { first } = useCheckRequestList({ statuses: 'approved', dealership: dealershipIds.join(), limit: 1 })
  if (!first) return undefined
  const count = first.total === 1 ? '1 request' : `${first.total} requests`
  return first.sum === null ? count : `${count}, ${formatDollars(first.sum)}`
}
