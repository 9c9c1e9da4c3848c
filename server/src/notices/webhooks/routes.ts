import { webhookEndpoints as endpoints } from '@check-requests/domain/notices/webhooks/endpoints.ts'
import { type WebhookBody, webhookEventNames } from '@check-requests/domain/notices/webhooks/events.ts'
import type { DeliveryReply, OwnChatReply, WebhookReply } from '@check-requests/domain/notices/webhooks/fields.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { moment } from '../../platform/clock.ts'
import { Failure, notFound } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import {
  change,
  createWebhook,
  endWebhook,
  type Find,
  noteWebhook,
  requireConfirmed,
  requireWebhook,
  resumeWebhook,
  rotateSecret,
} from './commands/manage.ts'
import { addChat, endChat, requireChat, resumeChat } from './commands/own-chat.ts'
import { callReceiver, eventFor } from './commands/send.ts'
import {
  allowsChats,
  countPending,
  type Delivery,
  findChatOf,
  findDelivery,
  findWebhook,
  insertDeliveries,
  listDeliveries,
  listWebhooks,
  newMessageId,
  unsentAt,
  type Webhook,
} from './queries/deliveries.ts'

const deliveriesInPage = 100

export function registerWebhooks(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const one = async (id: number) => {
    const webhook = await findWebhook(read, id)
    if (!webhook) throw notFound('webhook')
    return presentWebhook(webhook, (await countPending(read, [id])).get(id) ?? 0)
  }
  const delivery = async (id: number) => {
    const row = await findDelivery(read, id)
    if (!row) throw notFound('delivery')
    return presentDelivery(row)
  }
  api.on(endpoints.list, async ({ caller }) => {
    const webhooks = await listWebhooks(read, caller.scope.dealerGroupId)
    const pending = await countPending(
      read,
      webhooks.map(({ id }) => id),
    )
    return { message: 'Webhooks', data: webhooks.map((row) => presentWebhook(row, pending.get(row.id) ?? 0)) }
  })
  api.on(endpoints.create, async ({ caller, repeatable, body }) => {
    const { id, secret } = await createWebhook(services, { caller, repeatable }, body)
    return { message: 'Webhook added', data: { webhook: await one(id), secret } }
  })
  api.on(endpoints.end, async ({ caller, repeatable, params }) => ({
    message: 'Webhook removed',
    data: await one(await endWebhook(services, { caller, repeatable }, params.id)),
  }))
  api.on(endpoints.resume, async ({ caller, repeatable, params }) => ({
    message: 'Webhook switched on',
    data: await one(await resumeWebhook(services, { caller, repeatable }, params.id)),
  }))
  api.on(endpoints.rotate, async ({ caller, repeatable, params }) => {
    const secret = await rotateSecret(services, { caller, repeatable }, params.id)
    return { message: 'Secret replaced', data: { webhook: await one(params.id), secret } }
  })
  api.on(endpoints.test, async ({ caller, params }) => ({
    message: 'Test sent',
    data: await delivery(await sendTest(services, caller, (db) => requireConfirmed(db, caller, params.id))),
  }))
  api.on(endpoints.deliveries, async ({ caller, params, query }) => {
    await requireWebhook(read, caller, params.id)
    const rows = await listDeliveries(read, params.id, query.before, deliveriesInPage)
    return { message: 'Deliveries', data: rows.map(presentDelivery) }
  })
  api.on(endpoints.resend, async ({ caller, params }) => ({
    message: 'Sent again',
    data: await delivery(await resend(services, caller, params)),
  }))
  registerOwnChat(api, services)
}

