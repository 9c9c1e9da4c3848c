import { type RequestFilter, requestFilter } from '@check-requests/domain/access/permissions.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import type { Count } from '../../../platform/database/list.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import type { Db } from '../../../tables.ts'

/** The requests that a caller sees: one indexed column and its allowed ids. A null column means everything (A12). */
export interface RequestScope extends RequestFilter {
  /** The dealer group that also limits the scope, because requesters might have moved from another group. */
  readonly dealerGroupId: number | null
  /** True if a filter supplied the ids, which might belong to other dealer groups. */
  readonly isNarrowed?: boolean
}

export function requestScope(caller: Caller): RequestScope {
  return { ...requestFilter(caller), dealerGroupId: caller.scope.dealerGroupId }
}

/** The whole dealer group of a caller. Delegates decide on pending requests outside their own scope. */
export function wholeGroup({ scope: { dealerGroupId } }: Caller): RequestScope {
  return { column: 'dealer_group_id', ids: dealerGroupId === null ? [] : [dealerGroupId], dealerGroupId }
}

/** A column of `r`. */
export function plain(name: string): RawBuilder<unknown> {
  return sql.ref(`r.${name}`)
}

/** The index of each column that limits what callers see, in id order for each status. */
export const placeIndexes = {
  dealer_group_id: 'check_requests_group_status',
  dealership_id: 'check_requests_dealership_status',
  department_id: 'check_requests_department_status',
  requester_id: 'check_requests_requester_status',
} as const satisfies Record<Exclude<RequestScope['column'], null>, string>

/** Returns true for callers who see no requests, such as department users without a department. */
export function isEmptyScope({ column, ids }: RequestScope): boolean {
  return column !== null && ids.length === 0
}

/** The number of requests at one status, and their total in cents. */
export interface StatusTotal extends Count {
  readonly status_id: number
}

const totals = [
  sql<number>`cast(sum(amount) as bigint)`.as('amount'),
  sql<number>`cast(sum(cents) as bigint)`.as('cents'),
] as const

const ofAll = prepare((db: Db) =>
  db
    .selectFrom('group_counters')
    .select(['status_id', ...totals])
    .groupBy('status_id'),
)

const byGroup = prepare((db: Db, param: Params<{ group: number | null }>) =>
  db
    .selectFrom('group_counters')
    .select(['status_id', 'amount', 'cents'])
    .where('dealer_group_id', '=', param('group')),
)

interface Places {
  readonly places: readonly number[]
  readonly group: number | null
}

const byPlace = prepare(
  (db: Db, param: Params<Places>, column: 'dealership_id' | 'department_id', inGroup: boolean) => {
    const query = db
      .selectFrom('place_counters')
      .select(['status_id', ...totals])
      .where(column, 'in', param.oneOf('places'))
      .groupBy('status_id')
    return inGroup ? query.where('dealer_group_id', '=', param('group')) : query
  },
)

const byRequester = prepare((db: Db, param: Params<Places>, forTenant: boolean) => {
  const query = db
    .selectFrom('requester_counters')
    .select(['status_id', ...totals])
    .where('requester_id', 'in', param.oneOf('places'))
    .groupBy('status_id')
  return forTenant ? query.where('dealer_group_id', '=', param('group')) : query
})

/** The number of requests that a caller sees at each status, by status id. The cost doesn't depend on that number. */
export async function countByStatus(db: Db, scope: RequestScope): Promise<Map<number, number>> {
  const totals = await totalsByStatus(db, scope)
  return new Map(totals.map(({ status_id, amount }) => [status_id, amount]))
}

/** The number and total of the requests that a caller sees at each status. Omits statuses without requests. */
export async function totalsByStatus(db: Db, scope: RequestScope): Promise<StatusTotal[]> {
  return isEmptyScope(scope) ? [] : countRows(db, scope).all()
}

/** The number and total of requests in a scope, at these statuses or at all statuses. */
export async function countInScope(db: Db, scope: RequestScope, statusIds: readonly number[] | null): Promise<Count> {
  const totals = await totalsByStatus(db, scope)
  const counted = statusIds === null ? totals : totals.filter(({ status_id }) => statusIds.includes(status_id))
  const sum = (part: 'amount' | 'cents') => counted.reduce((all, row) => all + row[part], 0)
  return { amount: sum('amount'), cents: sum('cents') }
}

/** The number of requests in the dealer group of a scope or, without one, in all groups. */
export async function countInGroup(db: Db, { dealerGroupId }: RequestScope): Promise<number> {
  const column = dealerGroupId === null ? null : 'dealer_group_id'
  const ids = dealerGroupId === null ? [] : [dealerGroupId]
  return (await countInScope(db, { column, ids, dealerGroupId }, null)).amount
}

const owners = {
  dealer_group_id: ['dealer_groups', 'id', 'id'],
  dealership_id: ['dealerships', 'dealer_group_id', 'id'],
  department_id: ['departments', 'dealer_group_id', 'id'],
  requester_id: ['requester_counters', 'dealer_group_id', 'requester_id'],
} as const

const groups = prepare((_db: Db, param: Params<Pick<Places, 'places'>>, column: RequestScope['column']) => {
  const [table, group, id] = owners[column ?? 'dealer_group_id']
  const isThere = column ? sql`where ${sql.ref(id)} in ${param.oneOf('places')}` : sql``
  return sql<{ id: number }>`select distinct ${sql.ref(group)} as id from ${sql.table(table)} ${isThere}`
})

/** The dealer groups that have requests of a scope. */
export async function groupsOf(db: Db, { column, ids: places }: RequestScope): Promise<number[]> {
  return (await groups(db, { places }, column).all()).map(({ id }) => id)
}

function countRows(db: Db, { column, ids: places, dealerGroupId: group, isNarrowed }: RequestScope) {
  if (column === null) return ofAll(db, {})
  if (column === 'dealer_group_id') return byGroup(db, { group })
  if (column === 'requester_id') return byRequester(db, { places, group }, group !== null)
  // Counters are by department. The counters of a dealership are found within its group.
  return byPlace(db, { places, group }, column, group !== null && (isNarrowed || column === 'dealership_id'))
}
