import { statuses, statusIdsOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { addDays } from '@check-requests/domain/values/calendar-date.ts'
import { defaultTimeZone, zoneOfMost } from '@check-requests/domain/values/time-zones.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { mostMerged, where } from '../../platform/database/list.ts'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import { speaksPostgres } from '../../platform/database/sql-helpers.ts'
import type { Db } from '../../tables.ts'
import { queueOf } from './list/own-queue.ts'
import { countByStatus, type RequestScope, requestScope } from './list/request-scope.ts'

const handled = prepare((db: Db, param: Params<{ userId: number }>) =>
  db.selectFrom('handled_counters').select(['dealer_group_id', 'amount']).where('user_id', '=', param('userId')),
)

/**
 * The number of requests in a dealer group, or in all groups, that this user approved, rejected, or returned (B3).
 * Counts each request once.
 */
async function countHandled(db: Db, userId: number, dealerGroupId: number | null): Promise<number> {
  const rows = await handled(db, { userId }).all()
  return rows
    .filter((row) => dealerGroupId === null || row.dealer_group_id === dealerGroupId)
    .reduce((sum, row) => sum + row.amount, 0)
}

/**
 * The dashboard counts: requests by status that the caller sees, and requests that the caller has decided on (B3).
 * Under a policy, an approver's pending requests are only those that wait for that approver.
 */
export async function summarise(db: Db, caller: Caller) {
  const byStatus = await countByStatus(db, requestScope(caller))
  const queue = await queueOf(db, caller)
  for (const id of queue ? statusIdsOf('pending') : []) {
    const beside = (byStatus.get(id) ?? 0) - (queue?.forOthers?.get(id) ?? 0)
    byStatus.set(id, queue?.forOthers ? beside : (queue?.byStatus.get(id) ?? 0))
  }
  const counts = Object.fromEntries(statuses.map(({ id }) => [String(id), byStatus.get(id) ?? 0]))
  const total = Object.values(counts).reduce((sum, amount) => sum + amount, 0)
  return { counts, total, handled: await countHandled(db, caller.userId, caller.scope.dealerGroupId) }
}

/** The requests created and completed in one period (see `countedPeriod`), with totals in cents. */
export interface PeriodTotal {
  readonly week: string
  readonly requested: number
  readonly requested_cents: number
  readonly completed: number
  readonly completed_cents: number
}

interface Scope {
  readonly places: readonly number[]
  readonly group: number | null
}

const scopes = {
  dealer_group_id: 'group',
  dealership_id: 'dealership',
  department_id: 'department',
  requester_id: 'requester',
} as const

const weeks = prepare(
  (_db: Db, param: Params<Scope & { since: string }>, column: RequestScope['column'], forTenant: boolean) => {
    const sums = ['requested', 'requested_cents', 'completed', 'completed_cents'].map(
      (name) => sql`cast(sum(${sql.ref(`t.${name}`)}) as bigint) as ${sql.ref(name)}`,
    )
    const isGroup = column === null || column === 'dealer_group_id'
    // Joins through the dealer groups, so that the index is used even for callers who see all groups.
    return sql<PeriodTotal>`select t.week, ${sql.join(sums)}
      from dealer_groups g cross join week_totals t
      where t.dealer_group_id = g.id and t.scope = ${sql.lit(scopes[column ?? 'dealer_group_id'])}
        and t.scope_id in ${isGroup ? sql`(g.id)` : param.oneOf('places')} and t.week >= ${param('since')}
        ${forTenant ? sql`and g.id = ${param('group')}` : sql``}
      group by t.week`
  },
)

/** The requests created and completed in each period of the weeks from this Monday on; omits periods without any. */
export function totalsByPeriod(db: Db, { column, ids: places, dealerGroupId: group }: RequestScope, monday: string) {
  // East of Greenwich, weeks begin on Sunday in UTC.
  const since = addDays(monday, -1)
  return weeks(db, { places, group, since }, column, group !== null).all()
}

const zones = prepare((db: Db) => db.selectFrom('dealer_groups').select(['id', 'time_zone']).orderBy('id'))

/** The time zone of a dealer group or, without one, of most dealer groups. */
export async function zoneOfCharts(db: Db, dealerGroupId: number | null): Promise<string> {
  const all = await zones(db, {}).all()
  const own = all.filter(({ id }) => dealerGroupId === null || id === dealerGroupId)
  return zoneOfMost(own.map(({ time_zone }) => time_zone)) ?? defaultTimeZone
}

/** The time that one completed request spent at each step, as a JSON list of `[status_id, milliseconds]`. */
interface StepTimes {
  readonly times: string
}

function eachOrAll(param: Params<Scope>, column: string): RawBuilder<unknown>[] {
  const places = param.list('places')
  if (places.length > mostMerged) return [sql`${sql.ref(column)} in ${param.oneOf('places')}`]
  return places.map((place) => sql`${sql.ref(column)} = ${place}`)
}

const steps = prepare(
  (db: Db, param: Params<Scope & { limit: number }>, column: RequestScope['column'], forTenant: boolean) => {
    // As in lists, adding 0 keeps SQLite from using the index of the whole group. On PostgreSQL, adding 0 would prevent
    // reading in order.
    const itsGroup = speaksPostgres(db) ? sql`dealer_group_id` : sql`dealer_group_id + 0`
    const tenant = forTenant ? [sql`${itsGroup} = ${param('group')}`] : []
    const latest = sql`order by completed_at desc, check_request_id desc limit ${param('limit')}`
    const walk = (place: RawBuilder<unknown>[]) =>
      sql`select times, completed_at, check_request_id from step_times ${where([...place, ...tenant])}`
    // One index scan for each location. SQLite merges unordered scans, PostgreSQL only ordered ones.
    const walks = column ? eachOrAll(param, column).map((place) => walk([place])) : [walk([])]
    const merged = walks.length > 1 && speaksPostgres(db) ? walks.map((one) => sql`(${one} ${latest})`) : walks
    return sql<StepTimes>`${sql.join(merged, sql` union all `)} ${latest}`
  },
)

/** The step times of the most recently completed requests, up to `limit`. */
export function listStepTimes(db: Db, scope: RequestScope, limit: number) {
  const { column, ids: places, dealerGroupId: group, isNarrowed = false } = scope
  // A requester's own requests, and requests found by a dealership filter, must be limited to the current group. Other
  // scopes imply the group.
  const forTenant = group !== null && (column === 'requester_id' || isNarrowed)
  return steps(db, { places, group, limit }, column, forTenant).all()
}

const departments = prepare((db: Db, param: Params<{ dealership: number }>) =>
  db.selectFrom('departments').select('id').where('dealership_id', '=', param('dealership')),
)

/** The departments of a dealership. */
export async function listDepartmentIds(db: Db, dealership: number): Promise<number[]> {
  const rows = await departments(db, { dealership }).all()
  return rows.map(({ id }) => id)
}
