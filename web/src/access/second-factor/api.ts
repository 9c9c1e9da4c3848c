import { secondFactorEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'

const queryKey = ['second-factor', 'own']

/** The passkeys and codes of the person. */
export function useOwnSecondFactor() {
  return useQuery({ queryKey, queryFn: read(useApi(), secondFactorEndpoints.read, {}), ...listFreshness })
}

/** Fetches them again. */
export function useRefreshOwnSecondFactor() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey })
}
