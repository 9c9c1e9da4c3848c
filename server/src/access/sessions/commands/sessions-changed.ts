import type { Change } from '../../../platform/change-feed.ts'

/** Sessions of this user have begun, changed or ended: what was known of them in memory no longer holds. */
export function sessionsChanged(userId: number): Change {
  return { topic: 'sessions', id: userId, scopes: ['sessions', `sessions:${userId}`] }
}
