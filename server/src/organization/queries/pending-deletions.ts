import type { Place } from '@check-requests/domain/access/scope.ts'
import type { Selectable } from 'kysely'
import type { CheckRequestTable } from '../../check-requests/tables.ts'
import type { Db } from '../../tables.ts'

const columns = [
  ['dealer_groups', 'dealer_group_id'],
  ['dealerships', 'dealership_id'],
  ['departments', 'department_id'],
] as const

/** Some requests of deleted places of any kind, but for those whose checks the journal has: they stay for the books. */
export async function findPendingDeletions(db: Db, limit: number): Promise<Selectable<CheckRequestTable>[]> {
  for (const place of columns) {
    const rows = await requestsOfDeleted(db, place, limit)
    if (rows.length > 0) return rows
  }
  return []
}

// One index scan per deleted place: deleted places are few, requests may be many.
async function requestsOfDeleted(db: Db, [table, column]: (typeof columns)[number], limit: number) {
  const deleted = await db.selectFrom(table).select('id').where('deleted_at', 'is not', null).execute()
  for (const { id } of deleted) {
    const rows = await db
      .selectFrom('check_requests')
      .selectAll()
      .where(column, '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('journal_events as e').select('e.id').whereRef('e.check_request_id', '=', 'check_requests.id'),
          ),
        ),
      )
      .orderBy('id')
      .limit(limit)
      .execute()
    if (rows.length > 0) return rows
  }
  return []
}

/** How many requests a place has, by the counters. */
export async function countRequestsIn(db: Db, place: Place): Promise<number> {
  let query = db
    .selectFrom('place_counters')
    .select(({ fn }) => fn.sum<number>('amount').as('amount'))
    .where('dealer_group_id', '=', place.dealerGroupId)
  if (place.dealershipId !== null) query = query.where('dealership_id', '=', place.dealershipId)
  if (place.departmentId !== null) query = query.where('department_id', '=', place.departmentId)
  return Number((await query.executeTakeFirst())?.amount ?? 0)
}
