import { mailsKeptForDays, noticesKeptForDays } from '@check-requests/domain/notices/inbox/notices.ts'
import { moment } from '../../../platform/clock.ts'
import type { Tx } from '../../../tables.ts'
import { deleteMailsBefore, deleteMailsTo } from '../../mail/queries/outbox.ts'
import { deleteInboxOf, deleteNoticesBefore } from '../queries/notices.ts'

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
