import { type RawBuilder, sql } from 'kysely'
import type { RequestScope } from './request-scope.ts'

/** The index of each column that limits what callers see, in id order for each status. */
export const placeIndexes = {
  dealer_group_id: 'check_requests_group_status',
  dealership_id: 'check_requests_dealership_status',
  department_id: 'check_requests_department_status',
  requester_id: 'check_requests_requester_status',
} as const satisfies Record<Exclude<RequestScope['column'], null>, string>

/** A column of `r`. */
export function plain(name: string): RawBuilder<unknown> {
  return sql.ref(`r.${name}`)
}
