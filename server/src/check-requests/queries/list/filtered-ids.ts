import { type RawBuilder, sql } from 'kysely'
import { along } from '../../../platform/database/list.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import type { Db } from '../../../tables.ts'
import { branchesOnWay, conditionsOf, guarded, onWay, plain, type Way } from './filters.ts'
import { type Count, walkAlong, walkOf } from './list-ids.ts'
import { holdsWords, type Search, texts } from './patterns.ts'
import { costOf, limits, takesLong, walkBudgets } from './plan.ts'
import { matches, type SearchShape, type SearchValues, shapeOfSearch, valuesOfSearch } from './search-ids.ts'
import {
  allPages,
  belongs,
  beyond,
  type Found,
  inIndex,
  inOrder,
  inReverse,
  isByArrival,
  orders,
  type Position,
  type Selection,
  type Shape,
  shapeOf,
  type Values,
  valuesOf,
  where,
} from './selection.ts'

const count = prepare((db: Db, param: Params<Values>, shape: Shape, way: Way) => {
  return sql<{ amount: number }>`select count(*) as amount from
    (select r.id from check_requests r ${along(db, way.index)}
      ${where(onWay(db, param, way, shape))} limit ${param('limit')}) as counted`
})

/** The number of requests on an access path in the caller's dealer group, or in all, counted up to the limit. */
export async function countOnWay(db: Db, selection: Selection, way: Way): Promise<number> {
  return (await count(db, valuesOf(selection), shapeOf(selection), way).one()).amount
}

const read = prepare((db: Db, param: Params<SearchValues>, shape: SearchShape, way: Way | null) => {
  const key = keyOf(shape)
  const isSearch = shape.fields.length > 0
  const others = shape.filters.filter((name) => !way?.filters.some((part) => part === name))
  const conditions = [
    ...(way ? onWay(db, param, way, shape) : []),
    ...belongs(db, param, shape, way ? guarded(db) : plain),
    ...conditionsOf(db, param, others, guarded(db)),
    ...(isSearch ? [sql`s.id = r.id`, holdsWords(db, param, shape)] : []),
    ...beyond(param, shape, key, 'r.id'),
  ]
  return sql<Found>`select r.id, ${sql.ref(key)} as key, ${allPages}
    from check_requests r ${way ? along(db, way.index) : sql``} ${isSearch ? sql`cross join ${texts(db)} s` : sql``}
    ${where(conditions)} ${inOrder(shape, key, 'r.id')} limit ${param('limit')}`
})

/** A page of filtered results, found by reading the whole selection or everything on one access path. */
export function readFiltered(
  db: Db,
  selection: Selection,
  { search, way, isLong }: { search: Search; way: Way | null; isLong: boolean },
): Promise<Found[]> {
  return read(db, valuesOfSearch(selection, search), shapeOfSearch(selection, search), way).all({ apart: isLong })
}

/** The result of examining a page: its rows, how many requests were read, and the last of them. */
export interface Examined {
  readonly rows: Found[]
  readonly examined: number
  readonly last: Position | null
}

interface ExaminedRow extends Found {
  readonly examined: number
  readonly last_id: number | null
  readonly last_key: Position['key'] | null
}

type WalkValues = SearchValues & { readonly budget: number }

const walk = prepare((db: Db, param: Params<WalkValues>, shape: SearchShape, way: Way | null) => {
  const inOrderOfList = isByArrival(shape.sort)
    ? walkByArrival(db, param, shape, way)
    : sql`select r.id, ${sql.ref(keyOf(shape))} as key from check_requests r ${along(db, orders[shape.sort].index)}
        ${where([...belongs(db, param, shape, guarded(db)), ...inIndex(shape), ...beyond(param, shape, keyOf(shape), 'r.id')])}
        ${inOrder(shape, keyOf(shape), 'r.id')} limit ${param('budget')}`
  return examinedOf(db, param, shape, inOrderOfList)
})

/** The order in which requests are scanned. */
interface Walk {
  readonly search: Search
  readonly way: Way | null
  /** How many requests the scan is expected to skip, if more than its limit. */
  readonly passed?: number
}

/**
 * A page of filtered results in list order. Most pages are full after a few requests; others read more. Also returns
 * how many requests were read.
 */
