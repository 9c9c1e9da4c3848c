import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { ifItWasNotYou, waitingAtStatus } from '@check-requests/domain/notices/inbox/notices.ts'
import type { RequestEvent } from '../../../check-requests/listeners/request-event.ts'
import { moment } from '../../../platform/clock.ts'
import type { Unit } from '../../../services.ts'
import { insertMails, insertWaitingMail } from '../queries/outbox.ts'

/** Schedules emails and chat messages to the users for whom a request is now pending. */
export async function mailWhomItWaitsFor({ trx, now, mails }: Unit, event: RequestEvent): Promise<void> {
  if (event.name === 'deleted') return
  // Most commands have read, along with the request, whether its dealer group has webhooks or chats.
  if (!mails && (event.terms ?? event.request).calls_webhooks === 0) return
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

interface Owner {
  readonly id: number
  readonly dealerGroupId: number | null
}

/** A session that has just begun, with the program and the network that opened it. */
interface NewSession {
  readonly id: string
  readonly agent: string | null
  readonly network: string
}

/** Emails a user about a session on a device on which they had never logged in. */
export async function mailOfNewDevice(
  { trx, now, mails }: Unit,
  { id: user_id, dealerGroupId: dealer_group_id }: Owner,
  session: NewSession,
): Promise<void> {
  if (!mails) return
  const what = {
    event: 'new-device',
    event_key: `new-device/${session.id}`,
    check_request_id: null,
    actor_name: null,
  } as const
  const when = { created_at: moment(now), due_at: moment(now) }
  const text = `${session.agent ?? 'An unknown program'}, from ${session.network}. ${ifItWasNotYou}`
  await insertMails(trx, [{ user_id, dealer_group_id, account_id: user_id, ...what, ...when, text }])
}
