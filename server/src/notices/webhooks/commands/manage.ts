import { createHmac } from 'node:crypto'
import { mostWebhooks, oldSecretFor, webhookEvents } from '@check-requests/domain/notices/webhooks/events.ts'
import type { CreateWebhookInput } from '@check-requests/domain/notices/webhooks/fields.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { findScopeError } from '../../../access/accounts/queries/store.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import { hold, stopHeld } from '../../../access/pending-controls/commands/hold.ts'
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
    const others = (await listWebhooks(unit.trx, groupId)).filter(({ user_id }) => user_id === null)
    if (others.length >= mostWebhooks)
      throw new Failure('CONFLICT', `A dealer group can have ${mostWebhooks} webhooks. Remove one first.`)
    const added = {
      dealer_group_id: groupId,
      user_id: null,
      name,
      url,
      secret,
      format,
      events,
      state: 'waiting',
    } as const
    const { id, origin } = await insertAdded(services, unit, caller, added)
    const labels = webhookEvents.filter((row) => events.includes(row.name)).map(({ label }) => label.toLowerCase())
    const says = `Webhook “${name}” to ${origin}: ${listWithAnd(labels)}`
    const asked = { control: 'webhooks' as const, dealerGroupId: groupId, entityId: id, wanted: { id } }
    const waits = await hold(unit, caller, { ...asked, loosens: [{ fields: [], says }] })
    if (!waits) await updateWebhook(unit.trx, id, { state: 'active' })
    return { id, secret }
  })
}

type Added = Pick<Webhook, 'dealer_group_id' | 'user_id' | 'name' | 'format' | 'state'> & {
  readonly url: string
  readonly secret: string
  readonly events: readonly string[]
}

/** Stores a webhook or a user's own chat. */
export async function insertAdded(
  { secrets }: Services,
  unit: Unit,
  caller: Caller,
  { url, secret, events, ...added }: Added,
) {
  const { origin } = new URL(url)
  const id = await insertWebhook(unit.trx, {
    ...added,
    origin,
    events: events.join(),
    sealed_url: secrets.seal(url, urlContext(added)),
    sealed_secret: secrets.seal(secret, secretContext(added)),
    sealed_old_secret: null,
    old_secret_until: null,
    off_reason: null,
    created_by_id: caller.userId,
    created_by_name: caller.name,
    created_at: moment(unit.now),
  })
  afterCreate(unit.trx, 'webhook', id)
  const { dealer_group_id, user_id, name, format } = added
  const what = user_id === null ? { events } : { user_id }
  noteWebhook(unit, caller, {
    verb: 'create',
    webhook: { id, dealer_group_id },
    after: { name, origin, format, ...what },
  })
  return { id, origin }
}

/** Notifies a user of a change to their own chat. */
export async function tellOwner(
  unit: Unit,
  { id, dealer_group_id: dealerGroupId, user_id }: Pick<Webhook, 'id' | 'dealer_group_id' | 'user_id'>,
  event: 'chat-added' | 'chat-off',
  text: string,
): Promise<void> {
  if (user_id === null) return
  const about = { actor: { userId: null, name: 'System' }, dealerGroupId, accountId: user_id }
  await unit.tell([user_id], { event, key: `${event}/${id}/${unit.now}`, ...about, text })
}

async function groupOf(db: Db, { scope }: Caller, wanted: number | undefined): Promise<number> {
  const groupId = scope.dealerGroupId ?? wanted
  if (groupId === undefined) throw invalidFields({ dealer_group_id: 'Choose a dealer group.' })
  const places = { roleIds: [], dealerGroupId: groupId, dealershipIds: [], departmentIds: [] }
  const isOther = wanted !== undefined && wanted !== groupId
  if (isOther || (await findScopeError(db, places))) throw notFound('dealer group')
  return groupId
}

/**
 * The webhook, if it is in the caller's dealer group and hasn't ended. Throws NOT_FOUND if it isn't, or if it is a
 * user's own chat, which admins can only remove.
 */
export async function requireWebhook(db: Db, caller: Caller, id: number): Promise<Webhook> {
  const webhook = await requireRemovable(db, caller, id)
  if (webhook.user_id !== null) throw notFound('webhook')
  return webhook
}

