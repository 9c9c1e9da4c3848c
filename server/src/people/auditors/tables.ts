import type { AuditorState } from '@check-requests/domain/people/auditors/fields.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** A user's access as an auditor of their dealer group. */
export interface AuditorTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  user_id: number
  state: AuditorState
  /** The user who proposed the access or its end. */
  asked_by_id: number
  asked_by_name: string
  asked_at: Moment
  confirmed_by_id: number | null
  confirmed_by_name: string | null
  confirmed_at: Moment | null
}

export interface AuditorTables {
  auditors: AuditorTable
}
