import type { ListQuery } from '@check-requests/domain/check-requests/list/query.ts'
import { priorityNamed } from '@check-requests/domain/check-requests/priorities.ts'
import { addDays, datesIn, startOfDay } from '@check-requests/domain/values/calendar-date.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { moment } from '../../../platform/clock.ts'
import { along, conditionOf, type FilterRow, likeAll, mostMerged, patternsOf } from '../../../platform/database/list.ts'
import { numberPairs } from '../../../platform/database/sql-helpers.ts'
import { isForNobodyElse, isForOwn, type OwnQueue } from './own-queue.ts'
import { plain, type RequestScope } from './request-scope.ts'
import { type Asked, type FilterName, type Filters, guarded, inGroups } from './selection.ts'
import { texts } from './words.ts'

/**
 * A filter of a column, and the index that finds its matches. `byGroup` means that the index begins with the dealer
 * group, and `byId` that it is in id order for each value.
 */
interface ColumnFilter extends FilterRow {
  readonly index: string
  readonly byGroup: boolean
  readonly byId: boolean
}

/** A filter that is more than a column comparison. `onWay` selects the ids of its matches, if it can find them. */
interface WrittenFilter {
  test(asked: Asked): RawBuilder<unknown>
  onWay?(asked: Asked): RawBuilder<unknown>
}

/** One more than the limit of an access path. Longer paths are only counted. */
const longestWay = sql.lit(5001)

// biome-ignore format: a table, one row each
const filterRows: Record<FilterName, ColumnFilter | WrittenFilter> = {
  departments: { column: 'department_id', is: 'in', index: 'check_requests_department', byGroup: false, byId: true },
  dealerships: { column: 'dealership_id', is: 'in', index: 'check_requests_dealership', byGroup: false, byId: true },
  requesters: { column: 'requester_id', is: 'in', index: 'check_requests_requester', byGroup: false, byId: true },
  purposes: { column: 'purpose_id', is: 'in', index: 'check_requests_group_purpose', byGroup: true, byId: true },
  priorities: { column: 'priority_rank', is: 'in', index: 'check_requests_group_priority', byGroup: true, byId: true },
  amountFrom: { column: 'amount_cents', is: '>=', index: 'check_requests_group_amount', byGroup: true, byId: false },
  amountTo: { column: 'amount_cents', is: '<=', index: 'check_requests_group_amount', byGroup: true, byId: false },
  dueFrom: { column: 'due_date', is: '>=', index: 'check_requests_group_due', byGroup: true, byId: false },
  dueTo: { column: 'due_date', is: '<=', index: 'check_requests_group_due', byGroup: true, byId: false },
  raisedFrom: { column: 'created_at', is: '>=', index: 'check_requests_group_raised', byGroup: true, byId: false },
  raisedBefore: { column: 'created_at', is: '<', index: 'check_requests_group_raised', byGroup: true, byId: false },
  clearedFrom: { column: 'cleared_at', is: '>=', index: 'check_requests_group_changed', byGroup: true, byId: false },
  clearedBefore: { column: 'cleared_at', is: '<', index: 'check_requests_group_changed', byGroup: true, byId: false },
  payee: {
    test: ({ db, param }) =>
      sql`exists (select 1 from ${texts(db)} t where t.id = r.id and ${likeAll('t.payee', param.list('payee'))})`,
  },
  handledBy: {
    test: ({ param }) => sql`exists (select 1 from handled_requests h
      where h.check_request_id = r.id and h.user_id = ${param('handledBy')})`,
    onWay: ({ param }) => sql`r.id in (select check_request_id from handled_requests
      where user_id = ${param('handledBy')} limit ${longestWay})`,
  },
  audiences: {
    test: ({ db, param }) => sql`exists (select 1 from approval_queue q
      where q.check_request_id = r.id and ${isForOwn(db, param('audiences'))})`,
    onWay: ({ db, param }) => sql`r.id in (select q.check_request_id from approval_queue q ${along(db, 'approval_queue_audience')}
      where q.dealer_group_id = ${param('group')}
        and q.audience_id in (select one from ${numberPairs(db, param('audiences'))})
        and ${isForOwn(db, param('audiences'))}
      order by q.check_request_id desc limit ${longestWay})`,
  },
  beside: { test: ({ db, param }) => isForNobodyElse(db, param('beside')) },
  notLeftOut: {
    test: ({ param }) => sql`not exists (select 1 from approval_exceptions e
      where e.dealer_group_id = r.dealer_group_id and e.user_id = ${param('notLeftOut')} and e.check_request_id = r.id)`,
  },
}

/** An access path: filters whose matches are found along an index or, if there is none, by id. */
export interface Way {
  readonly index: string | null
  readonly filters: readonly FilterName[]
  readonly byGroup: boolean
  readonly byId: boolean
}

