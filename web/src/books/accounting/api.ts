import type { AccountsReply, LedgerAccount } from '@check-requests/domain/books/accounting/chart-fields.ts'
import { accountingEndpoints as endpoints } from '@check-requests/domain/books/accounting/endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import type { WriteNotices } from '#platform/use-write.ts'

// The charts that a user can see depend on the organization data that the user can see.
const topic = 'organisation'

/** A dealer group's current chart settings. */
export function useStoredChart(groupId: number) {
  const queryFn = read(useApi(), endpoints.chart, { params: { id: groupId } })
  return useQuery({ queryKey: [topic, 'chart-of-accounts', groupId], queryFn, staleTime: 0 })
}

/**
 * A dealer group's chart settings for a form. The server validates accounting lines, so a failure to load the settings
 * is neither shown nor retried.
 */
export function useChart(groupId: number | null) {
  const { data } = useQuery({
    queryKey: [topic, 'chart-of-accounts', groupId],
    queryFn: read(useApi(), endpoints.chart, { params: { id: groupId ?? 0 } }),
    enabled: groupId !== null,
    staleTime: listFreshness.staleTime,
    retry: false,
  })
  return data
}

interface AccountsQuery {
  readonly search?: string
  readonly in_use?: 'true'
  readonly limit: number
}

/** Accounts that match the search words; the previous results stay until the new ones load. */
export function useAccounts(groupId: number, query: AccountsQuery) {
  return useQuery({
    queryKey: [topic, 'ledger-accounts', groupId, query],
    queryFn: read(useApi(), endpoints.accounts, { params: { id: groupId }, query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** The current state of a single account, fetched only by `refetch` because lists already contain the account. */
export function useStoredAccount(groupId: number, number: string) {
  return useQuery({
    queryKey: [topic, 'numbered-accounts', groupId, [number], 'stored'],
    queryFn: read(useApi(), endpoints.accounts, { params: { id: groupId }, query: { numbers: number } }),
    enabled: false,
    select: (found: AccountsReply) => found.accounts,
  })
}

/**
 * The accounts with these numbers, and whether all numbers have been looked up. A number without an account then
 * doesn't exist in the chart.
 */
export function useNumberedAccounts(groupId: number, numbers: readonly string[]) {
  const distinct = [...new Set(numbers)].sort()
  const { data, isFetching } = useQuery({
    queryKey: [topic, 'numbered-accounts', groupId, distinct],
    queryFn: read(useApi(), endpoints.accounts, { params: { id: groupId }, query: { numbers: distinct.join() } }),
    enabled: distinct.length > 0,
    staleTime: listFreshness.staleTime,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const accounts: readonly LedgerAccount[] = data?.accounts ?? []
  return { accounts, isKnown: distinct.length === 0 || (data !== undefined && !isFetching) }
}

function says(done: string, failed: string): WriteNotices {
  return { done, failed, refreshes: ['organisation'] }
}

export const accountingNotices = {
  create: says('Account added', 'Couldn’t add this account'),
  update: says('Account updated', 'Couldn’t update this account'),
  import: says('Accounts imported', 'Couldn’t import the accounts'),
  defaults: says('Default accounts updated', 'Couldn’t update the default accounts'),
}
