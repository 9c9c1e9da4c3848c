import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import { nextTarget, sharedTransitions } from '@check-requests/domain/check-requests/list/shared-transitions.ts'
import type { BulkResult, ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import type { Person } from '#access/sessions/session-state.ts'
import { actorOf, stateOf } from '#check-requests/status/request-state.ts'

/** One transition of several requests. `before`: the requests just moved here by the previous transition. */
export interface BulkStep {
  readonly to: StatusName
  readonly requests: readonly ListedRequest[]
  readonly before?: readonly ListedRequest[]
}

/** The requests as changed by the results, in review order. */
export function doneOf(requests: readonly ListedRequest[], results: readonly BulkResult[]): ListedRequest[] {
  const byId = new Map(results.map((result) => [result.id, result]))
  return requests.flatMap((request) => {
    const result = byId.get(request.id)
    return result?.done ? [moved(request, result)] : []
  })
}

// The server made the transition on the version that was sent, so nothing else changed in between.
function moved(request: ListedRequest, { entry }: BulkResult & { done: true }): ListedRequest {
  return {
    ...request,
    version: request.version + 1,
    status_id: entry.status_id as ListedRequest['status_id'],
    status_name: entry.status_name,
    status_changed_at: entry.timestamp,
    check_number: entry.check_number ?? request.check_number,
  }
}

/** The next transition for these requests if this user can make exactly one; otherwise undefined. */
export function stepAfter(person: Person, done: readonly ListedRequest[]): BulkStep | undefined {
  const [first] = done
  const to = first && nextTarget(person.role, first.status_name)
  if (!to) return undefined
  const [transition] = sharedTransitions(actorOf(person), done.map(stateOf), [to])
  return transition?.blocked ? undefined : { to, requests: done, before: done }
}
