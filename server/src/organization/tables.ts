import type { Generated } from 'kysely'
import type { Moment } from '../platform/clock.ts'

/** A deleted place keeps its row for the audit trail and for users' records. Its code becomes available again. */
export interface DealerGroupTable {
  id: Generated<number>
  version: Generated<number>
  name: string
  code: string
  is_active: Generated<number>
  separation_of_duties: Generated<number>
  account_confirmation: Generated<number>
  idle_hours: Generated<number>
  /** In business days. 0 turns reminders off. */
  reminder_days: Generated<number>
  /** 1 if emails don't show amounts and payees. */
  discreet_mails: Generated<number>
  /** 1 if documents are read, so that they can fill forms. */
  reads_documents: Generated<number>
  /** An IANA time zone. */
  time_zone: Generated<string>
  /** Digits from 0 for Sunday to 6 for Saturday. */
  business_weekdays: Generated<string>
  /** JSON: the hours on weekdays that differ from the default hours. */
  business_hours: Generated<string>
  /** JSON: an array of dates and names, by date. */
  holidays: Generated<string>
  /** The closing text in the group's emails. */
  mail_text: string | null
  /** 1 if payees must be on the group's payee list. */
  payee_list: Generated<number>
  /** JSON: a list of purposes that need a verified payee, and the step at which they need it. */
  payee_needs: Generated<string>
  /** JSON: a list of purposes with their requirements. */
  purpose_demands: Generated<string>
  /** 1 if the users who raised or approved a request must not take custody of its check. */
  custody: Generated<number>
  /** JSON: a list of purposes with their default accounts, for the whole group or for one dealership. */
  default_accounts: Generated<string>
  /** JSON: the file format of journal exports. Null until the journal is set up. */
  journal_template: string | null
  /** Exports leave out checks issued before this day. */
  journal_begins_on: string | null
  /** The last day of the closed period. New events get a later date. */
  journal_closed_through: string | null
  /** JSON: the dormancy periods for uncashed checks by state. Null until the group enters them. */
  unclaimed_property: string | null
  /** Digits: the ids of roles that need a second factor. */
  second_factor_roles: Generated<string>
  /** The day from which these roles need it. Null if there are no such roles. */
  second_factor_from: string | null
  /** 1 if users can create access tokens. Null until it is turned on. */
  personal_tokens: number | null
  /** 1 if users can have their notices sent to a chat. Null until it is turned on. */
  personal_chats: number | null
  /** Approvals above this amount need verification. Null for none. */
  approve_above_cents: number | null
  /** The largest amount for which the link in an email is enough to decide. Null if no link ever is. */
  mail_decisions_cents: number | null
  /** 1 if emails to approvers show the first page of the document. Null until it is turned on. */
  mail_pages: number | null
  /** The largest amount of recurring requests that are submitted automatically. Null for none. */
  recurring_limit_cents: number | null
  /** 1 if users who log in through an active identity provider can't use passwords. */
  passwords_off: Generated<number>
  created_at: Moment
  deleted_at: Moment | null
}

export interface DealershipTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  name: string
  code: string
  address: string
  city: string
  state: string
  zip: string
  phone: string
  is_active: Generated<number>
  /** An IANA time zone. Null for the group's. */
  time_zone: string | null
  created_at: Moment
  deleted_at: Moment | null
}

export interface DepartmentTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  dealership_id: number
  name: string
  code: string
  is_active: Generated<number>
  created_at: Moment
  deleted_at: Moment | null
}

export interface PurposeTable {
  id: Generated<number>
  version: Generated<number>
  name: string
  description: string | null
  payment_for: string
  /** The name, folded for searches. */
  searched_name: Generated<string>
}

export interface DeliveryMethodTable {
  id: Generated<number>
  version: Generated<number>
  name: string
  kind: 'carrier' | 'pickup' | 'other'
}

export interface OrganizationTables {
  dealer_groups: DealerGroupTable
  dealerships: DealershipTable
  departments: DepartmentTable
  purposes: PurposeTable
  delivery_methods: DeliveryMethodTable
}
