import { secondFactorEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'

const queryKey = ['second-factor', 'own']

/** The user's passkeys and codes. */
export function useOwnSecondFactor() {
  return useQuery({ queryKey, queryFn: read(useApi(), secondFactorEndpoints.read, {}), ...listFreshness })
}

/** Refetches the user's passkeys and codes. */
export function useRefreshOwnSecondFactor() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey })
}
