import {
  type Insights,
  type InsightsQuery,
  median,
  timedRequests,
  weekOf,
  weeksUntil,
} from '@check-requests/domain/check-requests/insights.ts'
import { isOpen, type StatusId, statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { Db } from '../../tables.ts'
import {
  listDepartmentIds,
  listStepTimes,
  type PeriodTotal,
  totalsByPeriod,
  zoneOfCharts,
} from '../queries/insights.ts'
import { narrowScope } from '../queries/list/filters.ts'
import {
  isEmptyScope,
  type RequestScope,
  requestScope,
  type StatusTotal,
  totalsByStatus,
} from '../queries/list/request-scope.ts'

const hour = 3_600_000
const openStatuses = statuses.filter(({ name }) => isOpen(name)).map(({ id }) => id)

/** Chart data for the requests that the caller sees: recent weeks, pending amounts, and durations of steps. */
export async function drawInsights(db: Db, caller: Caller, query: InsightsQuery, now: number): Promise<Insights> {
  const scope = await narrowed(db, requestScope(caller), query)
  const zone = await zoneOfCharts(db, scope.dealerGroupId)
  const weeks = weeksUntil(now, query.weeks, zone)
  if (isEmptyScope(scope)) return { time_zone: zone, weeks: drawWeeks(weeks, new Map()), open: [], steps: [] }
  const [byPeriod, byStatus, times] = await Promise.all([
    totalsByPeriod(db, scope, weeks[0]),
    totalsByStatus(db, scope),
    listStepTimes(db, scope, timedRequests),
  ])
  const byWeek = Map.groupBy(byPeriod, ({ week }) => weekOf(week, zone))
  return {
    time_zone: zone,
    weeks: drawWeeks(weeks, byWeek),
    open: drawOpen(byStatus),
    steps: drawSteps(times.map((row) => row.times)),
  }
}

/** The part of a scope that is in the requested dealership. Empty if the dealership is outside the scope. */
async function narrowed(db: Db, scope: RequestScope, { dealership }: InsightsQuery): Promise<RequestScope> {
  if (dealership === undefined) return scope
  if (scope.column === 'requester_id')
    throw invalidFields({
      dealership: 'Charts of your own requests can’t be filtered by dealership. Remove the filter.',
    })
  if (scope.column !== 'department_id') return narrowScope(scope, { dealerships: [dealership] }).scope
  const departments = await listDepartmentIds(db, dealership)
  return { ...scope, ids: scope.ids.filter((id) => departments.includes(id)) }
}

function drawWeeks(weeks: readonly string[], totals: ReadonlyMap<string, readonly PeriodTotal[]>): Insights['weeks'] {
  return weeks.map((from) => {
    const sum = (name: Exclude<keyof PeriodTotal, 'week'>) =>
      (totals.get(from) ?? []).reduce((all, total) => all + total[name], 0)
    return {
      from,
      requested: counted(sum('requested'), sum('requested_cents')),
      completed: counted(sum('completed'), sum('completed_cents')),
    }
  })
}

function drawOpen(totals: readonly StatusTotal[]): Insights['open'] {
  return openStatuses.map((id) => {
    const total = totals.find(({ status_id }) => status_id === id)
    return { status_id: id, ...counted(total?.amount, total?.cents) }
  })
}

function counted(count = 0, cents = 0): { count: number; amount: number } {
  return { count, amount: centsToDollars(cents) }
}

function drawSteps(times: readonly string[]): Insights['steps'] {
  const all: [StatusId, number][] = JSON.parse(`[${times.join(',')}]`).flat()
  const byStatus = Map.groupBy(all, ([status_id]) => status_id)
  return openStatuses.flatMap((status_id) => {
    const middle = median((byStatus.get(status_id) ?? []).map(([, milliseconds]) => milliseconds / hour))
    return middle === undefined ? [] : [{ status_id, median_hours: Math.round(middle * 10) / 10 }]
  })
}
