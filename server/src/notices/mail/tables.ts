import type { NoticeEvent } from '@check-requests/domain/notices/inbox/notices.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** What became of a mail. `dropped`: nobody is to be told any more. */
export type MailOutcome = 'sent' | 'refused' | 'given_up' | 'dropped'

/** What somebody is to be told by mail: one row per person and event. */
export interface MailTable {
  id: Generated<number>
  /** The dealer group of the request or the account; null for the account of a super admin. */
  dealer_group_id: number | null
  user_id: number
  /** Names the event, so that nobody is told of it twice. */
  event_key: string
  event: NoticeEvent
  check_request_id: number | null
  account_id: number | null
  /** Who did it; null where a request waits. */
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

/** A request that waits from a version on: everybody for whom it does is to be mailed. */
export interface WaitingMailTable {
  dealer_group_id: number
  check_request_id: number
  /** Its version before. */
  version: number
  event: NoticeEvent
  /** Whose doing it is. */
  actor_id: number
  created_at: Moment
}

export interface MailTables {
  waiting_mails: WaitingMailTable
  mails: MailTable
}
