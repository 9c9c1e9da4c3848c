import { type RawBuilder, sql } from 'kysely'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'
import type { RequestScope } from './request-scope.ts'
import { where } from './selection.ts'

/** What was requested and completed in one week, with the money in cents. */
export interface WeekTotal {
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
    // Joined through the dealer groups, so that the index is used even for callers who see all of them.
    return sql<WeekTotal>`select t.week, ${sql.join(sums)}
      from dealer_groups g cross join week_totals t
      where t.dealer_group_id = g.id and t.scope = ${sql.lit(scopes[column ?? 'dealer_group_id'])}
        and t.scope_id in (${isGroup ? sql`g.id` : sql.join(param.list('places'))}) and t.week >= ${param('since')}
        ${forTenant ? sql`and g.id = ${param('group')}` : sql``}
      group by t.week`
  },
)

/** What was requested and completed in each week from this Monday on; weeks with neither are left out. */
export function totalsByWeek(db: Db, { column, ids: places, dealerGroupId: group }: RequestScope, since: string) {
  return weeks(db, { places, group, since }, column, group !== null).all()
}

/** How long one completed request spent at each step: JSON, a list of `[status_id, milliseconds]`. */
interface StepTimes {
  readonly times: string
}

const steps = prepare(
  (db: Db, param: Params<Scope & { limit: number }>, column: RequestScope['column'], forTenant: boolean) => {
    // The sum keeps SQLite from the index of the whole group, as in lists; it would keep PostgreSQL from the order.
    const itsGroup = speaksPostgres(db) ? sql`dealer_group_id` : sql`dealer_group_id + 0`
    const tenant = forTenant ? [sql`${itsGroup} = ${param('group')}`] : []
    const latest = sql`order by completed_at desc, check_request_id desc limit ${param('limit')}`
    const walk = (place: RawBuilder<unknown>[]) =>
      sql`select times, completed_at, check_request_id from step_times ${where([...place, ...tenant])}`
    // One index scan for each place. SQLite merges them as they are, PostgreSQL only if each is ordered.
    const walks = column ? param.list('places').map((place) => walk([sql`${sql.ref(column)} = ${place}`])) : [walk([])]
    const merged = walks.length > 1 && speaksPostgres(db) ? walks.map((one) => sql`(${one} ${latest})`) : walks
    return sql<StepTimes>`${sql.join(merged, sql` union all `)} ${latest}`
  },
)

/** The step times of this many most recently completed requests. */
export function listStepTimes(db: Db, scope: RequestScope, limit: number) {
  const { column, ids: places, dealerGroupId: group, isNarrowed = false } = scope
  // A requester's own requests are limited to their current group, as is a dealership by name; others imply the group.
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
