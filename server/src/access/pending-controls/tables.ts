import type { HeldControl } from '@check-requests/domain/people/controls/controls.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/**
 * A change that loosens a control. `wanted` is JSON with the values to store. `says` is JSON with sentences that
 * describe the change. `effective_at` is when the change takes effect without confirmation if no one can confirm it.
 * `outcome` is null while the change is pending, `alone` if it took effect immediately, and `unattended` if it took
 * effect without confirmation.
 */
export interface ControlChangeTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  control: HeldControl
  entity_id: number
  wanted: string
  says: string
  asked_by_id: number
  asked_by_name: string
  asked_at: Moment
  effective_at: Moment | null
  outcome: 'confirmed' | 'stopped' | 'replaced' | 'unattended' | 'alone' | null
  decided_by_id: number | null
  decided_by_name: string | null
  decided_at: Moment | null
}

export interface ControlTables {
  control_changes: ControlChangeTable
}
