import type { AuditorReply } from '@check-requests/domain/people/auditors/fields.ts'
import type { AuditorRow } from './queries/auditors.ts'

export function presentAuditor(row: AuditorRow): AuditorReply {
  const { id, version, dealer_group_id, user_id, state, asked_by_id, asked_by_name, asked_at, confirmed_at } = row
  const { confirmed_by_id, confirmed_by_name } = row
  return {
    id,
    version,
    dealer_group_id,
    state,
    asked_at,
    confirmed_at,
    user: { id: user_id, name: `${row.first_name} ${row.last_name}` },
    asked_by: { id: asked_by_id, name: asked_by_name },
    confirmed_by: confirmed_by_id === null ? null : { id: confirmed_by_id, name: confirmed_by_name ?? 'Somebody' },
  }
}
