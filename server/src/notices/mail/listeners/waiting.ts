import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { waitingAtStatus } from '@check-requests/domain/notices/inbox/notices.ts'
import type { RequestEvent } from '../../../check-requests/listeners/request-event.ts'
import { moment } from '../../../platform/clock.ts'
import type { Unit } from '../../../services.ts'
import { insertWaitingMail } from '../queries/outbox.ts'

/** Schedules emails to the users for whom a request is now pending, if a mail server is configured. */
export async function mailWhomItWaitsFor({ trx, now, mails }: Unit, event: RequestEvent): Promise<void> {
  if (!mails || event.name === 'deleted') return
  const { name, actor, request, approves = false } = event
  const isRouted = name === 'routed'
  const statusId = isRouted ? request.status_id : event.after.status_id
  if (statusId === undefined) return
  const leavesSteps = isRouted || (approves && Boolean(request.policy_number))
  const waiting = waitingAtStatus(statusOf(statusId).name, leavesSteps)
  if (!waiting) return
  await insertWaitingMail(trx, {
    dealer_group_id: request.dealer_group_id,
    check_request_id: request.id,
    version: request.version ?? 0,
    event: waiting.event,
    actor_id: actor.userId,
    created_at: moment(now),
  })
}
