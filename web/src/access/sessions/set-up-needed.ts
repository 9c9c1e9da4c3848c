import { setUpEndpoints } from '@check-requests/domain/access/set-up/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'

/** Whether the installation has no users yet, so that it has to be set up instead of logging in (decision 175). */
export function useSetUpNeeded() {
  const api = useApi()
  return useQuery({
    queryKey: ['sessions', 'set-up'],
    queryFn: read(api, setUpEndpoints.find, {}),
    select: ({ needed }) => needed,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
