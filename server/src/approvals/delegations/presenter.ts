import type { DelegationReply } from '@check-requests/domain/approvals/delegations/fields.ts'
import { isInForce } from '@check-requests/domain/approvals/delegations/rules.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import type { NamedDelegation } from './queries/delegations.ts'

/** A delegation as the API shows it. `places`: names of dealerships; `now` in milliseconds. */
export function presentDelegation(
  row: NamedDelegation,
  places: ReadonlyMap<number, string>,
  now: number,
): DelegationReply {
  const ids: number[] = JSON.parse(row.dealership_ids)
  return {
    id: row.id,
    dealer_group_id: row.dealer_group_id,
    from: { id: row.from_id, name: `${row.from_first} ${row.from_last}` },
    to: { id: row.to_id, name: `${row.to_first} ${row.to_last}` },
    starts_on: row.starts_on,
    ends_on: row.ends_on,
    dealerships: ids.map((id) => ({ id, name: places.get(id) ?? 'A deleted dealership' })),
    reason: row.reason,
    created_by: { id: row.created_by_id, name: `${row.by_first} ${row.by_last}` },
    created_at: row.created_at,
    is_in_force: isInForce(row, datesIn(row.time_zone)(now)),
  }
}
