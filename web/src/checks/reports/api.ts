import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import { checkReportEndpoints } from '@check-requests/domain/checks/reports/endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import type { WriteNotices } from '#platform/use-write.ts'

/** Stale checks of all the user's accounts. */
export function useStaleChecks() {
  const queryFn = read(useApi(), checkReportEndpoints.stale, { query: {} })
  return useQuery({ ...listFreshness, queryKey: ['check-requests', 'stale-checks'], queryFn })
}

/** The checks with red flags in a period, both days inclusive. */
export function useRedFlags(period: { readonly from: string; readonly to: string }) {
  const queryFn = read(useApi(), checkReportEndpoints.redFlags, { query: period })
  const queryKey = ['check-requests', 'red-flags', period]
  return useQuery({ ...listFreshness, queryKey, queryFn, placeholderData: keepPreviousData })
}

/** A dealer group's rules for unclaimed property. */
export function useUnclaimedProperty(groupId: number) {
  const queryFn = read(useApi(), bankingEndpoints.unclaimed, { params: { id: groupId } })
  return useQuery({ queryKey: ['organisation', 'unclaimed-property', groupId], queryFn, staleTime: 0 })
}

export const unclaimedNotices: WriteNotices = {
  done: 'Rules saved',
  failed: 'Couldn’t save the rules',
  refreshes: ['organisation', 'check-requests'],
}
