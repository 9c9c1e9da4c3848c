import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** Who stands in for whom. Days by the clocks of the dealer group, both included. */
export interface DelegationTable {
  id: Generated<number>
  dealer_group_id: number
  from_id: number
  to_id: number
  starts_on: string
  ends_on: string
  /** JSON: ids, none for all. */
  dealership_ids: string
  reason: string
  created_by_id: number
  created_at: Moment
}

export interface DelegationTables {
  delegations: DelegationTable
}
