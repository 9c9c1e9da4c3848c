import { approvalEndpoints as endpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { read, singleCheckFreshness } from '#platform/query-client.ts'

/**
 * The way of a request through the policy of its dealer group; null where no policy holds for it. It changes with the
 * request. A failure is not shown: the server refuses what is not somebody's turn, whatever the screen offers.
 */
export function useApproval(id: number) {
  const queryFn = read(useApi(), endpoints.approval, { params: { id } })
  return useQuery({ ...singleCheckFreshness, queryKey: ['check-requests', 'approval', id], queryFn, retry: false })
}
