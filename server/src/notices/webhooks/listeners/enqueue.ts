import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type WebhookBody, webhookEventOf } from '@check-requests/domain/notices/webhooks/events.ts'
import type { RequestEvent } from '../../../check-requests/listeners/request-event.ts'
import { moment } from '../../../platform/clock.ts'
import type { Unit } from '../../../services.ts'
import { insertDeliveries, listActive } from '../queries/deliveries.ts'

/** Adds a call to the outbox of each active webhook that subscribes to the event. */
export async function callWebhooks({ trx, now }: Unit, event: RequestEvent): Promise<void> {
  const type = webhookEventOf(event.name)
  if (!type || hasNone(event)) return
  const { dealer_group_id, id, request_number } = event.request
  const subscribed = (await listActive(trx, dealer_group_id)).filter(({ events }) => events.split(',').includes(type))
  if (subscribed.length === 0) return
  const at = moment(now)
  const current = event.name === 'deleted' ? event.request : { ...event.request, ...event.after }
  const body: WebhookBody = {
    type,
    timestamp: at,
    data: {
      id,
      request_number,
      status: statusOf(current.status_id).name,
      dealership_id: current.dealership_id,
      department_id: current.department_id,
      by: event.actor.name,
    },
  }
  const call = { dealer_group_id, event: type, check_request_id: id, body: JSON.stringify(body) }
  const times = { created_at: at, due_at: at, leased_by: null, leased_until: null, outcome: null, answer: null }
  await insertDeliveries(
    trx,
    subscribed.map((webhook) => ({
      ...call,
      ...times,
      webhook_id: webhook.id,
      message_id: `msg_${crypto.randomUUID().replaceAll('-', '')}`,
      ended_at: null,
    })),
  )
}

/** True if the command has read, along with the request, that its dealer group has no active webhook. */
function hasNone(event: RequestEvent): boolean {
  const terms = event.name === 'deleted' ? undefined : event.terms
  return (terms ?? event.request).calls_webhooks === 0
}
