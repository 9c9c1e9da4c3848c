import type { RoleId } from '@check-requests/domain/access/roles.ts'
import type { Moment } from '../platform/clock.ts'

/** The newest link of a chain: one chain per dealer group, chain 0 for the system. */
export interface AuditHeadTable {
  chain: number
  seq: number
  hash: string
}

/** One link: what was done, by whom, in which role, before and after. */
export interface AuditEntryTable {
  chain: number
  seq: number
  previous_hash: string
  hash: string
  at: Moment
  actor_id: number | null
  actor_name: string
  role_id: RoleId | null
  session_id: string | null
  action: string
  entity: string
  entity_id: number | null
  payload: string
}

export interface AuditTables {
  audit_heads: AuditHeadTable
  audit_entries: AuditEntryTable
}
