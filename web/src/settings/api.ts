import { installationEndpoints } from '@check-requests/domain/operation/installation/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'

/** How this installation runs, for super admins. */
export function useInstallation() {
  return useQuery({ queryKey: ['installation'], queryFn: read(useApi(), installationEndpoints.read, {}) })
}
