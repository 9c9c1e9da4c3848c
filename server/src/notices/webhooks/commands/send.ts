import {
  answersWithin,
  callInFormat,
  deliveriesKept,
  pauseAfterAttempt,
  retriedFor,
  type WebhookBody,
  webhookBody,
} from '@check-requests/domain/notices/webhooks/events.ts'
import { listAdmins } from '../../../access/pending-accounts/commands/second-people.ts'
import { moment } from '../../../platform/clock.ts'
import { shortId } from '../../../platform/crypto/hashes.ts'
import { commit } from '../../../platform/database/commit.ts'
import { propertyOf } from '../../../platform/errors.ts'
import { outwardFetch } from '../../../platform/http/outward-fetch.ts'
import type { Services } from '../../../services.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import {
  type Delivery,
  type DeliveryLease,
  deleteOldDeliveries,
  failPending,
  findWebhook,
  leaseDeliveries,
  releaseDelivery,
  updateWebhook,
  type Webhook,
} from '../queries/deliveries.ts'
import { noteWebhook, openWebhook, signedHeaders } from './manage.ts'

const leasedFor = 120_000
const callsAtOnce = 50
const longestAnswer = 300

// Calls that waited while no server ran are retried, too, before their webhook is switched off.
const fewestAttempts = 10

/** The result of a call. `isGone`: the receiver asks for no more calls (410). */
export interface Answered {
  readonly isTaken: boolean
  readonly isGone: boolean
  readonly answer: string
}

/**
 * Makes all calls that are due. Several instances can run this at the same time, because each call is leased to one
 * instance. A call is made twice, with the same message id, only if an instance is killed between the receiver's answer
 * and its record.
 */
export async function sendWebhooks(services: Services, isStopping: () => boolean = () => false): Promise<void> {
  while (!isStopping() && (await sendSome(services)));
  await services.database.transact((trx) => deleteOldDeliveries(trx, deliveriesKept))
}

/** Makes some calls. Returns true if there were any. */
async function sendSome(services: Services): Promise<boolean> {
  const { database, clock, random } = services
  const begun = clock()
  const lease: DeliveryLease = { holder: shortId(random), now: moment(begun), until: moment(begun + leasedFor) }
  const calls = await database.transact((trx) => leaseDeliveries(trx, lease, callsAtOnce))
  await Promise.all(calls.map((call) => deliver(services, lease, call)))
  return calls.length > 0
}

async function deliver(services: Services, { holder }: DeliveryLease, call: Delivery): Promise<void> {
  const { database, clock } = services
  const webhook = await findWebhook(database.read, call.webhook_id)
  if (!webhook) return
  const { isTaken, isGone, answer } = await callReceiver(services, webhook, call)
  const now = clock()
  const attempts = call.attempts + 1
  if (isTaken) {
    const ended = { attempts, answer, outcome: 'delivered' as const, ended_at: moment(now) }
    await database.transact((trx) => releaseDelivery(trx, call.id, holder, ended))
    return
  }
  const due_at = moment(now + pauseAfterAttempt(attempts))
  await database.transact((trx) => releaseDelivery(trx, call.id, holder, { attempts, answer, due_at }))
  if (isGone) await switchOff(services, call.webhook_id, 'The receiver answered 410: it wants no more calls.')
  else if (attempts >= fewestAttempts && now - Date.parse(call.created_at) >= retriedFor)
    await switchOff(services, call.webhook_id, `Calls failed for three days. The last answer was: ${answer}`)
}

/** Calls the receiver once. Never throws. */
export async function callReceiver(
  services: Services,
  webhook: Webhook,
  { message_id, body, check_request_id }: Pick<Delivery, 'message_id' | 'body' | 'check_request_id'>,
): Promise<Answered> {
  try {
    const { url, secrets } = openWebhook(services, webhook)
    const sent = bodyFor(services, webhook, webhookBody.parse(JSON.parse(body)), check_request_id)
    const at = Math.floor(services.clock() / 1000)
    const response = await outwardFetch(services.config.allowedNetworks)(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'check-requests',
        ...(webhook.format === 'standard' && signedHeaders({ id: message_id, at, body: sent }, secrets)),
      },
      body: sent,
      signal: AbortSignal.timeout(answersWithin),
    })
    const isRedirect = response.status >= 300 && response.status < 400
    const text = isRedirect ? 'Redirects aren’t followed.' : await response.text()
    const answer = `${response.status} ${text}`.trim().slice(0, longestAnswer)
    return { isTaken: response.ok, isGone: response.status === 410, answer }
  } catch (error) {
    const message = String(propertyOf(error, 'message') ?? error)
    return { isTaken: false, isGone: false, answer: message.slice(0, longestAnswer) }
  }
}

function bodyFor({ config }: Services, { format }: Webhook, body: WebhookBody, requestId: number | null): string {
  const origin = config.publicUrl?.origin
  const request = requestId === null ? undefined : `/check-requests/${requestId}`
  const page = body.type === 'bank-exception.found' ? '/clearing' : request
  const link = origin && page && `${origin}${page}`
  return JSON.stringify(callInFormat(format, body, link))
}

const system: Actor = { userId: null, name: 'System', roleId: null, sessionId: null }

/** Switches off a webhook, ends its pending calls, and notifies the group's admins. */
function switchOff(services: Services, id: number, reason: string): Promise<void> {
  return commit(services, undefined, async (unit) => {
    const { trx, now } = unit
    await beforeChange(trx, 'webhook', id)
    const webhook = await findWebhook(trx, id)
    if (webhook?.state !== 'active') return
    await updateWebhook(trx, id, { state: 'off', off_reason: reason })
    await failPending(trx, id, moment(now))
    noteWebhook(unit, system, { verb: 'switch-off', webhook, after: { state: 'off', reason } })
    const admins = await listAdmins(trx, webhook.dealer_group_id, now)
    await unit.tell(
      admins.map(({ userId }) => userId),
      {
        event: 'webhook-off',
        key: `webhook/${id}/${webhook.version}`,
        actor: { userId: null, name: `Webhook ${webhook.name}` },
        dealerGroupId: webhook.dealer_group_id,
        text: reason,
      },
    )
  })
}