// Otherwise, one admin alone could call servers inside the network and read their answers.
export async function requireConfirmed(db: Db, caller: Caller, id: number): Promise<Webhook> {
  const webhook = await requireWebhook(db, caller, id)
  if (webhook.state === 'waiting')
    throw new Failure('CONFLICT', `${webhook.name} makes no calls until a second admin confirms it.`)
  return webhook
}

async function requireRemovable(db: Db, { scope }: Caller, id: number): Promise<Webhook> {
  const webhook = await findWebhook(db, id)
  const isTheirs = scope.dealerGroupId === null || scope.dealerGroupId === webhook?.dealer_group_id
  if (!webhook || webhook.state === 'ended' || !isTheirs) throw notFound('webhook')
  return webhook
}

/** Activates or removes a waiting webhook when its addition is decided. Returns false if it was removed before. */
export async function decideWebhook(unit: Unit, actor: Actor, id: number, isConfirmed: boolean): Promise<boolean> {
  await beforeChange(unit.trx, 'webhook', id)
  const webhook = await findWebhook(unit.trx, id)
  if (webhook?.state !== 'waiting') return false
  if (isConfirmed) {
    await updateWebhook(unit.trx, id, { state: 'active' })
    noteWebhook(unit, actor, { verb: 'confirm', webhook, after: { state: 'active' } })
  } else await end(unit, actor, webhook)
  return true
}

export type Find = (db: Db) => Promise<Webhook>

/** Removes a webhook or a user's own chat, and ends its pending calls. Notifies the user. Returns its id. */
export function endWebhook(services: Services, command: Command, id: number): Promise<number> {
  return change(
    services,
    command,
    (db) => requireRemovable(db, command.caller, id),
    async (unit, webhook) => {
      await end(unit, command.caller, webhook)
      await tellOwner(unit, webhook, 'chat-off', `${command.caller.name} removed the chat.`)
    },
  )
}

/** Removes a webhook or a user's own chat, whose pending calls aren't made. */
export async function end(unit: Unit, actor: Actor, webhook: Webhook): Promise<void> {
  const { id, state, dealer_group_id } = webhook
  await updateWebhook(unit.trx, id, { state: 'ended' })
  if (state === 'waiting') await stopHeld(unit, actor, { control: 'webhooks', dealer_group_id, entity_id: id })
  await failPending(unit.trx, id, moment(unit.now))
  noteWebhook(unit, actor, { verb: 'end', webhook, before: { state }, after: { state: 'ended' } })
}

/** Switches on a webhook that was switched off after failures. Returns its id. */
export function resumeWebhook(services: Services, command: Command, id: number): Promise<number> {
  return resume(services, command, (db) => requireWebhook(db, command.caller, id))
}

/** Switches on a webhook or a user's own chat after failures. Returns its id. */
export function resume(services: Services, command: Command, find: Find): Promise<number> {
  return change(services, command, find, async (unit, webhook) => {
    const { id, name, state } = webhook
    if (state !== 'off') throw new Failure('CONFLICT', `${name} isn’t switched off.`)
    await updateWebhook(unit.trx, id, { state: 'active', off_reason: null })
    noteWebhook(unit, command.caller, { verb: 'resume', webhook, after: { state: 'active' } })
  })
}

/** Replaces the signing secret. For a day, calls are signed with both. Returns the new one, which is shown once. */
export async function rotateSecret(services: Services, command: Command, id: number): Promise<string> {
  const secret = newSigningSecret(services.random)
  const { caller } = command
  await change(
    services,
    { caller, repeatable: undefined },
    (db) => requireWebhook(db, caller, id),
    async (unit, webhook) => {
      await updateWebhook(unit.trx, id, {
        sealed_secret: services.secrets.seal(secret, secretContext(webhook)),
        sealed_old_secret: webhook.sealed_secret,
        old_secret_until: moment(unit.now + oldSecretFor),
      })
      noteWebhook(unit, caller, { verb: 'rotate', webhook, after: { new_secret: true } })
    },
  )
  return secret
}

/** Changes a webhook or a user's own chat. Returns its id. */
export function change(
  services: Services,
  { caller, repeatable }: Command,
  find: Find,
  work: (unit: Unit, webhook: Webhook) => Promise<void>,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    const { id } = await find(unit.trx)
    await beforeChange(unit.trx, 'webhook', id)
    await work(unit, await find(unit.trx))
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
  readonly verb: 'create' | 'confirm' | 'end' | 'resume' | 'rotate' | 'switch-off' | 'test'
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
export function newSigningSecret(random: Random): string {
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
