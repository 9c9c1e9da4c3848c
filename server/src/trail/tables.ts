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
  /** JSON: a list of `StateChange`. The entries of versions before 0021 have none, no key and no code. */
  states: string | null
  key_id: string | null
  /** The message authentication code of the hash. */
  mac: string | null
}

/** The keys that codes are made with, by their ids; the keys themselves are outside the database. */
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
