import type { Actor, RequestState } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import type { Person } from '#access/sessions/session-state.ts'

/** Converts a user to the form that the life-cycle table uses. */
export function actorOf({ id, role, audits }: Person): Actor {
  return { userId: id, role, audits }
}

/** Converts a request to the form that the life-cycle table uses. */
export function stateOf(request: ListedRequest): RequestState {
  const { check } = request
  return {
    status: request.status_name,
    requesterId: request.requester_id,
    hands: request.hands.map(({ user_id, part }) => ({ userId: user_id, part })),
    separationOfDuties: request.separation_of_duties,
    hold: request.hold
      ? { byId: request.hold.by_id, byName: request.hold.by_name, reason: request.hold.reason }
      : undefined,
    check: check ? { draws: check.draws, exists: check.exists, isInRun: check.in_run } : undefined,
  }
}
