import type { PayeeSubType, PayeeType } from '@check-requests/domain/check-requests/fields.ts'
import type { PayeeState } from '@check-requests/domain/payees/lifecycle.ts'
import type { TaxFormReply } from '@check-requests/domain/payees/replies.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../platform/clock.ts'

/** Somebody whom a dealer group pays. */
export interface PayeeTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  name: string
  /** The name as names of payees are compared (F9); its `separateKey` where another payee has the same key. */
  name_key: string
  /** The payee that it counts as: both have the same key, and two people have not yet said that they are two. */
  counts_as_id: Generated<number | null>
  /** What is found by words: name, address, email, phone and note, folded. */
  searched: string
  payee_type: PayeeType
  payee_sub_type: PayeeSubType
  address: string | null
  email: string | null
  phone: string | null
  default_purpose_id: number | null
  note: string | null
  state: PayeeState
  /** JSON: a list of `{id, name}`: who added or changed it since it was verified. */
  edited_by: string
  verified_by_id: number | null
  verified_by_name: string | null
  verified_at: Moment | null
  verified_how: string | null
  blocked_reason: string | null
  created_at: Moment
  /** The payee that it was merged into, with who did so and when. */
  merged_into_id: Generated<number | null>
  merged_at: Generated<Moment | null>
  merged_by_name: Generated<string | null>
  /** JSON: names that it had, as names of payees are compared; null when it was never renamed. */
  former_keys: Generated<string | null>
}

/** What the W-9 of a payee says, without the number. */
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

/** The payee of a request, as of its last submission. */
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
