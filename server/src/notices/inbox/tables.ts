import type { RoleId } from '@check-requests/domain/access/roles.ts'
import type { Delivery } from '@check-requests/domain/notices/inbox/choices.ts'
import type { NoticeEvent, NoticeTopic } from '@check-requests/domain/notices/inbox/notices.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** What somebody was told: one row per person and event. */
export interface NoticeTable {
  id: Generated<number>
  /** The dealer group of the request or the account; null for the account of a super admin. */
  dealer_group_id: number | null
  user_id: number
  /** Names the event, so that nobody is told of it twice. */
  event_key: string
  event: NoticeEvent
  check_request_id: number | null
  /** The account that it is about. */
  account_id: number | null
  actor_id: number | null
  actor_name: string | null
  text: string | null
  created_at: Moment
  read_at: Moment | null
  /** 1: a job makes a mail of it. */
  to_mail: Generated<number>
}

/** When somebody last saw a request that waits. */
export interface WaitingReadTable {
  dealer_group_id: number
  check_request_id: number
  user_id: number
  read_at: Moment
}

/** When somebody last marked everything as read that waits for them in a role. */
export interface InboxMarkTable {
  /** The person's dealer group; null for super admins. */
  dealer_group_id: number | null
  user_id: number
  role_id: RoleId
  all_read_at: Moment
}

/** How somebody wants to be told of a topic. */
export interface NoticeChoiceTable {
  /** The person's dealer group; null for super admins. */
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
