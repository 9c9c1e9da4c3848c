import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import type { SessionUser } from '@check-requests/domain/access/sessions/fields.ts'
import { useQuery } from '@tanstack/react-query'
import type { ApiClient } from '#platform/api-client.ts'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'

/** Fetches the signed-in user for a page that has just loaded and has no token (B1). */
export function fetchSession(api: ApiClient): Promise<SessionUser> {
  return api.call(sessionEndpoints.current, {}, { token: 'bootstrap' })
}

export function sendLogin(api: ApiClient, email: string, password: string): Promise<SessionUser> {
  return api.call(sessionEndpoints.login, { body: { email, password } })
}

export function sendLogout(api: ApiClient): Promise<null> {
  return api.call(sessionEndpoints.logout, {})
}

export function sendSwitchRole(api: ApiClient, roleId: number): Promise<SessionUser> {
  return api.call(sessionEndpoints.switchRole, { body: { role_id: roleId } })
}

/** Demo accounts on the login screen (C1); empty in a real installation. */
export function useDemoAccounts() {
  const api = useApi()
  return useQuery({
    queryKey: ['sessions', 'demo-accounts'],
    queryFn: read(api, sessionEndpoints.demoAccounts, {}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