/** Calls about the caller's own chat. They name no chat, so that no other one can be reached. */
function registerOwnChat(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const own = async ({ userId, scope: { dealerGroupId } }: Caller): Promise<OwnChatReply> => {
    const chat = await findChatOf(read, userId)
    const [last] = chat ? await listDeliveries(read, chat.id, undefined, 1) : []
    return {
      is_allowed: dealerGroupId !== null && (await allowsChats(read, dealerGroupId)),
      chat: chat ? presentWebhook(chat, (await countPending(read, [chat.id])).get(chat.id) ?? 0) : null,
      last: last ? presentDelivery(last) : null,
    }
  }
  api.on(endpoints.ownChat, async ({ caller }) => ({ message: 'Your chat', data: await own(caller) }))
  api.on(endpoints.addOwnChat, async ({ caller, repeatable, body }) => {
    await addChat(services, { caller, repeatable }, body)
    return { message: 'Chat added', data: await own(caller) }
  })
  api.on(endpoints.testOwnChat, async ({ caller }) => {
    await sendTest(services, caller, (db) => requireChat(db, caller))
    return { message: 'Test sent', data: await own(caller) }
  })
  api.on(endpoints.resumeOwnChat, async ({ caller, repeatable }) => {
    await resumeChat(services, { caller, repeatable })
    return { message: 'Chat switched on', data: await own(caller) }
  })
  api.on(endpoints.removeOwnChat, async ({ caller, repeatable }) => {
    await endChat(services, { caller, repeatable })
    return { message: 'Chat removed', data: await own(caller) }
  })
}

/** Makes a test call immediately, and adds it to the log. Returns the delivery's id. */
async function sendTest(services: Services, caller: Caller, find: Find): Promise<number> {
  const { database, clock } = services
  const webhook = await find(database.read)
  // Comes before the call, which would go unrecorded if this instance were killed in between.
  await change(services, { caller, repeatable: undefined }, find, async (unit) =>
    noteWebhook(unit, caller, { verb: 'test', webhook, after: { origin: webhook.origin } }),
  )
  const at = moment(clock())
  const nothing = { id: null, request_number: null, status: null, dealership_id: null, department_id: null }
  const body: WebhookBody = { type: 'test', timestamp: at, data: { ...nothing, by: caller.name } }
  const message_id = newMessageId()
  const call = { message_id, body: JSON.stringify(body), check_request_id: null }
  const sent = eventFor(services, webhook, body, null)
  const { isTaken, answer } = await callReceiver(services, webhook, { id: message_id, sent })
  const ended = { outcome: isTaken ? ('delivered' as const) : ('failed' as const), answer, ended_at: moment(clock()) }
  const owner = { dealer_group_id: webhook.dealer_group_id, webhook_id: webhook.id, event: 'test', attempts: 1 }
  const row = { ...unsentAt(at), ...owner, ...call, ...ended }
  const [added = 0] = await database.transact((trx) => insertDeliveries(trx, [row]))
  return added
}

/** Adds a call to the outbox again, with the same message id. Returns the new delivery's id. */
async function resend(services: Services, caller: Caller, params: { id: number; delivery: number }): Promise<number> {
  const { database, clock } = services
  const webhook = await requireConfirmed(database.read, caller, params.id)
  const sent = await findDelivery(database.read, params.delivery)
  if (sent?.webhook_id !== webhook.id) throw notFound('delivery')
  if (webhook.state !== 'active') throw new Failure('CONFLICT', `${webhook.name} makes no calls now.`)
  if (sent.outcome === null) throw new Failure('CONFLICT', 'This call is still waiting to be sent.')
  const { dealer_group_id, webhook_id, message_id, event, check_request_id, body } = sent
  const row = { ...unsentAt(moment(clock())), dealer_group_id, webhook_id, message_id, event, check_request_id, body }
  const [added = 0] = await database.transact((trx) => insertDeliveries(trx, [row]))
  return added
}

/** A webhook without its URL and secrets. */
function presentWebhook(webhook: Webhook, pending: number): WebhookReply {
  const { id, version, dealer_group_id, name, origin, format, events, state, off_reason, created_at } = webhook
  return {
    id,
    version,
    dealer_group_id,
    name,
    origin,
    format,
    events: webhookEventNames.filter((event) => events.split(',').includes(event)),
    state,
    off_reason,
    is_personal: webhook.user_id !== null,
    created_by: { id: webhook.created_by_id, name: webhook.created_by_name },
    created_at,
    pending,
  }
}

function presentDelivery(row: Delivery): DeliveryReply {
  const { id, message_id, event, check_request_id, body, created_at, due_at, attempts, outcome, answer, ended_at } = row
  return { id, message_id, event, check_request_id, body, created_at, due_at, attempts, outcome, answer, ended_at }
}
