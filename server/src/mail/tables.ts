import type { NoticeEvent } from '@check-requests/domain/inbox/notices.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../platform/clock.ts'

/** What became of a mail. `dropped`: nobody is to be told any more. */
export type MailOutcome = 'sent' | 'refused' | 'given_up' | 'dropped'

/** What somebody is to be told by mail: one row per person and event. */
export interface MailTable {
  id: Generated<number>
  /** The dealer group of the request or the account; null for the account of a super admin. */
  dealer_group_id: number | null
  /** Null: everybody for whom the request waits. A job puts a row for each in its place. */
  user_id: number | null
  /** Names the event, so that nobody is told of it twice. */
  event_key: string
  event: NoticeEvent
  check_request_id: number | null
  account_id: number | null
  /** Who did it, and is not told. */
  actor_id: number | null
  actor_name: string | null
  text: string | null
  created_at: Moment
  due_at: Moment
  /** 1: it goes with the others of the day. */
  in_digest: Generated<number>
  /** Names the run that sends it; null while none does. */
  leased_by: string | null
  leased_until: Moment | null
  /** How often it could not be sent. */
  attempts: Generated<number>
  /** What the mail server said, the last time it did not take it. */
  answer: string | null
  /** Where it was sent. */
  address: string | null
  /** Null while it is to be sent. */
  outcome: MailOutcome | null
  ended_at: Moment | null
}

export interface MailTables {
  mails: MailTable
}
