import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import { checkEndpoints as endpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { CheckState } from '@check-requests/domain/checks/lifecycle.ts'
import { checkReportEndpoints } from '@check-requests/domain/checks/reports/endpoints.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { listFreshness, pagesByCursor, read, singleCheckFreshness } from '#platform/query-client.ts'

const topic = 'check-requests'

/** The register's filters; 0 or an empty text shows all. Days as `2026-11-23`. */
export interface RegisterFilter {
  readonly account: number
  readonly state: CheckState | ''
  readonly search: string
  readonly from: string
  readonly to: string
  /** Dollars as plain decimal text, such as `1234.50`. */
  readonly amountFrom: string
  readonly amountTo: string
  /** Shows the register as of the end of this day; empty for now. */
  readonly asOf: string
}

/** True for a range of amounts whose maximum is below its minimum. The maximum is then ignored. */
export function endsBelow({ amountFrom, amountTo }: Pick<RegisterFilter, 'amountFrom' | 'amountTo'>): boolean {
  return amountFrom !== '' && amountTo !== '' && Number(amountTo) < Number(amountFrom)
}

/** The query parameters of register calls. */
export function queryOf(filter: RegisterFilter) {
  const { account, state, search, from, to, amountFrom, amountTo, asOf } = filter
  return {
    search,
    ...(account && { bank_account_id: account }),
    ...(state && { state }),
    ...(from && { from }),
    ...(to && { to }),
    ...(amountFrom && { amount_from: amountFrom }),
    ...(amountTo && !endsBelow(filter) && { amount_to: amountTo }),
    ...(asOf && { as_of: asOf }),
  }
}

/** Pages of the checks in the user's accounts, highest number first. */
export function useRegister(filter: RegisterFilter) {
  const api = useApi()
  const query = queryOf(filter)
  const list = useInfiniteQuery({
    ...listFreshness,
    ...pagesByCursor,
    queryKey: [topic, 'checks', query],
    queryFn: (context) =>
      read(api, endpoints.list, { query: { ...query, ...(context.pageParam && { cursor: context.pageParam }) } })(
        context,
      ),
    placeholderData: keepPreviousData,
  })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  return {
    checks: data?.pages.flatMap((page) => page.items),
    /** Null if the search finds too many checks to add up. */
    totals: data?.pages[0] ? data.pages[0].totals : [],
    failure: useLoadFailure(list),
    more: { available: hasNextPage, pending: isFetchingNextPage, load: () => void fetchNextPage() },
  }
}

/** The numbers taken from the chosen account, or from all accounts; undefined until counted. */
export function useTakenNumbers(account: number) {
  const query = account ? { bank_account_id: account } : {}
  const queryFn = read(useApi(), checkReportEndpoints.numbers, { query })
  return useQuery({ ...listFreshness, queryKey: [topic, 'check-numbers', account], queryFn }).data
}

/** A check with its complete history. */
export function useCheck(id: number) {
  const queryFn = read(useApi(), endpoints.one, { params: { id } })
  return useQuery({ ...singleCheckFreshness, queryKey: [topic, 'check', id], queryFn })
}

/** All checks of a request, newest first. */
export function useChecksOfRequest(requestId: number) {
  const queryFn = read(useApi(), endpoints.list, { query: { check_request_id: requestId } })
  return useQuery({ ...listFreshness, queryKey: [topic, 'checks-of-request', requestId], queryFn }).data?.items ?? []
}

/** The user's bank accounts. */
export function useAccountsOfChecks() {
  const queryFn = read(useApi(), bankingEndpoints.list, {})
  return useQuery({ ...listFreshness, queryKey: ['organisation', 'bank-accounts'], queryFn })
}
