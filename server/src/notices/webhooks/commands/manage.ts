import { createHmac } from 'node:crypto'
import { mostWebhooks, oldSecretFor, webhookEvents } from '@check-requests/domain/notices/webhooks/events.ts'
import type { CreateWebhookInput } from '@check-requests/domain/notices/webhooks/fields.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { findScopeError } from '../../../access/accounts/queries/store.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import { hold } from '../../../access/pending-controls/commands/hold.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { moment } from '../../../platform/clock.ts'
import type { Random } from '../../../platform/crypto/hashes.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, invalidFields, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { afterCreate, beforeChange } from '../../../trail/commands/changes.ts'
import {
  failPending,
  findWebhook,
  insertWebhook,
  listEveryWebhook,
  listWebhooks,
  updateWebhook,
  type Webhook,
} from '../queries/deliveries.ts'

type Owned = Pick<Webhook, 'dealer_group_id'>

const urlContext = ({ dealer_group_id }: Owned) => `webhook URL of group ${dealer_group_id}`
const secretContext = ({ dealer_group_id }: Owned) => `webhook secret of group ${dealer_group_id}`

/** A webhook's URL, and the secrets that its calls are signed with now. */
export function openWebhook({ secrets, clock }: Services, webhook: Webhook) {
  const { sealed_url, sealed_secret, sealed_old_secret, old_secret_until } = webhook
  const isOverlap = old_secret_until !== null && clock() < Date.parse(old_secret_until)
  const old = isOverlap && sealed_old_secret !== null ? [secrets.open(sealed_old_secret, secretContext(webhook))] : []
  return {
    url: secrets.open(sealed_url, urlContext(webhook)),
    secrets: [secrets.open(sealed_secret, secretContext(webhook)), ...old],
  }
}

/**
 * Adds a webhook, which makes calls once a second admin confirms it. Returns its id and its signing secret, which is
 * shown once.
 */
export function createWebhook(
  services: Services,
  { caller }: Command,
  { dealer_group_id, name, url, format, events }: CreateWebhookInput,
): Promise<{ id: number; secret: string }> {
  const secret = newSigningSecret(services.random)
  return commit(services, undefined, async (unit) => {
    await requireInForce(unit, caller)
    const groupId = await groupOf(unit.trx, caller, dealer_group_id)
    if ((await listWebhooks(unit.trx, groupId)).length >= mostWebhooks)
      throw new Failure('CONFLICT', `A dealer group can have ${mostWebhooks} webhooks. Remove one first.`)
    const owned = { dealer_group_id: groupId }
    const { origin } = new URL(url)
    const id = await insertWebhook(unit.trx, {
      ...owned,
      name,
      origin,
      format,
      events: events.join(),
      sealed_url: services.secrets.seal(url, urlContext(owned)),
      sealed_secret: services.secrets.seal(secret, secretContext(owned)),
      sealed_old_secret: null,
      old_secret_until: null,
      state: 'waiting',
      off_reason: null,
      created_by_id: caller.userId,
      created_by_name: caller.name,
      created_at: moment(unit.now),
    })
    afterCreate(unit.trx, 'webhook', id)
    const webhook = { id, dealer_group_id: groupId }
    noteWebhook(unit, caller, { verb: 'create', webhook, after: { name, origin, format, events } })
    const labels = webhookEvents.filter((row) => events.includes(row.name)).map(({ label }) => label.toLowerCase())
    const says = `Webhook “${name}” to ${origin}: ${listWithAnd(labels)}`
    const asked = { control: 'webhooks' as const, dealerGroupId: groupId, entityId: id, wanted: { id } }
    const waits = await hold(unit, caller, { ...asked, loosens: [{ fields: [], says }] })
    if (!waits) await updateWebhook(unit.trx, id, { state: 'active' })
    return { id, secret }
  })
}

async function groupOf(db: Db, { scope }: Caller, wanted: number | undefined): Promise<number> {
  const groupId = scope.dealerGroupId ?? wanted
  if (groupId === undefined) throw invalidFields({ dealer_group_id: 'Choose a dealer group.' })
  const places = { roleIds: [], dealerGroupId: groupId, dealershipIds: [], departmentIds: [] }
  const isOther = wanted !== undefined && wanted !== groupId
  if (isOther || (await findScopeError(db, places))) throw notFound('dealer group')
  return groupId
}

/** The webhook, if it is in the caller's dealer group and hasn't ended. Throws NOT_FOUND if it isn't. */
export async function requireWebhook(db: Db, { scope }: Caller, id: number): Promise<Webhook> {
  const webhook = await findWebhook(db, id)
  const isTheirs = scope.dealerGroupId === null || scope.dealerGroupId === webhook?.dealer_group_id
  if (!webhook || webhook.state === 'ended' || !isTheirs) throw notFound('webhook')
  return webhook
}

