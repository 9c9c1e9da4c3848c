import { mailsKeptForDays, type NoticeEvent, noticesKeptForDays } from '@check-requests/domain/notices/inbox/notices.ts'
import { moment } from '../../../platform/clock.ts'
import type { Telling } from '../../../platform/database/commit.ts'
import type { Tables, Tx } from '../../../tables.ts'
import { deleteMailsBefore, deleteMailsTo } from '../../mail/queries/outbox.ts'
import { insertForChats } from '../../webhooks/queries/deliveries.ts'
import { deleteInboxOf, deleteNoticesBefore, insertNotices } from '../queries/notices.ts'

/** An event that users are notified of. */
export interface News {
  readonly event: NoticeEvent
  /** A stable key for the event, such as `comment/12`. */
  readonly key: string
  /** The user who caused the event. This user isn't notified. */
  readonly actor: { readonly userId: number | null; readonly name: string }
  /** The dealer group that the event belongs to. Null for a super admin's account. */
  readonly dealerGroupId: number | null
  readonly requestId?: number
  readonly accountId?: number
  /** A note, a reason, or the beginning of a comment. */
  readonly text?: string | null | undefined
}

const longestText = 300

/**
 * Adds one notice to each of these users' inboxes in the event's transaction, and marks the notices for email if a mail
 * server is configured and for the users' own chats. Skips the user who caused the event.
 */
export async function tell(unit: Telling<Tables>, people: Iterable<number>, news: News): Promise<void> {
  const others = [...new Set(people)].filter((userId) => userId !== news.actor.userId)
  const notified = await insertNotices(
    unit.trx,
    others.map((userId) => rowOf(unit, userId, news)),
  )
  if (notified.length > 0) unit.changed(inboxChanged(notified.map(({ user_id }) => user_id)))
  const chatting = notified.filter(({ has_chat }) => has_chat === 1).map(({ user_id }) => user_id)
  const { event, key: event_key, actor, requestId, accountId = null } = news
  const call = { event, event_key, account_id: accountId, actor_name: actor.name }
  await insertForChats(unit.trx, chatting, call, { requestId: requestId ?? null, at: moment(unit.now) })
}

/** The change that refreshes these users' open inboxes. */
export function inboxChanged(userIds: readonly number[]) {
  return { topic: 'inbox', id: null, scopes: userIds.map((id) => `inbox:${id}`) }
}

function rowOf(
  { now, mails }: Telling<Tables>,
  userId: number,
  { event, key, actor, dealerGroupId, requestId, accountId, text }: News,
) {
  return {
    user_id: userId,
    dealer_group_id: dealerGroupId,
    event_key: key,
    event,
    check_request_id: requestId ?? null,
    account_id: accountId ?? null,
    actor_id: actor.userId,
    actor_name: actor.name,
    text: text ? shortened(text) : null,
    created_at: moment(now),
    to_mail: mails ? 1 : 0,
  }
}

function shortened(text: string): string {
  const letters = [...text]
  return letters.length > longestText ? `${letters.slice(0, longestText - 1).join('')}…` : text
}

const day = 86_400_000

/** Removes the inbox and emails of a user who is deleted or moves to another dealer group. */
export async function removeInboxOf(trx: Tx, userId: number): Promise<void> {
  await deleteInboxOf(trx, userId)
  await deleteMailsTo(trx, userId)
}

/** Removes expired notices and old emails. `now` is in milliseconds. */
export async function removeOldNotices(trx: Tx, now: number): Promise<void> {
  await deleteNoticesBefore(trx, moment(now - noticesKeptForDays * day))
  await deleteMailsBefore(trx, moment(now - mailsKeptForDays * day))
}