export async function walkFiltered(
  db: Db,
  selection: Selection,
  { search, way, passed = 0 }: Walk,
): Promise<Examined & { readonly budget: number }> {
  const shape = shapeOfSearch(selection, search)
  for (const budget of walkBudgets) {
    const values = { ...valuesOfSearch(selection, search), budget }
    const apart = takesLong(Math.max(budget, passed), costOf(search))
    const found = examine(await walk(db, values, shape, way).all({ apart }))
    const isDone = found.rows.length >= selection.limit || found.examined < budget
    if (isDone || budget === limits.read) return { ...found, budget }
  }
  throw new Error('No budget is the last.')
}

const match = prepare((db: Db, param: Params<WalkValues>, shape: SearchShape) => {
  const byArrival = isByArrival(shape.sort) ? shape : { ...shape, sort: 'newest' as const, continued: false }
  const newest = sql`select found.id, found.key from (${matches(db, param, byArrival, param('budget'))}) as found`
  return examinedOf(db, param, { ...shape, fields: [] }, newest)
})

/** A page of filtered results among the first text index matches up to a limit. */
export async function matchFiltered(db: Db, selection: Selection, search: Search, budget: number): Promise<Examined> {
  const values = { ...valuesOfSearch(selection, search), budget }
  const apart = takesLong(budget, 'match')
  return examine(await match(db, values, shapeOfSearch(selection, search)).all({ apart }))
}

const counting = prepare((db: Db, param: Params<Values>, shape: Shape) => {
  const conditions = conditionsOf(db, param, shape.filters, guarded(db))
  const found = walkOf(db, param, shape, param('limit'), {
    columns: sql`r.id, r.id as key, r.amount_cents as cents`,
    conditions,
  })
  return sql<Count>`select count(*) as amount, cast(coalesce(sum(cents), 0) as bigint) as cents from (${found}) as found`
})

/** The number and total of filtered requests, up to the selection limit. */
export function countFiltered(db: Db, selection: Selection): Promise<Count[]> {
  const newest = { ...selection, sort: 'newest' as const, after: null }
  return counting(db, valuesOf(newest), shapeOf(newest)).all({ apart: true })
}

function examine(rows: readonly ExaminedRow[]): Examined {
  const [{ examined = 0, last_id: id = null, last_key: key = null } = {}] = rows
  // Without a match, one row reports only what was examined.
  return { rows: rows.filter((row) => row.id !== null), examined, last: id && key !== null ? { id, key } : null }
}

/** The filtered requests among the given ids, and the number of ids. */
function examinedOf(
  db: Db,
  param: Params<WalkValues>,
  shape: SearchShape,
  given: RawBuilder<unknown>,
): RawBuilder<ExaminedRow> {
  const isSearch = shape.fields.length > 0
  const conditions = [
    sql`r.id = given.id`,
    ...belongs(db, param, shape, guarded(db)),
    ...conditionsOf(db, param, shape.filters, guarded(db)),
    ...(isSearch ? [sql`s.id = r.id`, holdsWords(db, param, shape)] : []),
    ...beyond(param, shape, keyOf(shape), 'r.id'),
  ]
  return sql`with given as materialized (${given}),
    found as (select r.id, ${sql.ref(keyOf(shape))} as key, ${allPages}
      from given cross join check_requests r ${isSearch ? sql`cross join ${texts(db)} s` : sql``}
      ${where(conditions)} ${inOrder(shape, keyOf(shape), 'r.id')} limit ${param('limit')})
    select found.id, found.key, found.amount, found.cents, examined.amount as examined,
      last.id as last_id, last.key as last_key
    from (select count(*) as amount from given) as examined
    left join (select id, key from given ${inReverse(shape, 'key', 'id')} limit 1) as last on true
    left join found on true
    ${inOrder(shape, 'found.key', 'found.id')}`
}

function walkByArrival(db: Db, param: Params<WalkValues>, shape: SearchShape, way: Way | null): RawBuilder<unknown> {
  const limit = param('budget')
  if (!way) return walkOf(db, param, shape, limit)
  return walkAlong(param, shape, {
    branches: branchesOnWay(param, way, shape.inGroup),
    index: along(db, way.index),
    limit,
  })
}

function keyOf({ sort }: Shape): string {
  return `r.${orders[sort].column}`
}
