import type { NoticeEvent } from '@check-requests/domain/notices/inbox/notices.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** The outcome of an email. `dropped` means that it no longer concerned the recipient. */
export type MailOutcome = 'sent' | 'refused' | 'given_up' | 'dropped'

/** An outbox row: one per user and event. */
export interface MailTable {
  id: Generated<number>
  /** The dealer group of the request or account. Null for a super admin's account. */
  dealer_group_id: number | null
  user_id: number
  /** The event's key, which prevents a second email to the same user. */
  event_key: string
  event: NoticeEvent
  check_request_id: number | null
  account_id: number | null
  /** The user who caused the event. Null for a pending request. */
  actor_name: string | null
  text: string | null
  created_at: Moment
  due_at: Moment
  /** 1 if the email is part of the daily summary. */
  in_digest: Generated<number>
  /** The run that is sending the email. Null if there is none. */
  leased_by: string | null
  leased_until: Moment | null
  /** The number of failed attempts. */
  attempts: Generated<number>
  /** The mail server's last answer if it didn't accept the email. */
  answer: string | null
  /** The address that the email was sent to. */
  address: string | null
  /** The outcome. Null until the email is sent or abandoned. */
  outcome: MailOutcome | null
  ended_at: Moment | null
}

/** A request that became pending: everyone who can act on it needs an email. */
export interface WaitingMailTable {
  dealer_group_id: number
  check_request_id: number
  /** The request's version before the change. */
  version: number
  event: NoticeEvent
  /** The user who made the change. */
  actor_id: number
  created_at: Moment
}

export interface MailTables {
  waiting_mails: WaitingMailTable
  mails: MailTable
}
