import type { RoleId } from '@check-requests/domain/access/roles.ts'
import type { Delivery } from '@check-requests/domain/notices/inbox/choices.ts'
import type { NoticeEvent, NoticeTopic } from '@check-requests/domain/notices/inbox/notices.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** A notice: one row per user and event. */
export interface NoticeTable {
  id: Generated<number>
  /** The dealer group of the request or account. Null for a super admin's account. */
  dealer_group_id: number | null
  user_id: number
  /** The event's key, which prevents a second notice to the same user. */
  event_key: string
  event: NoticeEvent
  check_request_id: number | null
  /** The account that the notice is about. */
  account_id: number | null
  actor_id: number | null
  actor_name: string | null
  text: string | null
  created_at: Moment
  read_at: Moment | null
  /** 1 if a job still has to create the email. */
  to_mail: Generated<number>
}

/** The time when a user last saw a pending request. */
export interface WaitingReadTable {
  dealer_group_id: number
  check_request_id: number
  user_id: number
  read_at: Moment
}

/** The time when a user last marked everything that is pending for them in one role as read. */
export interface InboxMarkTable {
  /** The user's dealer group. Null for super admins. */
  dealer_group_id: number | null
  user_id: number
  role_id: RoleId
  all_read_at: Moment
}

/** A user's notification setting for a topic. */
export interface NoticeChoiceTable {
  /** The user's dealer group. Null for super admins. */
  dealer_group_id: number | null
  user_id: number
  topic: NoticeTopic
  delivery: Delivery
}

export interface InboxTables {
  notices: NoticeTable
  waiting_reads: WaitingReadTable
  inbox_marks: InboxMarkTable
  notice_choices: NoticeChoiceTable
}
