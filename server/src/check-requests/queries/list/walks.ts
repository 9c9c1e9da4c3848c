import { isOpen, statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { along, merged, mostMerged, where } from '../../../platform/database/list.ts'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'
import { plain } from './request-scope.ts'
import {
  type Asked,
  belongs,
  beyond,
  type Found,
  guarded,
  inOrder,
  isByArrival,
  keyOf,
  orders,
  type Selection,
} from './selection.ts'

type Conditions = readonly RawBuilder<unknown>[]

/** A scan along an index. `path` has the columns in whose order the index runs. */
interface Walk {
  readonly index: string | null
  readonly columns: RawBuilder<unknown>
  readonly conditions: Conditions
  readonly path: readonly RawBuilder<unknown>[]
  readonly limit: Expression<number | null>
}

/** When an open request reached its status, and null for all others: a column of the index, which repeats this text. */
export const openSince = sql`case when r.status_id not in (${sql.join(
  statuses.filter(({ name }) => !isOpen(name)).map(({ id }) => sql.lit(id)),
)}) then r.status_changed_at end`

/** A scan by amount, priority, date, or time along the index of the dealer group, or of each group. */
export function walkInOrder(asked: Asked, limit: Expression<number | null>): RawBuilder<Found> {
  const key = asked.sort === 'waiting' ? openSince : sql.ref(keyOf(asked))
  const { index } = orders[asked.sort]
  const walk = {
    index,
    columns: sql`r.id, ${key} as key`,
    conditions: [...belongs(asked, guarded(asked)), ...inIndex(asked), ...after(asked, key)],
    path: index === 'check_requests_group_changed' ? [sql`r.cleared_at`, openSince, sql`r.id`] : [key, sql`r.id`],
    limit,
  }
  return overGroups(asked, walk, (group) => [[sql`r.dealer_group_id = ${group}`]])
}

/** The part of the index that has the order's requests: one for open requests, one for closed ones. */
function inIndex({ sort }: Asked): Conditions {
  // Written with `is not null`, SQLite would read all rejected requests before the first open one.
  if (sort === 'waiting') return [sql`r.cleared_at is null`, sql`${openSince} > ''`]
  if (sort === 'completed') return [sql`r.cleared_at is not null`, sql`${openSince} is null`]
  return []
}

function after({ param, sort, continued }: Asked, key: RawBuilder<unknown>): Conditions {
  const side = sql.raw(orders[sort].direction === 'desc' ? '<' : '>')
  return continued ? [sql`(${key}, r.id) ${side} (${param('afterKey')}, ${param('afterId')})`] : []
}

const position = sql`r.id, r.id as key`

interface More {
  readonly columns?: RawBuilder<unknown>
  readonly conditions?: Conditions
}

/** A scan in id order, with one branch for each place and status. */
export function walkOf(asked: Asked, limit: Expression<number | null>, more: More = {}): RawBuilder<Found> {
  const { db, column, param } = asked
  const others = [...(more.conditions ?? []), ...beyond(asked, 'r.id', 'r.id')]
  const inBranches = { ...asked, column: null, statuses: false }
  const conditions = [...belongs(inBranches), ...others]
  const walk = { index: null, columns: more.columns ?? position, conditions, path: [sql`r.id`], limit }
  if (column === null && asked.statuses && !speaksPostgres(db))
    return overGroups(asked, walk, (group) =>
      branchesByStatus(asked).map((status) => [sql`r.dealer_group_id = ${group}`, ...status]),
    )
  if (column === null) return mergedWalks(asked, walk, branchesByStatus(asked))
  const places = param.list('places').map((place) => [sql`${plain(column)} = ${place}`])
  const statuses = branchesByStatus(asked)
  const branches = places.flatMap((place) => statuses.map((status) => [...place, ...status]))
  if (asked.isAlongGroup) return walkAlongGroup(asked, { ...walk, conditions: others })
  if (branches.length <= mostMerged) return mergedWalks(asked, walk, branches)
  return mergedWalks(asked, { ...walk, conditions: others }, [belongs(asked)])
}

function walkAlongGroup(asked: Asked, walk: Walk): RawBuilder<Found> {
  const { param, inGroup } = asked
  const conditions = [...belongs(asked, guarded(asked)), ...walk.conditions]
  const group = inGroup ? [sql`r.dealer_group_id = ${param('group')}`] : []
  return mergedWalks(asked, { ...walk, conditions, index: inGroup ? 'check_requests_group' : null }, [group])
}

/** True if a scan merges those of several dealer groups, because the caller sees all groups. */
export function needsGroups(db: Db, { scope: { column, dealerGroupId }, statusIds, sort }: Selection): boolean {
  const mergesStatuses = column === null && statusIds !== null && !speaksPostgres(db)
  return dealerGroupId === null && (!isByArrival(sort) || mergesStatuses)
}

/** The number of scans that a walk in id order merges: one for each place and status. */
export function branchesOf({ scope: { column, ids }, statusIds }: Selection): number {
  return column === null ? 1 : ids.length * (statusIds?.length ?? 1)
}

/** The conditions of one branch for each status, or of a single one for all statuses. */
function branchesByStatus({ param, statuses }: Asked): RawBuilder<unknown>[][] {
  return statuses ? param.list('statuses').map((id) => [sql`r.status_id = ${id}`]) : [[]]
}

/** A scan in id order along one index, merged from branches with these conditions. */
export function walkAlong(
  asked: Asked,
  { branches, index, limit }: { branches: readonly Conditions[]; index: string | null; limit: Walk['limit'] },
): RawBuilder<Found> {
  const conditions = beyond(asked, 'r.id', 'r.id')
  return mergedWalks(asked, { index, columns: position, conditions, path: [sql`r.id`], limit }, branches)
}

/** Scans with these branches in the caller's group, or merged from the scans of all groups. */
function overGroups(
  asked: Asked,
  walk: Walk,
  branchesIn: (group: Expression<unknown>) => readonly Conditions[],
): RawBuilder<Found> {
  const { db, param, inGroup } = asked
  if (inGroup) return mergedWalks(asked, walk, branchesIn(param('group')))
  const ofEach = mergedWalks(asked, walk, branchesIn(sql`g.id`))
  const groups = sql`(select id from dealer_groups where id in ${param.oneOf('groups')}) as g`
  const ordered = sql`${inOrder(asked, 'key', 'id')} limit ${walk.limit}`
  if (speaksPostgres(db))
    return sql<Found>`select found.* from ${groups} cross join lateral (${ofEach}) as found ${ordered}`
  const branches = param.list('groups').flatMap(branchesIn)
  if (branches.length > 0 && branches.length <= mostMerged) return mergedWalks(asked, walk, branches)
  return sql<Found>`select ${walk.columns} from ${groups} cross join check_requests r
    where r.id in (select id from (${ofEach}) as found) ${inOrder(asked, 'key', 'r.id')} limit ${walk.limit}`
}

/**
 * Scans merged in list order. SQLite reads from each only as many rows as it needs; PostgreSQL plans them better with a
 * limit each.
 */
function mergedWalks(asked: Asked, walk: Walk, branches: readonly Conditions[]): RawBuilder<Found> {
  const { columns, conditions, limit } = walk
  const inPath = sql.join(walk.path.map((column) => sql`${column} ${sql.raw(orders[asked.sort].direction)}`))
  const walks = branches.map(
    (branch) => sql<Found>`select ${columns} from check_requests r ${along(asked.db, walk.index)}
      ${where([...branch, ...conditions])}`,
  )
  const [first, ...more] = walks
  if (first && more.length === 0) return sql`${first} order by ${inPath} limit ${limit}`
  const ordered = sql`${inOrder(asked, 'key', 'id')} limit ${limit}`
  if (!speaksPostgres(asked.db)) return sql`${sql.join(walks, sql` union all `)} ${ordered}`
  const limited = walks.map((one) => sql`${one} order by ${inPath} limit ${limit}`)
  return sql`select * from (${merged(limited, 'branch')}) as found ${ordered}`
}
