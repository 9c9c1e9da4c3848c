import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** An account in a dealer group's general ledger. Its number never changes because requests refer to it. */
export interface LedgerAccountTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  number: string
  name: string
  /** The account number and name in searchable form. */
  searched: string
  is_active: Generated<number>
  created_at: Moment
}

export interface AccountingTables {
  ledger_accounts: LedgerAccountTable
}
