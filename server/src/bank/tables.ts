import type { AccountState } from '@check-requests/domain/bank/accounts.ts'
import type { ExceptionKind } from '@check-requests/domain/bank/clearing/findings.ts'
import type { ClearingFormat } from '@check-requests/domain/bank/clearing/profile.ts'
import type { positivePayKinds, stockKinds } from '@check-requests/domain/bank/fields.ts'
import type { Acknowledgment } from '@check-requests/domain/bank/positive-pay/acknowledgment.ts'
import type { bankAnswers } from '@check-requests/domain/bank/positive-pay/answer.ts'
import type { transmissionStates } from '@check-requests/domain/bank/positive-pay/destination.ts'
import type { FileKind } from '@check-requests/domain/bank/positive-pay/write-file.ts'
import type { BoxState } from '@check-requests/domain/bank/stock/rules.ts'
import type { DateForm } from '@check-requests/domain/checks/front.ts'
import type { LayoutName } from '@check-requests/domain/checks/layouts.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../platform/clock.ts'

/** An account that checks are drawn on. Offsets are in hundredths of an inch. */
export interface BankAccountTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  name: string
  bank_name: string
  bank_place: string | null
  routing_number: string
  /** The account number, encrypted. */
  sealed_number: string
  account_last4: string
  /** A fingerprint that only reveals whether two accounts have the same routing and account number. */
  number_mark: string
  fraction: string | null
  on_us: string
  auxiliary_on_us: string
  /** The position of the on-us symbol after the account number, if the bank requires a fixed one. */
  on_us_at: number | null
  next_check_number: number
  layout: LayoutName
  stock: (typeof stockKinds)[number]
  micr: number
  offset_x: number
  offset_y: number
  /** JSON: `{x, y}` by field, in hundredths of an inch. */
  field_offsets: Generated<string>
  void_after_days: number | null
  /** Null in accounts from before there was a choice, for the short form. */
  date_form: DateForm | null
  /** The logo on blank paper: a normalized PNG file in base64. */
  logo: string | null
  stale_after_days: number
  /**
   * The number of days after which processors are reminded of a check that hasn't been picked up, or asked to mail it;
   * null for never.
   */
  pick_up_reminder_days: number | null
  mail_task_days: number | null
  two_signers_above_cents: Cents | null
  limit_cents: Cents | null
  positive_pay: (typeof positivePayKinds)[number]
  /** JSON: a list of `{user_id, rights, most_to_sign}`; empty while roles determine the rights. */
  people: string
  is_sample: Generated<number>
  state: AccountState
  /** JSON: the format of files sent to the bank. */
  positive_pay_template: string | null
  /** JSON: the columns of the CSV files received from the bank. */
  clearing_columns: string | null
  /** JSON: how the bank's files are read, without the columns. */
  clearing_profile: string | null
  /** The encrypted JSON list of the names for the account in the bank's files. */
  sealed_bank_names: string | null
  /** The encrypted JSON of the SFTP server that takes the bank's files. */
  sealed_destination: string | null
  /** JSON: the first numbers of the ranges kept for samples of the MICR line. */
  sample_numbers: string | null
  /** JSON: the values pending confirmation by a second person, in the form of these columns. */
  waiting: string | null
  /** JSON: a list of `{id, name}`: the users who proposed the pending changes. */
  proposed_by: string
  confirmed_by_id: number | null
  confirmed_by_name: string | null
  confirmed_at: Moment | null
  created_at: Moment
}

/** A dealership that draws on an account. `is_default` is 1 if it is the dealership's default account. */
export interface AccountDealershipTable {
  dealer_group_id: number
  dealership_id: number
  bank_account_id: number
  is_default: Generated<number>
}

/**
 * A box of checks. `last_number` is null for an uncounted box. `next_number` is used only while the box isn't in use.
 */
export interface StockBoxTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  bank_account_id: number
  place: string
  first_number: number
  last_number: number | null
  next_number: number
  holder_id: number | null
  holder_name: string | null
  state: BoxState
  received_by_id: number | null
  received_by_name: string | null
  received_at: Moment
  counted_by_id: number | null
  counted_by_name: string | null
  counted_at: Moment | null
}

