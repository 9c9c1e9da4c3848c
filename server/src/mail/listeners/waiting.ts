import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { waitingAtStatus } from '@check-requests/domain/inbox/notices.ts'
import type { RequestEvent } from '../../check-requests/listeners/request-event.ts'
import type { Unit } from '../../services.ts'
import { postToWhomItWaitsFor } from '../commands/post.ts'

/** Mails those for whom a request waits from now on. */
export async function mailWhomItWaitsFor(unit: Unit, event: RequestEvent): Promise<void> {
  if (event.name === 'deleted' || event.after.status_id === undefined) return
  const waiting = waitingAtStatus(statusOf(event.after.status_id).name)
  if (!waiting) return
  const { actor, request } = event
  await postToWhomItWaitsFor(unit, {
    event: waiting.event,
    key: `request/${request.id}/${request.version ?? 0}`,
    actor,
    dealerGroupId: request.dealer_group_id,
    requestId: request.id,
    accountId: null,
    text: null,
  })
}
