import type { ListQuery } from '@check-requests/domain/check-requests/list/query.ts'
import { priorityNamed } from '@check-requests/domain/check-requests/priorities.ts'
import { addDays, datesIn, startOfDay } from '@check-requests/domain/values/calendar-date.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { isForNobodyElse, isForOwn, type OwnQueue } from '../../../approvals/queries/waiting.ts'
import { moment } from '../../../platform/clock.ts'
import { along } from '../../../platform/database/list.ts'
import type { Params } from '../../../platform/database/prepared.ts'
import { numberPairs, speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'
import { likeAll, patternsOf, texts } from './patterns.ts'
import type { RequestScope } from './request-scope.ts'

/** The list filters besides the status, as column values. */
export interface Filters {
  readonly departments?: readonly number[]
  readonly dealerships?: readonly number[]
  readonly requesters?: readonly number[]
  readonly purposes?: readonly number[]
  readonly priorities?: readonly number[]
  readonly amountFrom?: number
  readonly amountTo?: number
  readonly dueFrom?: string
  readonly dueTo?: string
  readonly raisedFrom?: string
  readonly raisedBefore?: string
  readonly clearedFrom?: string
  readonly clearedBefore?: string
  /** Patterns that must all match the payee text. */
  readonly payee?: readonly string[]
  /** A user who has decided on the request (B3). */
  readonly handledBy?: number
  /** JSON: the audiences with the request pending, each with 0 or with a user who is not left out. */
  readonly audiences?: string
  /** JSON: the audiences of a super admin: the request is pending for one of them, or for none at all. */
  readonly beside?: string
  /** A user for whom the request is not pending, regardless of their audiences. */
  readonly notLeftOut?: number
}
export type FilterName = keyof Filters

/** The filters that are more than a column comparison. */
const written = ['payee', 'handledBy', 'audiences', 'beside', 'notLeftOut'] as const
type Written = (typeof written)[number]

// biome-ignore format: a table, one row each
const tests = {
  departments: { column: 'department_id', is: 'in' },
  dealerships: { column: 'dealership_id', is: 'in' },
  requesters: { column: 'requester_id', is: 'in' },
  purposes: { column: 'purpose_id', is: 'in' },
  priorities: { column: 'priority_rank', is: 'in' },
  amountFrom: { column: 'amount_cents', is: '>=' },
  amountTo: { column: 'amount_cents', is: '<=' },
  dueFrom: { column: 'due_date', is: '>=' },
  dueTo: { column: 'due_date', is: '<=' },
  raisedFrom: { column: 'created_at', is: '>=' },
  raisedBefore: { column: 'created_at', is: '<' },
  clearedFrom: { column: 'cleared_at', is: '>=' },
  clearedBefore: { column: 'cleared_at', is: '<' },
} as const satisfies Record<Exclude<FilterName, Written>, { column: string; is: 'in' | '>=' | '<=' | '<' }>

const filterNames = [...Object.keys(tests), ...written] as FilterName[]

/** The index that finds the matches of a filter, null if they are found by id; `byId`: in id order for each value. */
export interface Way {
  readonly index: string | null
  readonly filters: readonly Exclude<FilterName, 'payee'>[]
  readonly byGroup: boolean
  readonly byId: boolean
}

// biome-ignore format: a table, one row each
const ways: readonly Way[] = [
  { index: 'check_requests_department', filters: ['departments'], byGroup: false, byId: true },
  { index: 'check_requests_dealership', filters: ['dealerships'], byGroup: false, byId: true },
  { index: 'check_requests_requester', filters: ['requesters'], byGroup: false, byId: true },
  { index: 'check_requests_group_purpose', filters: ['purposes'], byGroup: true, byId: true },
  { index: 'check_requests_group_priority', filters: ['priorities'], byGroup: true, byId: true },
  { index: 'check_requests_group_amount', filters: ['amountFrom', 'amountTo'], byGroup: true, byId: false },
  { index: 'check_requests_group_due', filters: ['dueFrom', 'dueTo'], byGroup: true, byId: false },
  { index: 'check_requests_group_raised', filters: ['raisedFrom', 'raisedBefore'], byGroup: true, byId: false },
  { index: 'check_requests_cleared', filters: ['clearedFrom', 'clearedBefore'], byGroup: false, byId: false },
  { index: null, filters: ['handledBy'], byGroup: false, byId: false },
  { index: null, filters: ['audiences'], byGroup: false, byId: false },
]

/** The indexes that serve the active filters. */
export function waysOf(filters: Filters): Way[] {
  return ways.filter((way) => way.filters.some((name) => name in filters))
}

/** The names of the active filters in a fixed order. */
export function namesOf(filters: Filters): FilterName[] {
  return filterNames.filter((name) => name in filters)
}

/** The filter values as query parameters: no items, or null, for inactive filters. */
export type FilterValues = {
  readonly [Name in FilterName]-?: Filters[Name] extends readonly unknown[] | undefined
    ? NonNullable<Filters[Name]>
    : NonNullable<Filters[Name]> | null
}

const noValues: FilterValues = {
  departments: [],
  dealerships: [],
  requesters: [],
  purposes: [],
  priorities: [],
  amountFrom: null,
  amountTo: null,
  dueFrom: null,
  dueTo: null,
  raisedFrom: null,
  raisedBefore: null,
  clearedFrom: null,
  clearedBefore: null,
  payee: [],
  handledBy: null,
  audiences: null,
  beside: null,
  notLeftOut: null,
}

export function filterValues(filters: Filters): FilterValues {
  return { ...noValues, ...filters }
}

/** The conditions of these filters on `r`. `column` writes a column. */
export function conditionsOf(
  db: Db,
  param: Params<FilterValues>,
  names: readonly FilterName[],
  column: (name: string) => RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  return names.map((name) => {
    if (isWritten(name)) return conditionOf[name](db, param)
    const test = tests[name]
    if (test.is === 'in') return sql`${column(test.column)} in (${sql.join(param.list(name as 'purposes'))})`
    return sql`${column(test.column)} ${sql.raw(test.is)} ${param(name as 'amountFrom')}`
  })
}

function isWritten(name: FilterName): name is Written {
  return written.some((one) => one === name)
}

const conditionOf: Record<Written, (db: Db, param: Params<FilterValues>) => RawBuilder<unknown>> = {
  payee: (db, param) =>
    sql`exists (select 1 from ${texts(db)} t where t.id = r.id and ${likeAll('t.payee', param.list('payee'))})`,
  handledBy: (_db, param) => sql`exists (select 1 from handled_requests h
    where h.check_request_id = r.id and h.user_id = ${param('handledBy')})`,
  audiences: (db, param) => sql`exists (select 1 from approval_queue q
    where q.check_request_id = r.id and ${isForOwn(db, param('audiences'))})`,
  beside: (db, param) => isForNobodyElse(db, param('beside')),
  notLeftOut: (_db, param) => sql`not exists (select 1 from approval_exceptions e
    where e.dealer_group_id = r.dealer_group_id and e.user_id = ${param('notLeftOut')} and e.check_request_id = r.id)`,
}

/** The conditions of an access path: its filters, and the caller's group or each of all groups. */
export function onWay(
  db: Db,
  param: Params<FilterValues & { group: number | null }>,
  way: Way,
  { filters, inGroup }: { filters: readonly FilterName[]; inGroup: boolean },
): RawBuilder<unknown>[] {
  const used = filters.filter((name) => way.filters.some((part) => part === name))
  if (used.includes('handledBy')) return [handledOnWay(param)]
  if (used.includes('audiences')) return [audiencesOnWay(db, param)]
  return [...groupOnWay(param, way, inGroup), ...conditionsOf(db, param, used, plain)]
}

/** One more than the limit of an access path: a longer path is only counted. */
const longestWay = 5001

function handledOnWay(param: Params<FilterValues>): RawBuilder<unknown> {
  return sql`r.id in (select check_request_id from handled_requests
    where user_id = ${param('handledBy')} limit ${sql.lit(longestWay)})`
}

function audiencesOnWay(db: Db, param: Params<FilterValues & { group: number | null }>): RawBuilder<unknown> {
  const pairs = numberPairs(db, param('audiences'))
  return sql`r.id in (select q.check_request_id from approval_queue q ${along(db, 'approval_queue_audience')}
    where q.dealer_group_id = ${param('group')} and q.audience_id in (select one from ${pairs})
      and ${isForOwn(db, param('audiences'))}
    order by q.check_request_id desc limit ${sql.lit(longestWay)})`
}

function groupOnWay(
  param: Params<{ group: number | null }>,
  { byGroup }: Way,
  inGroup: boolean,
): RawBuilder<unknown>[] {
  if (!byGroup) return []
  return [
    inGroup ? sql`r.dealer_group_id = ${param('group')}` : sql`r.dealer_group_id in (select id from dealer_groups)`,
  ]
}

/** The conditions of each branch of an access path in id order. */
export function branchesOnWay(
  param: Params<FilterValues & { group: number | null }>,
  way: Way,
  inGroup: boolean,
): RawBuilder<unknown>[][] {
  return way.filters.flatMap((name) => {
    if (isWritten(name)) return []
    const values = param.list(name as 'purposes')
    return values.map((value) => [...groupOnWay(param, way, inGroup), sql`${plain(tests[name].column)} = ${value}`])
  })
}

/** A column of `r`. */
export function plain(name: string): RawBuilder<unknown> {
  return sql.ref(`r.${name}`)
}

/** A column of `r` in a condition that must not lead SQLite away from the intended index. */
export function guarded(db: Db): (name: string) => RawBuilder<unknown> {
  return speaksPostgres(db) ? plain : (name) => sql`+${plain(name)}`
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
    // Without other words, the payee text is searched.
    payee: query.search !== '' && query.payee ? patternsOf(query.payee) : undefined,
    handledBy: query.handled ? userId : undefined,
  })
}

/** The pending requests of one approver under a policy, or of a super admin under all policies. */
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
 * A scope narrowed by a filter with its own counters and indexes: a location or a requester in the caller's group.
 * Returns the other filters. The scope never widens: a group's scope keeps its group as a condition, and any other is
 * narrowed only to ids that it contains.
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
