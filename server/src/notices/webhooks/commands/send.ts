import { setTimeout as pause } from 'node:timers/promises'
import { chatNotice } from '@check-requests/domain/notices/inbox/mail.ts'
import {
  answersWithin,
  callInFormat,
  deliveriesKept,
  noticeInFormat,
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
import { together } from '../../../platform/threads/promises.ts'
import type { Services } from '../../../services.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { writeFromWaiting } from '../../mail/commands/write.ts'
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
import { noteWebhook, openWebhook, signedHeaders, tellOwner } from './manage.ts'
import { noticeFor } from './own-chat.ts'

const leasedFor = 120_000
const callsAtOnce = 250
const longestAnswer = 300
/** How often a run looks for due calls, and for chat messages to write, while receivers are slow, in milliseconds. */
const looksEvery = 1000
const writesEvery = 5000

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
 * and its record. No receiver waits for another: a run goes on taking calls of the others while one is slow.
 */
export async function sendWebhooks(services: Services, isStopping: () => boolean = () => false): Promise<void> {
  const run: Run = { busy: new Map(), calls: 0, failures: [] }
  let writesAt = 0
  for (;;) {
    const wasIdle = run.busy.size === 0
    const goesOn = !isStopping() && run.failures.length === 0
    if (goesOn) await sendSome(services, run).catch((error: unknown) => run.failures.push(error))
    // Comes second, because it takes longer for each event than a webhook's call.
    if (goesOn && !run.busy.has(writing) && performance.now() >= writesAt)
      begin(run, writing, [
        writeRest(services).finally(() => {
          writesAt = performance.now() + writesEvery
        }),
      ])
    if (run.busy.size > 0) await Promise.race([...run.busy.values(), pause(looksEvery, undefined, { ref: false })])
    // Otherwise, a webhook ended its calls during the last look, which left it out.
    else if (wasIdle || !goesOn) break
  }
  if (run.failures.length > 0) throw run.failures[0]
}

/** A run: its work in progress by webhook, and the number of calls in it. */
interface Run {
  readonly busy: Map<number, Promise<void>>
  calls: number
  readonly failures: unknown[]
}

/** Stands in a run for the writing of chat messages. No webhook has this id. */
const writing = 0

function begin(run: Run, id: number, parts: readonly Promise<void>[]): void {
  run.calls += parts.length
  const work = together(...parts).then(
    () => {},
    (error: unknown) => void run.failures.push(error),
  )
  run.busy.set(
    id,
    work.finally(() => {
      run.calls -= parts.length
      run.busy.delete(id)
    }),
  )
}

/** Begins the calls of webhooks that make none now. */
async function sendSome(services: Services, run: Run): Promise<void> {
  const { database, clock, random } = services
  const begun = clock()
  const lease: DeliveryLease = { holder: shortId(random), now: moment(begun), until: moment(begun + leasedFor) }
  const limit = callsAtOnce - run.calls
  if (limit <= 0) return
  const calls = await database.transact((trx) => leaseDeliveries(trx, lease, limit, [...run.busy.keys()]))
  for (const [id, own] of Map.groupBy(calls, ({ webhook_id }) => webhook_id))
    begin(
      run,
      id,
      own.map((call) => deliver(services, lease, call)),
    )
}

async function writeRest(services: Services): Promise<void> {
  await writeFromWaiting(services)
  await services.database.transact((trx) => deleteOldDeliveries(trx, deliveriesKept))
}

async function deliver(services: Services, { holder }: DeliveryLease, call: Delivery): Promise<void> {
  const { database, clock } = services
  const webhook = await findWebhook(database.read, call.webhook_id)
  if (!webhook) return
  const sent = await bodyFor(services, webhook, call)
  if (sent === undefined) {
    const ended = { answer: 'Not sent, because it no longer concerns the user.', ended_at: moment(clock()) }
    await database.transact((trx) => releaseDelivery(trx, call.id, holder, { ...ended, outcome: 'failed' }))
    return
  }
  const { isTaken, isGone, answer } = await callReceiver(services, webhook, { id: call.message_id, sent })
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
  { id, sent }: { readonly id: string; readonly sent: string },
): Promise<Answered> {
  try {
    const { url, secrets } = openWebhook(services, webhook)
    const at = Math.floor(services.clock() / 1000)
    const response = await outwardFetch(services.config.allowedNetworks)(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'check-requests',
        ...(webhook.format === 'standard' && signedHeaders({ id, at, body: sent }, secrets)),
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

/** The text of a call as of now. Undefined if it no longer concerns the user whose own chat this is. */
async function bodyFor(services: Services, webhook: Webhook, call: Delivery): Promise<string | undefined> {
  const { user_id: userId } = webhook
  if (userId === null)
    return eventFor(services, webhook, webhookBody.parse(JSON.parse(call.body)), call.check_request_id)
  const notice = await noticeFor(services, { ...webhook, user_id: userId }, call)
  if (!notice || webhook.format === 'standard') return undefined
  const { page, ...said } = chatNotice(notice)
  const origin = services.config.publicUrl?.origin
  return JSON.stringify(noticeInFormat(webhook.format, said, origin && `${origin}${page}`))
}

/** The text of a call about an event. */
export function eventFor(
  { config }: Services,
  { format }: Webhook,
  body: WebhookBody,
  requestId: number | null,
): string {
  const origin = config.publicUrl?.origin
  const request = requestId === null ? undefined : `/check-requests/${requestId}`
  const page = body.type === 'bank-exception.found' ? '/clearing' : request
  const link = origin && page && `${origin}${page}`
  return JSON.stringify(callInFormat(format, body, link))
}

const system: Actor = { userId: null, name: 'System', roleId: null, sessionId: null }

/** Switches off a webhook, ends its pending calls, and notifies the group's admins, or the user whose own chat it is. */
function switchOff(services: Services, id: number, reason: string): Promise<void> {
  return commit(services, undefined, async (unit) => {
    const { trx, now } = unit
    await beforeChange(trx, 'webhook', id)
    const webhook = await findWebhook(trx, id)
    if (webhook?.state !== 'active') return
    await updateWebhook(trx, id, { state: 'off', off_reason: reason })
    await failPending(trx, id, moment(now))
    noteWebhook(unit, system, { verb: 'switch-off', webhook, after: { state: 'off', reason } })
    if (webhook.user_id !== null) return tellOwner(unit, webhook, 'chat-off', reason)
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
