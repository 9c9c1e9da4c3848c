import { type Expression, type RawBuilder, sql } from 'kysely'
import { along } from '../../../platform/database/list.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'
import {
  holdsWords,
  noSearch,
  notes,
  notesHold,
  type Search,
  texts,
  type WordsShape,
  type WordsValues,
  wordsShape,
  wordsValues,
} from './patterns.ts'
import {
  allPages,
  belongs,
  beyond,
  type Found,
  inIndex,
  inOrder,
  isByArrival,
  orders,
  type Selection,
  type Shape,
  shapeOf,
  type Values,
  valuesOf,
  where,
} from './selection.ts'

// SQLite allows at most 500 parts in a union, but a single filtered scan is faster long before that.
const mostBranches = 100

const walk = prepare((db: Db, param: Params<Values>, shape: Shape) => walkOf(db, param, shape, param('limit')))

/** A page in id order: a short index scan for each location and status. */
export function walkByArrival(db: Db, selection: Selection): Promise<Found[]> {
  return walk(db, valuesOf(selection), shapeOf(selection)).all()
}

const walkOrdered = prepare((db: Db, param: Params<Values>, shape: Shape) => {
  const { column, index } = orders[shape.sort]
  const key = `r.${column}`
  return sql<Found>`select r.id, ${sql.ref(key)} as key from check_requests r ${along(db, index)}
    ${where([...belongs(db, param, shape), ...inIndex(shape), ...beyond(param, shape, key, 'r.id')])} ${inOrder(shape, key, 'r.id')} limit ${param('limit')}`
})

/** A page by amount, priority, or due date along the index of that order, skipping requests outside the selection. */
export function walkByKey(db: Db, selection: Selection): Promise<Found[]> {
  return walkOrdered(db, valuesOf(selection), shapeOf(selection)).all()
}

interface ReadShape extends Shape, WordsShape {
  readonly newestOnly: boolean
  /** True if the requests are close together, so that reading those in between is cheap. */
  readonly isDense: boolean
}

interface ReadValues extends Values, WordsValues {
  readonly newest: number | null
}

const read = prepare((db: Db, param: Params<ReadValues>, shape: ReadShape) =>
  speaksPostgres(db) ? readOnPostgres(db, param, shape) : readOnSqlite(db, param, shape),
)

function readOnSqlite(db: Db, param: Params<ReadValues>, shape: ReadShape): RawBuilder<Found> {
  const isSearch = shape.fields.length > 0
  const isSorted = !isByArrival(shape.sort)
  // A search counts and totals its matches; other lists have counters.
  const needsRow = isSorted || isSearch
  const key = isSorted ? `r.${orders[shape.sort].column}` : 'c.id'
  const tables = [
    sql`(${candidates(db, param, shape)}) c`,
    ...(isSearch ? [sql`${texts(db)} s`] : []),
    ...(needsRow ? [sql`check_requests r`] : []),
  ]
  const conditions = [
    ...(needsRow ? [sql`r.id = c.id`] : []),
    ...(isSearch ? [sql`s.id = c.id`, holdsWords(db, param, shape)] : []),
    ...beyond(param, shape, key, 'c.id'),
  ]
  // A cross join makes SQLite read in this order.
  return sql<Found>`select c.id, ${sql.ref(key)} as key, ${isSearch ? allPages : sql`null as amount`}
    from ${sql.join(tables, sql` cross join `)} ${where(conditions)} ${inOrder(shape, key, 'c.id')} limit ${param('limit')}`
}

const examined = sql`r.id, r.id as key, r.amount_cents, r.purpose_id, r.priority_rank, r.due_date, r.status_changed_at,
  r.cleared_at`

// Without MATERIALIZED, PostgreSQL would join before applying the limit; this way each request is read only once.
function readOnPostgres(db: Db, param: Params<ReadValues>, shape: ReadShape): RawBuilder<Found> {
  const isSearch = shape.fields.length > 0
  const key = `r.${orders[shape.sort].column}`
  const conditions = [
    ...(isSearch ? [sql`s.id = r.id`, holdsWordsAmong(db, param, shape)] : []),
    ...beyond(param, shape, key, 'r.id'),
  ]
  return sql<Found>`with r as materialized (${candidates(db, param, shape, examined)})
    select r.id, ${sql.ref(key)} as key, ${isSearch ? allPages : sql`null as amount`}
    from r ${isSearch ? sql`cross join ${among(shape, texts(db))} s` : sql``}
    ${where(conditions)} ${inOrder(shape, key, 'r.id')} limit ${param('limit')}`
}

function holdsWordsAmong(db: Db, param: Params<ReadValues>, shape: ReadShape): RawBuilder<boolean> {
  const inOthers = holdsWords(db, param, { ...shape, fields: shape.fields.filter((field) => field !== 'notes') })
  if (!shape.isDense || !shape.fields.includes('notes')) return holdsWords(db, param, shape)
  return sql<boolean>`(${inOthers} or r.id in (select n.id from ${among(shape, notes(db))} n where ${notesHold(param)}))`
}

/**
 * The texts of the examined requests: one scan if these are close together, otherwise a lookup for each, and never a
 * full scan.
 */
