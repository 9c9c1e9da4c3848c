import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** An account of a dealer group's general ledger. Its number never changes: requests name it. */
export interface LedgerAccountTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  number: string
  name: string
  /** Number and name as search words are compared with them. */
  searched: string
  is_active: Generated<number>
  created_at: Moment
}

export interface AccountingTables {
  ledger_accounts: LedgerAccountTable
}
