import type { RecurringState } from '@check-requests/domain/check-requests/recurring/fields.ts'
import type { Interval } from '@check-requests/domain/check-requests/recurring/schedule.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** A request that repeats on a schedule. Days are in the time zone of the dealer group. */
export interface RecurringRequestTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  dealership_id: number | null
  department_id: number | null
  requester_id: number
  /** The request from which it was set up. */
  request_id: number
  purpose_id: number
  payee_name: string
  amount_cents: Cents
  /** The contents of its drafts, as JSON. */
  content: string
  every: Interval
  first_on: string
  until_on: string | null
  /** Null if there are no more days. */
  next_on: string | null
  is_automatic: Generated<number>
  state: RecurringState
  end_reason: string | null
  created_at: Moment
}

/** A day of a recurring request whose draft was raised, and the request that came of it. */
export interface RecurringDraftTable {
  dealer_group_id: number
  recurring_id: number
  due_on: string
  raised_at: Moment
  draft_id: number | null
  /** 1 until the draft was submitted automatically, or until it was decided that it isn't. */
  is_automatic: Generated<number>
  held_because: string | null
  missed_at: Moment | null
  check_request_id: number | null
  was_automatic: Generated<number>
  is_late: Generated<number>
  /** The day before this one, if its draft wasn't submitted by then. */
  missed_on: string | null
  /** JSON: the last approved payment when the request was submitted (see `queries/marks.ts`); null if there was none. */
  former: string | null
}

export interface RecurringTables {
  recurring_requests: RecurringRequestTable
  recurring_drafts: RecurringDraftTable
}
