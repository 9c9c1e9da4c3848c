import { requirementEndpoints as endpoints } from '@check-requests/domain/check-requests/required/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import type { WriteNotices } from '#platform/use-write.ts'

/** A dealer group's current requirements by purpose. */
export function useStoredRequirements(groupId: number) {
  const queryFn = read(useApi(), endpoints.get, { params: { id: groupId } })
  return useQuery({ queryKey: ['organisation', 'demands', groupId], queryFn, staleTime: 0 })
}

/**
 * A dealer group's requirements for a purpose, for a form. The server refuses incomplete requests, so a failure to load
 * the requirements is neither shown nor retried.
 */
export function useRequirements(groupId: number | null, purposeId: number | null) {
  const { data } = useQuery({
    queryKey: ['organisation', 'demands', groupId],
    queryFn: read(useApi(), endpoints.get, { params: { id: groupId ?? 0 } }),
    enabled: groupId !== null,
    staleTime: listFreshness.staleTime,
    retry: false,
  })
  return data?.purposes.find(({ purpose_id }) => purpose_id === purposeId)?.demands ?? []
}

export const requirementNotices: WriteNotices = {
  done: 'Settings updated',
  failed: 'Couldn’t update the settings',
  refreshes: ['organisation', 'check-requests'],
}
