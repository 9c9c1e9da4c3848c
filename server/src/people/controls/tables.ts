import type { HeldControl } from '@check-requests/domain/people/controls/controls.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/**
 * A change that loosens a control. `wanted`: JSON, what takes effect then. `says`: JSON, it in words. `effective_at`:
 * when it does by itself, where nobody is there to confirm it. `outcome`: null while it waits; `alone` where it took
 * effect at once, `unattended` where it did by itself.
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
