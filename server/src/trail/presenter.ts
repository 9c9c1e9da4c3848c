import { findRole } from '@check-requests/domain/access/roles.ts'
import type { AuditEntry } from '@check-requests/domain/trail/endpoints.ts'
import type { AuditRow } from './queries/read.ts'

type Values = Record<string, unknown> | null

/** An entry as the audit trail screen shows it. `numbers` has request numbers by id, to name the record. */
export function presentEntry(row: AuditRow, numbers: ReadonlyMap<number, string>): AuditEntry {
  const { before, after } = JSON.parse(row.payload) as { before: Values; after: Values }
  return {
    chain: row.chain,
    seq: row.seq,
    at: row.at,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    role: row.role_id === null ? null : (findRole(row.role_id)?.label ?? null),
    action: row.action,
    entity: row.entity,
    entity_id: row.entity_id,
    label: labelOf(row, before, after, numbers),
    before,
    after,
  }
}

function labelOf(row: AuditRow, before: Values, after: Values, numbers: ReadonlyMap<number, string>): string | null {
  const live = row.entity === 'check-request' && row.entity_id !== null ? numbers.get(row.entity_id) : undefined
  const names = ['request_number', 'email', 'name'].flatMap((field) => [after?.[field], before?.[field]])
  return live ?? names.find((name) => typeof name === 'string') ?? null
}

/** The cursor for the next page of a list. */
export function cursorOf(row: AuditRow | undefined): string | null {
  return row ? `${row.chain}.${row.seq}` : null
}
