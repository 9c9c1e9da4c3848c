import type { SearchField } from '@check-requests/domain/check-requests/list-views.ts'
import { type RawBuilder, sql } from 'kysely'
import { compiled, hole } from '../../../platform/compiled.ts'
import { speaksPostgres } from '../../../platform/json-sql.ts'
import type { Db, Tables } from '../../../tables.ts'
import {
  belongs,
  beyond,
  type Found,
  holdsPattern,
  inOrder,
  isByArrival,
  likePattern,
  orders,
  type Search,
  type Selection,
  type Shape,
  shapeOf,
  valuesOf,
  where,
} from './selection.ts'

// SQLite takes at most 500 parts in a union; long before that, one walk that filters does better.
const mostBranches = 100

const walk = compiled<Tables, Shape, Found>((db, shape) => {
  const query = walkOf(shape, hole('limit'))
  return { compile: () => query.compile(db) }
})

/** A page by arrival: for each place and status a short walk along an index of its own. */
export function walkByArrival(db: Db, selection: Selection): Promise<Found[]> {
  return walk(db, shapeOf(selection), valuesOf(selection))
}

const walkOrdered = compiled<Tables, Shape, Found>((db, shape) => {
  const { column, index } = orders[shape.sort]
  const key = `r.${column}`
  const query = sql<Found>`select r.id, ${sql.ref(key)} as key from check_requests r ${along(db, index as string)}
    ${where([...belongs(shape), ...beyond(shape, key, 'r.id')])} ${inOrder(shape, key, 'r.id')} limit ${hole('limit')}`
  return { compile: () => query.compile(db) }
})

/** A page by amount, priority or due date along the index of that order, passing by what is not in the selection. */
export function walkByKey(db: Db, selection: Selection): Promise<Found[]> {
  return walkOrdered(db, shapeOf(selection), valuesOf(selection))
}

interface ReadShape extends Shape {
  readonly newest: number | null
  readonly fields: readonly SearchField[] | null
}

const read = compiled<Tables, ReadShape, Found>((db, shape) => {
  const { fields } = shape
  const needsRow = !isByArrival(shape.sort)
  const key = needsRow ? `r.${orders[shape.sort].column}` : 'c.id'
  const tables = [
    sql`(${candidates(db, shape)}) c`,
    ...(needsRow ? [sql`check_requests r`] : []),
    ...(fields ? [sql`${sql.table(speaksPostgres(db) ? 'visible_request_search' : 'check_request_search')} s`] : []),
  ]
  const conditions = [
    ...(needsRow ? [sql`r.id = c.id`] : []),
    ...(fields ? [sql`s.id = c.id`, holdsPattern(fields)] : []),
    ...beyond(shape, key, 'c.id'),
  ]
  // A cross join keeps SQLite to this order of reading.
  const query = sql<Found>`select c.id, ${sql.ref(key)} as key, ${fields ? sql`count(*) over ()` : sql`null`} as amount
    from ${sql.join(tables, sql` cross join `)} ${where(conditions)} ${inOrder(shape, key, 'c.id')} limit ${hole('limit')}`
  return { compile: () => query.compile(db) }
})

/** A page from reading the whole selection, or only its newest so many, one by one. */
export function readOneByOne(
  db: Db,
  selection: Selection,
  { search, newest }: { search: Search | null; newest: number | null },
): Promise<Found[]> {
  const shape = { ...shapeOf(selection), newest, fields: search?.fields ?? null }
  return read(db, shape, { ...valuesOf(selection), newest, pattern: search && likePattern(search.words) })
}

function candidates(db: Db, shape: ReadShape): RawBuilder<unknown> {
  const newestFirst = { ...shape, sort: 'newest', continued: false } as const
  if (shape.newest !== null && !shape.cleared) return walkOf(newestFirst, hole('newest'))
  const all = sql`select r.id from check_requests r ${shape.cleared ? along(db, clearedIndex) : sql``} ${where(belongs(shape))}`
  return shape.newest === null ? all : sql`${all} order by r.id desc limit ${hole('newest')}`
}

const clearedIndex = 'check_requests_cleared'

const cleared = compiled<Tables, Shape, { amount: number }>((db, shape) => {
  const query = sql<{ amount: number }>`select count(*) as amount
    from (${candidates(db, { ...shape, newest: null, fields: null })} limit ${hole('limit')}) as counted`
  return { compile: () => query.compile(db) }
})

/** How many requests of a selection with `clearedSince` there are, counted up to its limit. */
export async function countCleared(db: Db, selection: Selection): Promise<number> {
  const [row] = await cleared(db, shapeOf({ ...selection, after: null }), valuesOf(selection))
  return row?.amount ?? 0
}

// Behind the wall of a group, PostgreSQL shows no newer request of another group, but the sequence of all ids.
const newest = compiled<Tables, 'newest', { id: number | null }>((db) => {
  const query = sql<{ id: number | null }>`select ${speaksPostgres(db) ? sql`last_value` : sql`max(id)`} as id
    from ${sql.table(speaksPostgres(db) ? 'check_requests_id_seq' : 'check_requests')}`
  return { compile: () => query.compile(db) }
})

/** The id of the newest request of all: about how many there are. */
export async function findNewestId(db: Db): Promise<number> {
  const [row] = await newest(db, 'newest')
  return row?.id ?? 0
}

/** A walk in order of arrival, one branch for each place and status. */
function walkOf(shape: Shape, limit: unknown): RawBuilder<Found> {
  const [first, ...more] = branchesOf(shape).map(
    (conditions) => sql<Found>`select r.id, r.id as key from check_requests r
      ${where([...conditions, ...beyond(shape, 'r.id', 'r.id')])} ${inOrder(shape, 'r.id', 'r.id')} limit ${limit}`,
  ) as [RawBuilder<Found>, ...RawBuilder<Found>[]]
  if (more.length === 0) return first
  const parts = [first, ...more].map((part) => sql`select * from (${part}) as branch`)
  return sql`select id, key from (${sql.join(parts, sql` union all `)}) as found
    ${inOrder(shape, 'key', 'id')} limit ${limit}`
}

function branchesOf(shape: Shape): RawBuilder<unknown>[][] {
  const statuses = Math.max(1, shape.statuses)
  if (shape.places * statuses > mostBranches) return [belongs(shape)]
  const numbers = (length: number) => Array.from({ length }, (_, index) => index)
  const { column, ...others } = { ...shape, places: 0, statuses: 0 }
  return numbers(shape.places).flatMap((place) =>
    numbers(statuses).map((status) => [
      ...(column ? [sql`${sql.ref(`r.${column}`)} = ${hole(`place${place}`)}`] : []),
      ...(shape.statuses > 0 ? [sql`r.status_id = ${hole(`status${status}`)}`] : []),
      ...belongs({ ...others, column: null }),
    ]),
  )
}

/** Names the index to go along; SQLite keeps no statistics here and would guess. */
function along(db: Db, index: string): RawBuilder<unknown> {
  return speaksPostgres(db) ? sql`` : sql`indexed by ${sql.ref(index)}`
}
