import { noticesKeptForDays } from '@check-requests/domain/inbox/notices.ts'
import { moment } from '../../platform/clock.ts'
import type { Tx } from '../../tables.ts'
import { deleteInboxOf, deleteNoticesBefore } from '../queries/notices.ts'

const day = 86_400_000

/** Removes the inbox of a person who is deleted or moves to another dealer group. */
export function removeInboxOf(trx: Tx, userId: number): Promise<void> {
  return deleteInboxOf(trx, userId)
}

/** Removes notices that are older than they are shown. `now` in milliseconds. */
export function removeOldNotices(trx: Tx, now: number): Promise<void> {
  return deleteNoticesBefore(trx, moment(now - noticesKeptForDays * day))
}
