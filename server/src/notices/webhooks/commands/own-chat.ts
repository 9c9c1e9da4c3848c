import { mayRole } from '@check-requests/domain/access/permissions.ts'
import { roleOf } from '@check-requests/domain/access/roles.ts'
import { deliveryOf } from '@check-requests/domain/notices/inbox/choices.ts'
import { ifItWasNotYou, topicOf } from '@check-requests/domain/notices/inbox/notices.ts'
import { chatCall, isChatUrl } from '@check-requests/domain/notices/webhooks/events.ts'
import type { AddChatInput } from '@check-requests/domain/notices/webhooks/fields.ts'
import { listPeopleInForce, requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, invalidFields, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { contentOf, findFacts, sightOf } from '../../mail/queries/letters.ts'
import { allowsChats, type Delivery, findChatOf, type Webhook } from '../queries/deliveries.ts'
import { change, end, insertAdded, newSigningSecret, resume, tellOwner } from './manage.ts'

const notAllowed = 'Your dealer group doesn’t allow personal chats. Ask an admin to allow them.'

/** Sends the caller's notices to a chat from now on, and notifies the caller. */
export function addChat(services: Services, { caller, repeatable }: Command, { format, url }: AddChatInput) {
  const { userId: user_id, name: by, scope } = caller
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    await requireChats(unit.trx, caller)
    if (!isChatUrl(format, url, services.config.chatHosts))
      throw invalidFields({ url: 'Enter the URL of an incoming webhook of this chat. Other servers aren’t allowed.' })
    if (await findChatOf(unit.trx, user_id))
      throw new Failure('CONFLICT', 'You already have a chat. Remove it to add another one.')
    const owned = { dealer_group_id: scope.dealerGroupId ?? 0, user_id, name: `${by}’s Chat` }
    const added = { ...owned, url, format, events: [], state: 'active' } as const
    const secret = newSigningSecret(services.random)
    const { id, origin } = await insertAdded(services, unit, caller, { ...added, secret })
    await tellOwner(unit, { ...owned, id }, 'chat-added', `Notices now go to ${origin}. ${ifItWasNotYou}`)
    return { id }
  })
}

/** Refuses callers whose dealer group doesn't allow personal chats. */
async function requireChats(db: Db, { scope: { dealerGroupId } }: Caller): Promise<void> {
  if (dealerGroupId === null)
    throw new Failure('FORBIDDEN', 'Super admins can’t have a personal chat. Add a webhook for a dealer group instead.')
  if (!(await allowsChats(db, dealerGroupId))) throw new Failure('FORBIDDEN', notAllowed)
}

/** The caller's own chat. Throws NOT_FOUND if there is none, and FORBIDDEN if their dealer group allows none. */
export async function requireChat(db: Db, caller: Caller): Promise<Webhook> {
  const chat = await ownChat(db, caller)
  await requireChats(db, caller)
  return chat
}

async function ownChat(db: Db, { userId }: Caller): Promise<Webhook> {
  const chat = await findChatOf(db, userId)
  if (!chat) throw notFound('chat')
  return chat
}

/** Removes the caller's own chat and ends its pending messages. Returns its id. */
export function endChat(services: Services, command: Command): Promise<number> {
  return change(
    services,
    command,
    (db) => ownChat(db, command.caller),
    (unit, chat) => end(unit, command.caller, chat),
  )
}

/** Switches on the caller's own chat. Returns its id. */
export function resumeChat(services: Services, command: Command): Promise<number> {
  return resume(services, command, (db) => requireChat(db, command.caller))
}

/** Removes the chat of a user who leaves. */
export async function endChatOf(unit: Unit, actor: Actor, userId: number): Promise<void> {
  const chat = await findChatOf(unit.trx, userId)
  if (!chat) return
  await beforeChange(unit.trx, 'webhook', chat.id)
  await end(unit, actor, chat)
}

/**
 * The notice that a user's own chat gets. Undefined if the inbox wouldn't show it now: the user left, lost the role or
 * location, or turned the topic off. Also undefined if the dealer group no longer allows personal chats.
 */
export async function noticeFor(
  { database: { read }, clock }: Services,
  { dealer_group_id, user_id }: { readonly dealer_group_id: number; readonly user_id: number },
  { check_request_id, body }: Delivery,
) {
  const row = { ...chatCall.parse(JSON.parse(body)), user_id, dealer_group_id, check_request_id, text: null }
  const topic = topicOf(row.event)
  const facts = await findFacts(read, {
    people: [user_id],
    requests: check_request_id === null ? [] : [check_request_id],
    accounts: row.account_id === null ? [] : [row.account_id],
    groups: [dealer_group_id],
    keys: [],
  })
  const recipient = facts.people.get(user_id)
  if (recipient?.dealerGroupId !== dealer_group_id || deliveryOf(topic, recipient.choices) === 'off') return undefined
  if (!(await allowsChats(read, dealer_group_id))) return undefined
  if (topic === 'confirmation') {
    const people = await listPeopleInForce(read, dealer_group_id, clock())
    const roles = people.find(({ userId }) => userId === user_id)?.roleIds ?? []
    if (!roles.some((id) => mayRole(roleOf(id).name, 'account-confirmations.decide'))) return undefined
  }
  const mayKnow = await sightOf(read, [row], facts, clock())
  return mayKnow(row) ? contentOf(row, facts) : undefined
}
