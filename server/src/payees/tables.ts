import type { PayeeSubType, PayeeType } from '@check-requests/domain/check-requests/fields.ts'
import type { PayeeState } from '@check-requests/domain/payees/lifecycle.ts'
import type { TaxFormReply } from '@check-requests/domain/payees/replies.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../platform/clock.ts'

/** A payee in a dealer group. */
export interface PayeeTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  name: string
  /**
   * The normalized name that identifies a payee (F9), or the payee's `separateKey` if another payee has the same
   * normalized name.
   */
  name_key: string
  /**
   * The payee that this one counts as, because both have the same key and two users haven't yet confirmed that the
   * payees are different.
   */
  counts_as_id: number | null
  /** The search text: folded name, address, email, phone, and note. */
  searched: string
  payee_type: PayeeType
  payee_sub_type: PayeeSubType
  address: string | null
  email: string | null
  phone: string | null
  default_purpose_id: number | null
  note: string | null
  state: PayeeState
  /** JSON: a list of `{id, name}` for users who added or changed the payee since it was verified. */
  edited_by: string
  verified_by_id: number | null
  verified_by_name: string | null
  verified_at: Moment | null
  verified_how: string | null
  blocked_reason: string | null
  created_at: Moment
  /** The payee that this one was merged into, with the user and the time. */
  merged_into_id: number | null
  merged_at: Moment | null
  merged_by_name: string | null
  /** JSON: former names in normalized form. Null if it was never renamed. */
  former_keys: string | null
}

/** A payee's W-9 data, without the taxpayer number. */
export interface PayeeTaxFormTable {
  payee_id: number
  dealer_group_id: number
  received_on: string
  legal_name: string
  number_kind: TaxFormReply['number_kind']
  tax_class: TaxFormReply['tax_class']
  box_1099: TaxFormReply['box_1099']
  backup_withholding: number
}

/** A request's payee, as of its last submission. */
export interface RequestPayeeTable {
  check_request_id: number
  dealer_group_id: number
  payee_id: number
}

export interface PayeeTables {
  payees: PayeeTable
  payee_tax_forms: PayeeTaxFormTable
  request_payees: RequestPayeeTable
}
