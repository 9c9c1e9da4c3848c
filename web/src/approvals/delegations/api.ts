import { delegationEndpoints as endpoints } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import type { WriteNotices } from '#platform/use-write.ts'

/** The user's own delegations or, for admins, those of the dealer group. */
export function useDelegations(enabled: boolean) {
  const queryFn = read(useApi(), endpoints.list, {})
  return useQuery({ ...listFreshness, queryKey: ['organisation', 'delegations'], queryFn, enabled })
}

/** The possible delegates; empty if no approval policy is in force. */
export function useCandidates() {
  const queryFn = read(useApi(), endpoints.candidates, {})
  return useQuery({ ...listFreshness, queryKey: ['organisation', 'delegation-candidates'], queryFn })
}

const refreshes = ['organisation', 'check-requests'] as const

export const createNotices: WriteNotices<{ from: { name: string }; to: { name: string } } | null> = {
  done: 'Delegation created',
  failed: 'Couldn’t create this delegation',
  detail: (created) => (created ? `${created.to.name} approves for ${created.from.name}.` : ''),
  refreshes,
}

export const endNotices: WriteNotices = { done: 'Delegation ended', failed: 'Couldn’t end this delegation', refreshes }
