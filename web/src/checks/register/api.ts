import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import { checkEndpoints as endpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { CheckState } from '@check-requests/domain/checks/lifecycle.ts'
import { checkReportEndpoints } from '@check-requests/domain/checks/reports/endpoints.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { listFreshness, pagesByCursor, read, singleCheckFreshness } from '#platform/query-client.ts'

const topic = 'check-requests'

/** What narrows the register; 0 and empty texts show all. Days as `2026-11-23`. */
export interface RegisterFilter {
  readonly account: number
  readonly state: CheckState | ''
  readonly search: string
  readonly from: string
  readonly to: string
  /** Dollars as plain decimal text. */
  readonly amountFrom: string
  readonly amountTo: string
  /** The register as it was at the end of this day; empty for now. */
  readonly asOf: string
}

/** True for amounts between which there is none, since the highest is below the lowest; the highest then has no say. */
export function endsBelow({ amountFrom, amountTo }: Pick<RegisterFilter, 'amountFrom' | 'amountTo'>): boolean {
  return amountFrom !== '' && amountTo !== '' && Number(amountTo) < Number(amountFrom)
}

/** What the calls about the register are asked with. */
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

/** Pages of the checks of the accounts that the person works with, by number, the highest first. */
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
    /** Null where words find too many to add up. */
    totals: data?.pages[0] ? data.pages[0].totals : [],
    failure: useLoadFailure(list),
    more: { available: hasNextPage, pending: isFetchingNextPage, load: () => void fetchNextPage() },
  }
}

/** The numbers that were taken from the account that is shown, or from all; undefined until they are counted. */
export function useTakenNumbers(account: number) {
  const query = account ? { bank_account_id: account } : {}
  const queryFn = read(useApi(), checkReportEndpoints.numbers, { query })
  return useQuery({ ...listFreshness, queryKey: [topic, 'check-numbers', account], queryFn }).data
}

/** A check with its whole story. */
export function useCheck(id: number) {
  const queryFn = read(useApi(), endpoints.one, { params: { id } })
  return useQuery({ ...singleCheckFreshness, queryKey: [topic, 'check', id], queryFn })
}

/** The checks that a request ever had, the newest first. */
export function useChecksOfRequest(requestId: number) {
  const queryFn = read(useApi(), endpoints.list, { query: { check_request_id: requestId } })
  return useQuery({ ...listFreshness, queryKey: [topic, 'checks-of-request', requestId], queryFn }).data?.items ?? []
}

/** The bank accounts that the person works with. */
export function useAccountsOfChecks() {
  const queryFn = read(useApi(), bankingEndpoints.list, {})
  return useQuery({ ...listFreshness, queryKey: ['organisation', 'bank-accounts'], queryFn })
}
