import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import { type WriteNotices, writeNotices } from '#platform/use-write.ts'

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

// Refreshes both lists of users (R225), and the requests that show users' names or offer them as requesters.
const refreshes = ['users', 'check-requests'] as const

export const userNotices = writeNotices('User', { created: refreshes, changed: refreshes })

/** Notices about ending a user's sessions. */
export const endSessionsNotices: WriteNotices<{ ended: number }> = {
  done: 'Logged out everywhere',
  failed: 'Couldn’t log this user out',
  detail: ({ ended }) => endedText(ended),
  refreshes: [],
}

/** Notices about ending one session of a user. */
export const endSessionNotices: WriteNotices = {
  done: 'Session ended',
  failed: 'Couldn’t end the session',
  refreshes: [],
}

/** The number of ended sessions as a sentence. */
export function endedText(ended: number): string {
  if (ended === 0) return 'The user wasn’t logged in.'
  return ended === 1 ? 'One session has ended.' : `${ended} sessions have ended.`
}

/** Notices about removing a user's passkeys and codes. */
export const resetSecondFactorNotices: WriteNotices = {
  done: 'Second factor reset',
  failed: 'Couldn’t reset the second factor',
  detail: () => 'The user is logged out everywhere and notified by email.',
  refreshes: ['users'],
}
