import type { Generated } from 'kysely'
import type { Moment } from '../platform/clock.ts'

/** A deleted place keeps its row for the trail and for people's records; its code becomes available again. */
export interface DealerGroupTable {
  id: Generated<number>
  version: Generated<number>
  name: string
  code: string
  is_active: Generated<number>
  separation_of_duties: Generated<number>
  account_confirmation: Generated<number>
  idle_hours: Generated<number>
  /** Business days; 0 for never. */
  reminder_days: Generated<number>
  /** 1: its mails name no amount and no payee. */
  discreet_mails: Generated<number>
  /** An IANA name. */
  time_zone: Generated<string>
  /** Digits: 0 for Sunday to 6 for Saturday. */
  business_weekdays: Generated<string>
  /** JSON: from when to when on days of the week that have not the usual hours. */
  business_hours: Generated<string>
  /** JSON: an array of dates and names, by date. */
  holidays: Generated<string>
  /** What its mails end with. */
  mail_text: Generated<string | null>
  /** 1: who may be paid is on its list of payees. */
  payee_list: Generated<number>
  /** JSON: a list of purposes that need a verified payee, and until when. */
  payee_needs: Generated<string>
  /** JSON: a list of purposes with what each demands. */
  purpose_demands: Generated<string>
  /** 1: whoever raised or approved a request does not take its check. */
  custody: Generated<number>
  /** JSON: a list of purposes with the account that their requests begin with, everywhere or at a dealership. */
  default_accounts: Generated<string>
  /** JSON: how the files of its journal are written; null where the journal is not set up. */
  journal_template: Generated<string | null>
  /** Checks that were issued before this day are in no export. */
  journal_begins_on: Generated<string | null>
  /** No event gets this day any more, or one before it. */
  journal_closed_through: Generated<string | null>
  /** JSON: when uncashed checks are due to a state; null where nothing was entered. */
  unclaimed_property: Generated<string | null>
  /** Digits: the ids of the roles that need a second factor. */
  second_factor_roles: Generated<string>
  /** From this day on they do; null with no roles. */
  second_factor_from: Generated<string | null>
  /** Approvals above this need a fresh proof; null for none. */
  approve_above_cents: Generated<number | null>
  /** 1: whoever an identity provider in use speaks for has no use for a password. */
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
  /** An IANA name; null for that of the group. */
  time_zone: Generated<string | null>
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
  /** The name as searches compare it. */
  searched_name: Generated<string>
}

export interface DeliveryMethodTable {
  id: Generated<number>
  version: Generated<number>
  name: string
  kind: 'carrier' | 'pickup' | 'other'
}

export interface OrganisationTables {
  dealer_groups: DealerGroupTable
  dealerships: DealershipTable
  departments: DepartmentTable
  purposes: PurposeTable
  delivery_methods: DeliveryMethodTable
}