/** A file that reports issued and voided checks to the bank. */
export interface PositivePayFileTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  bank_account_id: number
  /** The running number of the file within the account. */
  number: number
  /** The rows in the file: all, or only issues or voids. Null in files created before banks could ask for that. */
  kind: FileKind | null
  /** The ids of the other accounts whose checks are in the file, each between commas: `,12,15,`. */
  other_account_ids: string | null
  count: number
  total_cents: Cents
  /** The encrypted file, which contains the account number. */
  sealed_content: string
  made_by_id: number
  made_by_name: string
  made_at: Moment
  fetched_at: Moment | null
  answer: (typeof bankAnswers)[number] | null
  answered_by_id: number | null
  answered_by_name: string | null
  answered_at: Moment | null
  reason: string | null
  /** Where the transmission to the bank stands. Null for files that aren't sent from here. */
  transmission: (typeof transmissionStates)[number] | null
  transmission_tries: number | null
  transmission_problem: string | null
  /** The time of the next attempt, or of the last change. */
  transmission_at: Moment | null
  /** What the bank's answer says, if one was read. */
  acknowledgment: Acknowledgment | null
  acknowledgment_text: string | null
  acknowledged_at: Moment | null
}

/** A check reported in a file sent to the bank. */
export interface PositivePayRowTable {
  dealer_group_id: number
  positive_pay_file_id: number
  check_id: number
  kind: 'issue' | 'void'
}

/** A bank file of paid checks. `content` contains its packed lines until they are applied. */
export interface ClearingFileTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  bank_account_id: number
  name: string
  format: ClearingFormat
  content: string | null
  state: 'read' | 'written' | 'undone'
  read_by_id: number
  read_at: Moment
  written_by_id: number | null
  written_by_name: string | null
  written_at: Moment | null
  /** JSON: the notes of the file, with what was left out. */
  notes: string | null
  /**
   * The packed lines that earlier files already had, which count again if those files are undone. Null in files
   * confirmed before these lines were kept.
   */
  repeated: string | null
  /** JSON of the request to undo the file (`askedToUndo`). Kept after the file is undone. */
  undo_asked: string | null
  undone_by_id: number | null
  undone_by_name: string | null
  undone_at: Moment | null
}

/** A bank payment. `check_id` is the check that it cleared. A payment that was taken back has a negative amount. */
export interface ClearingLineTable {
  id: Generated<number>
  dealer_group_id: number
  bank_account_id: number
  clearing_file_id: number
  line: number
  number: number | null
  amount_cents: Cents
  paid_on: string
  payee: string | null
  reference: string | null
  fingerprint: string
  check_id: number | null
  /** 1 if the file was undone. The fingerprint then begins with the file's id, so that the line can be read again. */
  undone: Generated<number>
}

/** A payment that a user has to review. */
export interface CheckExceptionTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  bank_account_id: number
  clearing_line_id: number
  check_id: number | null
  kind: ExceptionKind
  sentence: string
  owner_id: number | null
  owner_name: string | null
  resolution: string | null
  resolved_by_id: number | null
  resolved_by_name: string | null
  resolved_at: Moment | null
  created_at: Moment
}

/** The signed and ended checks to report to the bank. Kept by triggers. */
export interface UnreportedCheckTable {
  dealer_group_id: number
  bank_account_id: number
  number: number
  check_id: number
  kind: PositivePayRowTable['kind']
  amount_cents: Cents
}

/** Bank payments by day. `matched` is 1 for payments that cleared checks, 0 for others. Kept by triggers. */
export interface ClearingDayTotalTable {
  dealer_group_id: number
  bank_account_id: number
  day: string
  matched: number
  amount: number
  cents: Cents
}

export interface BankingTables {
  untold_checks: UnreportedCheckTable
  clearing_day_totals: ClearingDayTotalTable
  bank_accounts: BankAccountTable
  account_dealerships: AccountDealershipTable
  stock_boxes: StockBoxTable
  positive_pay_files: PositivePayFileTable
  positive_pay_rows: PositivePayRowTable
  clearing_files: ClearingFileTable
  clearing_lines: ClearingLineTable
  check_exceptions: CheckExceptionTable
}
