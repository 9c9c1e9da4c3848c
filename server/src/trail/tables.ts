import type { RoleId } from '@check-requests/domain/access/roles.ts'
import type { Moment } from '../platform/clock.ts'

/** The newest link in a chain. There is one chain per dealer group, and chain 0 for the system. */
export interface AuditHeadTable {
  chain: number
  seq: number
  hash: string
}

/** A link: the action, the user, their role, and the values before and after. */
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
  /** JSON: a list of `StateChange`. Entries from versions before 0021 have no changes, key, or code. */
  states: string | null
  key_id: string | null
  /** The message authentication code for the hash. */
  mac: string | null
}

/**
 * The ids of the keys that make the message authentication codes. The keys themselves are stored outside the database.
 */
export interface AuditKeyTable {
  id: string
  since: Moment
  until: Moment | null
}

export interface AuditTables {
  audit_heads: AuditHeadTable
  audit_entries: AuditEntryTable
  audit_keys: AuditKeyTable
}
