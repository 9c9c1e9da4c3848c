import { mailsKeptForDays, type NoticeEvent, noticesKeptForDays } from '@check-requests/domain/notices/inbox/notices.ts'
import { moment } from '../../../platform/clock.ts'
import type { Unit } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { deleteMailsBefore, deleteMailsTo } from '../../mail/queries/outbox.ts'
import { deleteInboxOf, deleteNoticesBefore, insertNotices } from '../queries/notices.ts'

/** Something that people are told of. */
export interface News {
  readonly event: NoticeEvent
  /** Names what happened, the same however often it is told, such as `comment/12`. */
  readonly key: string
  /** Who did it, and is not told. */
  readonly actor: { readonly userId: number | null; readonly name: string }
  /** The dealer group that it belongs to; null for the account of a super admin. */
  readonly dealerGroupId: number | null
  readonly requestId?: number
  readonly accountId?: number
  /** A note, a reason or the beginning of a comment. */
  readonly text?: string | null | undefined
}

const longestText = 300

/**
 * Puts news into the inboxes of these people, once each, in the transaction in which it happens, and marks it for a mail
 * where there is mail. Whoever did it is not told of it.
 */
export async function tell(unit: Unit, people: Iterable<number>, news: News): Promise<void> {
  const others = [...new Set(people)].filter((userId) => userId !== news.actor.userId)
  const told = await insertNotices(
    unit.trx,
    others.map((userId) => rowOf(unit, userId, news)),
  )
  if (told.length > 0) unit.changed(inboxChanged(told))
}

/** The change that brings the inboxes of these people up to date wherever they are open. */
export function inboxChanged(userIds: readonly number[]) {
  return { topic: 'inbox', id: null, scopes: userIds.map((id) => `inbox:${id}`) }
}

function rowOf(
  { now, mails }: Unit,
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

/** Removes the inbox of a person who is deleted or moves to another dealer group, and their mails. */
export async function removeInboxOf(trx: Tx, userId: number): Promise<void> {
  await deleteInboxOf(trx, userId)
  await deleteMailsTo(trx, userId)
}

/** Removes notices that are older than they are shown, and old mails. `now` in milliseconds. */
export async function removeOldNotices(trx: Tx, now: number): Promise<void> {
  await deleteNoticesBefore(trx, moment(now - noticesKeptForDays * day))
  await deleteMailsBefore(trx, moment(now - mailsKeptForDays * day))
}