function among({ isDense }: ReadShape, table: RawBuilder<unknown>): RawBuilder<unknown> {
  return isDense
    ? sql`(select * from ${table} t where t.id between (select min(id) from r) and (select max(id) from r))`
    : sql`lateral (select * from ${table} t where t.id = r.id offset 0)`
}

/** How a page is found by reading requests one by one. */
interface OneByOne {
  readonly search: Search
  /** How many of the newest requests are read; null reads all. */
  readonly newest: number | null
  /** True if the requests are close together, so that reading those in between is cheap. */
  readonly isDense: boolean
  readonly isLong: boolean
}

/** A page found by reading the whole selection, or only its newest requests up to a limit, one by one. */
export function readOneByOne(
  db: Db,
  selection: Selection,
  { search, newest, isDense, isLong }: OneByOne,
): Promise<Found[]> {
  const shape = { ...shapeOf(selection), ...wordsShape(search), newestOnly: newest !== null, isDense }
  return read(db, { ...valuesOf(selection), ...wordsValues(search), newest }, shape).all({ apart: isLong })
}

function candidates(
  db: Db,
  param: Params<ReadValues>,
  shape: ReadShape,
  columns = sql`r.id, r.amount_cents as cents`,
): RawBuilder<unknown> {
  const newestFirst = { ...shape, sort: 'newest', continued: false } as const
  if (shape.newestOnly && !shape.cleared) return walkOf(db, param, newestFirst, param('newest'), { columns })
  const all = sql`select ${columns} from check_requests r ${shape.cleared ? along(db, clearedIndex) : sql``} ${where(belongs(db, param, shape))}`
  return shape.newestOnly ? sql`${all} order by r.id desc limit ${param('newest')}` : all
}

const clearedIndex = 'check_requests_cleared'

const cleared = prepare((db: Db, param: Params<ReadValues>, shape: Shape) => {
  return sql<Count>`select count(*) as amount, cast(coalesce(sum(cents), 0) as bigint) as cents
    from (${candidates(db, param, { ...shape, ...wordsShape(noSearch), newestOnly: false, isDense: false })} limit ${param('limit')}) as counted`
})

/** The number of requests, and their total. */
export interface Count {
  readonly amount: number
  readonly cents: number
}

/** The number of requests in a selection with `clearedSince`, counted up to its limit. */
export function countCleared(db: Db, selection: Selection): Promise<Count> {
  const values = { ...valuesOf(selection), ...wordsValues(noSearch), newest: null }
  return cleared(db, values, shapeOf({ ...selection, after: null })).one()
}

// Row-level security on PostgreSQL hides newer requests of other groups, but not the sequence of all ids.
const newest = prepare((db: Db) => {
  return sql<{ id: number | null }>`select ${speaksPostgres(db) ? sql`last_value` : sql`max(id)`} as id
    from ${sql.table(speaksPostgres(db) ? 'check_requests_id_seq' : 'check_requests')}`
})

/** The id of the newest request overall, which approximates the number of requests. */
export async function findNewestId(db: Db): Promise<number> {
  return (await newest(db, {}).one()).id ?? 0
}

/** A scan in id order, with one branch for each location and status. */
export function walkOf(
  db: Db,
  param: Params<Values>,
  shape: Shape,
  limit: Expression<number | null>,
  { columns = position, conditions = [] }: { columns?: RawBuilder<unknown>; conditions?: RawBuilder<unknown>[] } = {},
): RawBuilder<Found> {
  const branches = branchesOf(db, param, shape).map((branch) => [...branch, ...conditions])
  return walkAlong(param, shape, { branches, index: sql``, limit, columns })
}

interface Branches {
  readonly branches: readonly RawBuilder<unknown>[][]
  readonly index: RawBuilder<unknown>
  readonly limit: Expression<number | null>
  readonly columns?: RawBuilder<unknown>
}

const position = sql`r.id, r.id as key`

/** A scan in id order, merged from branches with these conditions, each along its index. */
export function walkAlong(
  param: Params<Values>,
  shape: Shape,
  { branches, index, limit, columns = position }: Branches,
): RawBuilder<Found> {
  const walks = branches.map(
    (conditions) => sql<Found>`select ${columns} from check_requests r ${index}
      ${where([...conditions, ...beyond(param, shape, 'r.id', 'r.id')])} ${inOrder(shape, 'r.id', 'r.id')} limit ${limit}`,
  )
  const [first, ...more] = walks
  if (first && more.length === 0) return first
  const parts = walks.map((part) => sql`select * from (${part}) as branch`)
  return sql`select * from (${sql.join(parts, sql` union all `)}) as found
    ${inOrder(shape, 'key', 'id')} limit ${limit}`
}

function branchesOf(db: Db, param: Params<Values>, shape: Shape): RawBuilder<unknown>[][] {
  const { column } = shape
  const places = column ? param.list('places').map((place) => [sql`${sql.ref(`r.${column}`)} = ${place}`]) : [[]]
  const statuses = shape.statuses ? param.list('statuses').map((status) => [sql`r.status_id = ${status}`]) : [[]]
  if (places.length * statuses.length > mostBranches) return [belongs(db, param, shape)]
  const others = belongs(db, param, { ...shape, column: null, statuses: false })
  return places.flatMap((place) => statuses.map((status) => [...place, ...status, ...others]))
}
