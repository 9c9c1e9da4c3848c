import type { RoleId } from '@check-requests/domain/access/roles.ts'
import type { handOverKinds } from '@check-requests/domain/checks/fields.ts'
import type { CheckState } from '@check-requests/domain/checks/lifecycle.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../platform/clock.ts'

/** Checks that were printed together. */
export interface PrintRunTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  bank_account_id: number
  first_number: number
  count: number
  total_cents: Cents
  check_date: string
  /** JSON: the account data printed on the checks, as it was when the run was created, without the account number. */
  account_face: string
  state: 'made' | 'confirmed' | 'spoiled' | 'released'
  made_by_id: number
  made_by_name: string
  made_at: Moment
  /** When the run's file was first downloaded. */
  fetched_at: Moment | null
  settled_by_id: number | null
  settled_by_name: string | null
  settled_at: Moment | null
}

/** One row for every number that was ever taken from an account; never deleted. */
export interface CheckTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  bank_account_id: number
  number: number
  state: CheckState
  kind: 'run' | 'manual' | 'opening'
  print_run_id: number | null
  check_request_id: number | null
  request_number: string | null
  dealership_id: number | null
  department_id: number | null
  check_date: string
  amount_cents: Cents
  payee_name: string
  /** The searchable text: payee, request number, and memo, normalized. */
  searched: string
  /** JSON: the printed content of the check, without the account data. */
  face: string
  printed_by_id: number | null
  /** JSON: `{id, name}` of the user who entered a check outside a print run. */
  entered_by: string | null
  /** The check that this one replaces. */
  replaces_id: number | null
  issued_on: string | null
  bank_paid_on: string | null
  /**
   * The day on which the register cleared the check, if the bank's day is in a closed month; null if the bank's day
   * counts.
   */
  cleared_on: string | null
  /** The day on which the check was spoiled, voided, or stopped. */
  ended_on: string | null
  reason: string | null
  /**
   * JSON: the user who asked to void the check, the reason, the result for the request, and the document that shows the
   * defaced check.
   */
  void_asked: string | null
  /** JSON: the users who requested and allowed handing over the check despite a rule (`HandOverException`). */
  exception_asked: string | null
  /** The bank's confirmation number for a stop. */
  stop_number: string | null
  stop_fee_cents: Cents | null
  stop_lapses_on: string | null
  stop_lapsed_at: Moment | null
  created_at: Moment
}

/** A request paid by a check of several requests, and its share of the amount. The check itself names the first one. */
export interface CombinedRequestTable {
  dealer_group_id: number
  check_id: number
  position: number
  check_request_id: number
  request_number: string
  amount_cents: Cents
}

/** An event of a check, and the user who caused it. */
export interface CheckEventTable {
  id: Generated<number>
  dealer_group_id: number
  check_id: number
  act: string
  user_id: number
  user_name: string
  role_id: RoleId
  note: string | null
  /** JSON: the details of the event. */
  details: string
  at: Moment
}

/** The signers of a check. `approved` is 1 for a user who had approved the check's request. */
export interface CheckSignatureTable {
  dealer_group_id: number
  check_id: number
  user_id: number
  user_name: string
  approved: number
  at: Moment
}

/**
 * A clearing that is, or is asked to be, undone. `restored`: the file that had undone it was undone itself. The columns
 * from `kind` on are set if the bank took its payment back: the check counts as cleared from `bank_paid_on` until
 * `bank_back_on` for the bank, and from `cleared_on` until `back_on` in the register, which never changes closed months.
 */
export interface UndoneClearingTable {
  id: Generated<number>
  dealer_group_id: number
  bank_account_id: number
  check_id: number
  /** The bank's payment or, if the bank took it back, its reversal. */
  clearing_line_id: number
  /** The payment that the bank took back. */
  payment_line_id: number | null
  state: 'asked' | 'done' | 'refused' | 'restored'
  reason: string
  asked_by_id: number
  asked_by_name: string
  asked_at: Moment
  decided_by_id: number | null
  decided_by_name: string | null
  decided_at: Moment | null
  kind: string | null
  amount_cents: Cents | null
  issued_on: string | null
  bank_paid_on: string | null
  cleared_on: string | null
  bank_back_on: string | null
  back_on: string | null
}

/** The receiver of a check. */
export interface HandOverTable {
  check_id: number
  dealer_group_id: number
  kind: (typeof handOverKinds)[number]
  receiver: string | null
  receiver_user_id: number | null
  relation: string | null
  identification: string | null
  identification_last4: string | null
  /** JSON: the strokes of a drawn signature. */
  signature: string | null
  witness: string | null
  /** The signed slip, which is a document of the request. */
  attachment_id: number | null
  tracking_number: string | null
  at: Moment
}

/**
 * The number and total of checks by account, location, kind, and state. Kept by triggers. The ids are 0 for no
 * location.
 */
export interface CheckTotalTable {
  dealer_group_id: number
  bank_account_id: number
  /** 1 for checks of requests, which are visible only to users who see the location. */
  has_request: number
  dealership_id: number
  department_id: number
  kind: CheckTable['kind']
  state: CheckState
  amount: number
  cents: Cents
}

/**
 * Checks by day, kept by triggers. With basis `dated`, by check date. With `register` and `bank`, by the days of state
 * changes in the register or at the bank: the sum of all changes up to a day is the state at the end of that day.
 */
export interface CheckDayTotalTable {
  dealer_group_id: number
  bank_account_id: number
  basis: 'dated' | 'register' | 'bank'
  day: string
  kind: CheckTable['kind']
  state: CheckState
  amount: number
  cents: Cents
}

/** How many of a thousand numbers have a row, and the dates of their checks. Kept by triggers. */
export interface CheckBlockTable {
  dealer_group_id: number
  bank_account_id: number
  /** The number divided by one thousand, rounded down. */
  block: number
  amount: number
  first_date: string
  last_date: string
  first_at: Moment
}

export interface CheckTables {
  check_totals: CheckTotalTable
  check_day_totals: CheckDayTotalTable
  check_blocks: CheckBlockTable
  print_runs: PrintRunTable
  checks: CheckTable
  combined_requests: CombinedRequestTable
  check_events: CheckEventTable
  check_signatures: CheckSignatureTable
  hand_overs: HandOverTable
  undone_clearings: UndoneClearingTable
}
