import { findRole } from '@check-requests/domain/access/roles.ts'
import type { AuditEntry } from '@check-requests/domain/trail/fields.ts'
import type { AuditRow } from './queries/read.ts'

type Values = Record<string, unknown> | null

/** An entry as the audit trail screen shows it. `known` names the records that exist. */
export function presentEntry(row: AuditRow, known: ReadonlyMap<string, string>): AuditEntry {
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
    label: labelOf(row, before, after, known),
    before,
    after,
  }
}

function labelOf(row: AuditRow, before: Values, after: Values, known: ReadonlyMap<string, string>): string | null {
  const live = known.get(`${row.entity} ${row.entity_id}`)
  const names = ['request_number', 'email', 'name'].flatMap((field) => [after?.[field], before?.[field]])
  return live ?? names.find((name) => typeof name === 'string') ?? null
}

/** The cursor for the next page of a list. */
export function cursorOf(row: AuditRow | undefined): string | null {
  return row ? `${row.chain}.${row.seq}` : null
}
