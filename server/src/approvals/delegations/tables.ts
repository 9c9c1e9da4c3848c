import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/**
 * A delegation from an absent user to a delegate. The first and last day are inclusive, in the time zone of the dealer
 * group.
 */
export interface DelegationTable {
  id: Generated<number>
  dealer_group_id: number
  from_id: number
  to_id: number
  starts_on: string
  ends_on: string
  /** JSON array of ids; an empty array means all. */
  dealership_ids: string
  reason: string
  created_by_id: number
  created_at: Moment
}

export interface DelegationTables {
  delegations: DelegationTable
}
