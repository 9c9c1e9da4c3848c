import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'

/** Users in the admin's scope, newest first (R197). */
export function useUsers(enabled = true) {
  const queryFn = read(useApi(), userEndpoints.list, {})
  return useQuery({ queryKey: ['users', 'list'], queryFn, ...listFreshness, enabled })
}

/** Wrong passwords for the users in the admin's scope, newest first. */
export function useFailedLogins() {
  const queryFn = read(useApi(), userEndpoints.failedLogins, {})
  return useQuery({ queryKey: ['users', 'failed-logins'], queryFn, ...listFreshness })
}