/** Activates a webhook that a second admin confirmed. Returns false if it was removed in the meantime. */
export async function activateWebhook(unit: Unit, actor: Actor, id: number): Promise<boolean> {
  await beforeChange(unit.trx, 'webhook', id)
  const webhook = await findWebhook(unit.trx, id)
  if (webhook?.state !== 'waiting') return false
  await updateWebhook(unit.trx, id, { state: 'active' })
  noteWebhook(unit, actor, { verb: 'confirm', webhook, after: { state: 'active' } })
  return true
}

/** Removes a webhook and ends its pending calls. Returns its id. */
export function endWebhook(services: Services, command: Command, id: number): Promise<number> {
  return change(services, command, id, async (unit, webhook) => {
    await updateWebhook(unit.trx, id, { state: 'ended' })
    await failPending(unit.trx, id, moment(unit.now))
    const { state } = webhook
    noteWebhook(unit, command.caller, { verb: 'end', webhook, before: { state }, after: { state: 'ended' } })
  })
}

/** Switches on a webhook that was switched off after failures. Returns its id. */
export function resumeWebhook(services: Services, command: Command, id: number): Promise<number> {
  return change(services, command, id, async (unit, webhook) => {
    if (webhook.state !== 'off') throw new Failure('CONFLICT', `${webhook.name} isn’t switched off.`)
    await updateWebhook(unit.trx, id, { state: 'active', off_reason: null })
    noteWebhook(unit, command.caller, { verb: 'resume', webhook, after: { state: 'active' } })
  })
}

/** Replaces the signing secret. For a day, calls are signed with both. Returns the new one, which is shown once. */
export async function rotateSecret(services: Services, command: Command, id: number): Promise<string> {
  const secret = newSigningSecret(services.random)
  await change(services, { caller: command.caller, repeatable: undefined }, id, async (unit, webhook) => {
    await updateWebhook(unit.trx, id, {
      sealed_secret: services.secrets.seal(secret, secretContext(webhook)),
      sealed_old_secret: webhook.sealed_secret,
      old_secret_until: moment(unit.now + oldSecretFor),
    })
    noteWebhook(unit, command.caller, { verb: 'rotate', webhook, after: { new_secret: true } })
  })
  return secret
}

function change(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  work: (unit: Unit, webhook: Webhook) => Promise<void>,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    await requireWebhook(unit.trx, caller, id)
    await beforeChange(unit.trx, 'webhook', id)
    await work(unit, await requireWebhook(unit.trx, caller, id))
    return id
  })
}

/** Encrypts the URLs and secrets of all webhooks with the newest key. Returns the dealer group of each. */
export async function sealWebhooks({ secrets }: Services, { trx }: Unit): Promise<number[]> {
  const webhooks = await listEveryWebhook(trx)
  await beforeChange(trx, 'webhook', ...webhooks.map(({ id }) => id))
  const again = (sealed: string, context: string) => secrets.seal(secrets.open(sealed, context), context)
  for (const webhook of webhooks)
    await updateWebhook(trx, webhook.id, {
      sealed_url: again(webhook.sealed_url, urlContext(webhook)),
      sealed_secret: again(webhook.sealed_secret, secretContext(webhook)),
      sealed_old_secret: webhook.sealed_old_secret && again(webhook.sealed_old_secret, secretContext(webhook)),
    })
  return webhooks.map(({ dealer_group_id }) => dealer_group_id)
}

interface Noted {
  readonly verb: 'create' | 'confirm' | 'end' | 'resume' | 'rotate' | 'switch-off'
  readonly webhook: Pick<Webhook, 'id' | 'dealer_group_id'>
  readonly before?: object
  readonly after: object
}

/** Records a change to a webhook in the group's audit trail, without its secrets. */
export function noteWebhook(unit: Unit, actor: Actor, { verb, webhook, before, after }: Noted): void {
  const { id, dealer_group_id: groupId } = webhook
  unit.audit({ actor, chain: groupId, entity: 'webhook', entityId: id, action: `webhook.${verb}`, before, after })
  unit.changed({ topic: 'organisation', id: groupId, scopes: ['organisation:all', `organisation:${groupId}`] })
}

const prefix = 'whsec_'

/** A new signing secret: 256 bits, in the form that the libraries of Standard Webhooks read. */
function newSigningSecret(random: Random): string {
  return `${prefix}${random(32).toString('base64')}`
}

/** A call to sign. `at` is in seconds. */
interface SignedCall {
  readonly id: string
  readonly at: number
  readonly body: string
}

/** The headers of a call by Standard Webhooks 1.0, signed with each of these secrets. */
export function signedHeaders({ id, at, body }: SignedCall, secrets: readonly string[]): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signatures.join(' ') }
}
