import type { RoleId } from '@check-requests/domain/access/roles.ts'
import type { HandPart } from '@check-requests/domain/check-requests/duties.ts'
import type { HistoryAction } from '@check-requests/domain/check-requests/events.ts'
import type { PayeeSubType, PayeeType } from '@check-requests/domain/check-requests/fields.ts'
import type { StatusId } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { PayeeJoin } from '@check-requests/domain/check-requests/payee-names.ts'
import type { PriorityRank } from '@check-requests/domain/check-requests/priorities.ts'
import type { TextField } from '@check-requests/domain/check-requests/text-fields.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Moment } from '../platform/clock.ts'

export interface CheckRequestTable extends Record<TextField, string | null> {
  id: Generated<number>
  dealer_group_id: number
  dealership_id: number | null
  department_id: number | null
  requester_id: number
  created_by_id: number
  last_editor_id: number | null
  status_id: StatusId
  version: Generated<number>
  request_number: string
  amount_cents: Cents
  payee_type: PayeeType
  payee_sub_type: PayeeSubType
  payee_name_1: string
  payee_name_2: string | null
  /** Null for the word AND, and for a single payee. */
  payee_join: PayeeJoin | null
  purpose_id: number
  purpose_other: string | null
  priority_rank: PriorityRank
  due_date: string
  /** JSON: the reason for paying the request despite possible duplicates (see `PaidBoth`). */
  paid_though_alike: string | null
  /** For a payoff: the last day for which the amount is enough, the cost of each later day, and the approved amount. */
  good_through: string | null
  per_diem_cents: Cents | null
  approved_cents: Cents | null
  /** JSON: a list of `{account, control_number, cents}`, which add up to the amount; null for none. */
  accounting: string | null
  delivery_method_id: number
  mailing_method: string | null
  tracking_number: string | null
  delivery_method_other: string | null
  mailing_address: string | null
  notes: string | null
  check_number: string | null
  /** 1 for a duplicate check number from before check numbers were unique. */
  check_number_exempt: Generated<number>
  /** The account on which the request's check is drawn; null if the check number was entered by hand. */
  bank_account_id: number | null
  /**
   * The last user who approved handing over the check in person although it was to be mailed; null if there is none.
   */
  diverted_by_id: number | null
  held_by_id: number | null
  hold_reason: string | null
  held_at: Moment | null
  created_at: Moment
  status_changed_at: Moment
  updated_at: Moment
  cleared_at: Moment | null
}

export interface StatusHistoryTable {
  id: Generated<number>
  dealer_group_id: number
  check_request_id: number
  action: HistoryAction
  status_id: StatusId
  note: string | null
  user_id: number
  user_name: string
  role_id: RoleId
  check_number: string | null
  /** JSON: a list of `{field, from, to}`. */
  changes: string
  created_at: Moment
}

/** The search texts used by lists, in lowercase. */
export interface CheckRequestSearchTable {
  id: number
  dealer_group_id: number
  request_number: string
  payee: string
  requester: string
  /** Includes the purpose name if the purpose has a free text. Otherwise empty, because the name itself is searched. */
  purpose: string
  check_number: string
  /** VIN, PO number, and invoice number in comparison form. */
  numbers: string
}

/** The searchable notes in lowercase: the request's own and those of its history. No row if there are none. */
export interface CheckRequestNotesTable {
  id: number
  dealer_group_id: number
  notes: string
}

/** The match keys of requests, for finding possible duplicates in a dealer group. */
export interface MatchKeyTable {
  id: number
  dealer_group_id: number
  created_at: Moment
  payment: string | null
  /** The payee part of `payment`, which the database derives. */
  payee: GeneratedAlways<string | null>
  vin: string | null
  po: string | null
  invoice: string | null
  /** The key of the second payee, if a check pays two. */
  second_payee: string | null
  /** The keys of the names joined in a payee field, with a line break before and after each; null if there are none. */
  joined: string | null
}

/** The names joined in payee fields, from the match keys of their requests. One row for each name, for searching. */
export interface JoinedPayeeTable {
  dealer_group_id: number
  payee: string
  check_request_id: number
}

/** The requests on which a user has decided at least once. */
export interface HandledRequestTable {
  dealer_group_id: number
  user_id: number
  check_request_id: number
}

/** The participants in a request and how they participated, in all rounds of the request (E9). */
export interface RequestHandTable {
  dealer_group_id: number
  check_request_id: number
  user_id: number
  part: HandPart
}

/**
 * The number and total of requests at each status of a dealer group. Triggers update this table and the counters below.
 */
export interface GroupCounterTable {
  dealer_group_id: number
  status_id: StatusId
  amount: number
  cents: number
}

/**
 * The number of requests at each status of a location. Its ids are 0 for no dealership or department. Kept by triggers.
 */
export interface PlaceCounterTable {
  dealer_group_id: number
  dealership_id: number
  department_id: number
  status_id: StatusId
  amount: number
  cents: number
}

export interface RequesterCounterTable {
  requester_id: number
  dealer_group_id: number
  status_id: StatusId
  amount: number
  cents: number
}

/**
 * The requests created and completed per scope and period: a week, or a quarter hour near its beginning. Kept by
 * triggers.
 */
export interface WeekTotalTable {
  dealer_group_id: number
  scope: 'group' | 'dealership' | 'department' | 'requester'
  scope_id: number
  week: string
  requested: number
  requested_cents: number
  completed: number
  completed_cents: number
}

/** The time that a completed request spent at each step. Kept by triggers. */
export interface StepTimeTable {
  check_request_id: number
  dealer_group_id: number
  dealership_id: number | null
  department_id: number | null
  requester_id: number
  completed_at: string
  /** JSON: a list of `[status_id, milliseconds]`, in no particular order. */
  times: string
}

export interface HandledCounterTable {
  user_id: number
  dealer_group_id: number
  amount: number
}

export interface RequestNumberCounterTable {
  group_code: string
  last_number: number
}

export interface CheckRequestTables {
  check_requests: CheckRequestTable
  status_history: StatusHistoryTable
  check_request_search: CheckRequestSearchTable
  check_request_notes: CheckRequestNotesTable
  match_keys: MatchKeyTable
  joined_payees: JoinedPayeeTable
  handled_requests: HandledRequestTable
  request_hands: RequestHandTable
  group_counters: GroupCounterTable
  place_counters: PlaceCounterTable
  requester_counters: RequesterCounterTable
  handled_counters: HandledCounterTable
  week_totals: WeekTotalTable
  step_times: StepTimeTable
  request_number_counters: RequestNumberCounterTable
}
