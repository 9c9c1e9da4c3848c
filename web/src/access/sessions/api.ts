import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import type { SessionUser } from '@check-requests/domain/access/sessions/fields.ts'
import type { ApiClient } from '#platform/api-client.ts'

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
