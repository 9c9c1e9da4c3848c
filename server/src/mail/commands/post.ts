import { type NoticeEvent, topicOf } from '@check-requests/domain/inbox/notices.ts'
import { moment } from '../../platform/clock.ts'
import type { Unit } from '../../services.ts'
import { insertCall, insertMails, type NewMail } from '../queries/outbox.ts'

/** Something that is told by mail; `key` names it, the same however often it is told. */
export interface Post {
  readonly event: NoticeEvent
  readonly key: string
  readonly actor: { readonly userId: number | null; readonly name: string }
  readonly dealerGroupId: number | null
  readonly requestId: number | null
  readonly accountId: number | null
  readonly text: string | null
}

/** Puts mails to these people into the outbox, in the transaction in which it happens, where there is mail. */
export async function postTo(unit: Unit, people: readonly number[], post: Post): Promise<void> {
  if (unit.mails) await insertMails(unit.trx, people, topicOf(post.event), rowOf(unit, post))
}

/** Puts a mail to everybody for whom a request waits into the outbox: one row, however many they are. */
export async function postToWhomItWaitsFor(unit: Unit, post: Post): Promise<void> {
  if (unit.mails) await insertCall(unit.trx, rowOf(unit, post))
}

function rowOf({ now }: Unit, { event, key, actor, dealerGroupId, requestId, accountId, text }: Post): NewMail {
  return {
    dealer_group_id: dealerGroupId,
    event_key: key,
    event,
    check_request_id: requestId,
    account_id: accountId,
    actor_id: actor.userId,
    actor_name: actor.name,
    text,
    created_at: moment(now),
    due_at: moment(now),
  }
}
