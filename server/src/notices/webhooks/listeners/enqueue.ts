import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type WebhookBody, webhookEventOf } from '@check-requests/domain/notices/webhooks/events.ts'
import type { RequestEvent } from '../../../check-requests/listeners/request-event.ts'
import { moment } from '../../../platform/clock.ts'
import type { Unit } from '../../../services.ts'
import { insertDeliveries, listActive, newMessageId, unsentAt } from '../queries/deliveries.ts'

/** Adds a call to the outbox of each active webhook that subscribes to the event. */
export async function callWebhooks(unit: Unit, event: RequestEvent): Promise<void> {
  const type = webhookEventOf(event.name)
  if (!type || hasNone(event)) return
  const { dealer_group_id, id, request_number } = event.request
  const current = event.name === 'deleted' ? event.request : { ...event.request, ...event.after }
  const { dealership_id, department_id } = current
  const status = statusOf(current.status_id).name
  const data = { id, request_number, status, dealership_id, department_id, by: event.actor.name }
  await callSubscribed(unit, dealer_group_id, { type, timestamp: moment(unit.now), data }, id)
}

/** Bank payments on an account that don’t match the register. `by`: who imported them or undid a clearing. */
interface FoundExceptions {
  readonly account: { readonly id: number; readonly name: string; readonly dealer_group_id: number }
  readonly count: number
  readonly kinds: readonly string[]
  readonly by: string
}

/** Calls the webhooks that subscribe to bank exceptions, once for all those of a file. */
export function callWebhooksOfExceptions(unit: Unit, { account, count, kinds, by }: FoundExceptions): Promise<void> {
  const data = { bank_account_id: account.id, bank_account: account.name, count, kinds: [...kinds], by }
  const body = { type: 'bank-exception.found', timestamp: moment(unit.now), data } as const
  return callSubscribed(unit, account.dealer_group_id, body, null)
}

async function callSubscribed(
  { trx, now }: Unit,
  dealer_group_id: number,
  body: WebhookBody,
  check_request_id: number | null,
): Promise<void> {
  const active = await listActive(trx, dealer_group_id)
  const subscribed = active.filter(({ events }) => events.split(',').includes(body.type))
  if (subscribed.length === 0) return
  const call = { dealer_group_id, event: body.type, check_request_id, body: JSON.stringify(body) }
  const unsent = { ...call, ...unsentAt(moment(now)) }
  await insertDeliveries(
    trx,
    subscribed.map(({ id }) => ({ ...unsent, webhook_id: id, message_id: newMessageId() })),
  )
}

/** True if the command has read, along with the request, that its dealer group has no active webhook. */
function hasNone(event: RequestEvent): boolean {
  const terms = event.name === 'deleted' ? undefined : event.terms
  return (terms ?? event.request).calls_webhooks === 0
}