/** The access paths of the active filters. */
export function waysOf(filters: Filters): Way[] {
  const found = (Object.keys(filters) as FilterName[]).flatMap((name): Way[] => {
    const row = filterRows[name]
    if ('column' in row) return [{ ...row, filters: [name] }]
    return row.onWay ? [{ index: null, filters: [name], byGroup: false, byId: false }] : []
  })
  return [...Map.groupBy(found, ({ index, filters: [name] }) => index ?? name).values()].flatMap(([way, ...others]) => {
    return way ? [{ ...way, filters: [way, ...others].flatMap(({ filters: names }) => names) }] : []
  })
}

/** The conditions of these filters on `r`. `column` returns the SQL of a column. */
export function conditionsOf(
  asked: Asked,
  names: readonly FilterName[] = asked.filters,
  column = guarded(asked),
): RawBuilder<unknown>[] {
  const { param } = asked
  return names.map((name) => {
    const row = filterRows[name]
    if (!('column' in row)) return row.test(asked)
    return conditionOf(row, row.is === 'in' ? param.oneOf(name as 'purposes') : param(name), column)
  })
}

/** The conditions of an access path: its filters, and the caller's group or each group in turn. */
export function onWay(asked: Asked, way: Way): RawBuilder<unknown>[] {
  const [first] = way.filters
  const row = first && filterRows[first]
  if (row && 'onWay' in row && row.onWay) return [row.onWay(asked)]
  return [...groupOnWay(asked, way), ...conditionsOf(asked, way.filters, plain)]
}

function groupOnWay(asked: Asked, { byGroup }: Way): RawBuilder<unknown>[] {
  return byGroup ? [inGroups(asked)] : []
}

/** The conditions of each branch of an access path in id order. */
export function branchesOnWay(asked: Asked, way: Way): RawBuilder<unknown>[][] {
  return way.filters.flatMap((name) => {
    const row = filterRows[name]
    if (!('column' in row)) return []
    const values = asked.param.list(name as 'purposes')
    if (values.length > mostMerged) return [[...groupOnWay(asked, way), ...conditionsOf(asked, [name], plain)]]
    return values.map((value) => [...groupOnWay(asked, way), sql`${plain(row.column)} = ${value}`])
  })
}

/** The filters of a caller's query besides the status. `now` is in milliseconds. */
export function filtersOf(query: ListQuery, { userId }: Pick<Caller, 'userId'>, now: number): Filters {
  const zone = query.time_zone
  const after = (date: string | undefined) => date && moment(startOfDay(addDays(date, 1), zone))
  const since = (date: string | undefined) => date && moment(startOfDay(date, zone))
  const withinSince = query.within > 0 ? moment(now - query.within * day) : undefined
  return present({
    departments: query.department,
    dealerships: query.dealership,
    requesters: query.requester,
    purposes: query.purpose,
    priorities: query.priority?.map((name) => priorityNamed(name).rank),
    amountFrom: query.amount_from,
    amountTo: query.amount_to,
    dueFrom: query.due_from,
    dueTo: query.overdue === 'true' ? earliest(query.due_to, addDays(datesIn(zone)(now), -1)) : query.due_to,
    raisedFrom: since(query.raised_from),
    raisedBefore: after(query.raised_to),
    clearedFrom: latest(withinSince, since(query.completed_from)),
    clearedBefore: after(query.completed_to),
    // Without other search words, only the payee text is searched, so this filter isn't needed.
    payee: query.search !== '' && query.payee ? patternsOf(query.payee) : undefined,
    handledBy: query.handled ? userId : undefined,
  })
}

/** The filters for the pending requests of one approver under a policy, or of a super admin under all policies. */
export function waitingIn({ audiences, userId, forOthers }: OwnQueue): Filters {
  return { [forOthers ? 'beside' : 'audiences']: JSON.stringify(audiences), notLeftOut: userId }
}

const day = 86_400_000

function earliest(a: string | undefined, b: string): string {
  return a !== undefined && a < b ? a : b
}

function latest(a: string | undefined, b: string | undefined): string | undefined {
  return a !== undefined && (b === undefined || a > b) ? a : b
}

function present(filters: { [Name in FilterName]?: Filters[Name] | undefined }): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

// biome-ignore format: a table, one row each
const narrowing = [
  { filter: 'departments', column: 'department_id' },
  { filter: 'dealerships', column: 'dealership_id' },
  { filter: 'requesters', column: 'requester_id' },
] as const

/**
 * Narrows a scope by a filter that has its own counters and indexes: a location or a requester in the caller's group.
 * Returns the remaining filters, too. The scope never widens: a group's scope keeps its group as a condition, and any
 * other scope is narrowed only to ids that it contains.
 */
export function narrowScope(scope: RequestScope, filters: Filters): { scope: RequestScope; filters: Filters } {
  const { column, dealerGroupId } = scope
  for (const row of narrowing) {
    const { [row.filter]: ids, ...others } = filters
    if (!ids) continue
    if (column === row.column)
      return { scope: { ...scope, ids: scope.ids.filter((id) => ids.includes(id)) }, filters: others }
    const isOfGroup = column === 'dealer_group_id' && dealerGroupId !== null
    if (column === null || isOfGroup)
      return { scope: { column: row.column, ids, dealerGroupId, isNarrowed: true }, filters: others }
  }
  return { scope, filters }
}
