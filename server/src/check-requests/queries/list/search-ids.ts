import type { SearchField } from '@check-requests/domain/check-requests/list-views.ts'
import { type RawBuilder, sql } from 'kysely'
import { compiled, hole } from '../../../platform/compiled.ts'
import { speaksPostgres } from '../../../platform/json-sql.ts'
import type { Db, Tables } from '../../../tables.ts'
import { fold } from '../write/store.ts'
import {
  belongs,
  beyond,
  type Found,
  holdsPattern,
  inOrder,
  likePattern,
  orders,
  type Search,
  type Selection,
  type Shape,
  shapeOf,
  valuesOf,
  where,
} from './selection.ts'

interface SearchShape extends Shape {
  readonly fields: readonly SearchField[]
}

const byArrival = compiled<Tables, SearchShape, Found>((db, shape) => {
  const query = matches(db, shape, hole('limit'))
  return { compile: () => query.compile(db) }
})

/** A page by arrival of requests whose texts hold the words, along the trigram index. */
export function searchByArrival(db: Db, selection: Selection, search: Search): Promise<Found[]> {
  return byArrival(db, shapeOfSearch(selection, search), valuesOfSearch(selection, search))
}

const byKey = compiled<Tables, SearchShape, Found>((db, shape) => {
  const newest = matches(db, { ...shape, sort: 'newest', continued: false }, hole('newest'))
  const key = `r.${orders[shape.sort].column}`
  const query = sql<Found>`select r.id, ${sql.ref(key)} as key, count(*) over () as amount
    from (${newest}) as newest cross join check_requests r
    ${where([sql`r.id = newest.id`, ...beyond(shape, key, 'r.id')])} ${inOrder(shape, key, 'r.id')} limit ${hole('limit')}`
  return { compile: () => query.compile(db) }
})

/** A page in any other order, of the newest so many requests that the trigram index finds. */
export function searchByKey(db: Db, selection: Selection, search: Search, newest: number): Promise<Found[]> {
  return byKey(db, shapeOfSearch(selection, search), { ...valuesOfSearch(selection, search), newest })
}

function shapeOfSearch(selection: Selection, { fields }: Search): SearchShape {
  return { ...shapeOf(selection), fields }
}

const indexes = {
  check_request_fts: ['request_number', 'payee', 'check_number'],
  check_request_origin_fts: ['requester', 'purpose'],
} as const satisfies Record<string, readonly SearchField[]>

type Index = keyof typeof indexes

function valuesOfSearch(selection: Selection, { words, fields }: Search): Record<string, unknown> {
  const phrase = fold(words).replaceAll('"', '""')
  const matchIn = (index: Index) => `{${fieldsOf(index, fields).join(' ')}} : "${phrase}"`
  return {
    ...valuesOf(selection),
    pattern: likePattern(words),
    check_request_fts: matchIn('check_request_fts'),
    check_request_origin_fts: matchIn('check_request_origin_fts'),
  }
}

function fieldsOf(index: Index, fields: readonly SearchField[]): SearchField[] {
  return fields.filter((field) => (indexes[index] as readonly SearchField[]).includes(field))
}

/** So many of the requests whose texts hold the words, in order of arrival. */
function matches(db: Db, shape: SearchShape, limit: unknown): RawBuilder<Found> {
  const arms = speaksPostgres(db) ? [byPattern(shape)] : byIndex(shape)
  const [first, ...more] = arms.map((arm) => sql<Found>`${arm} limit ${limit}`) as [RawBuilder<Found>]
  if (more.length === 0) return first
  const parts = [first, ...more].map((part) => sql`select * from (${part}) as arm`)
  return sql`${sql.join(parts, sql` union `)} ${inOrder(shape, 'id', 'id')} limit ${limit}`
}

function byIndex(shape: SearchShape): RawBuilder<unknown>[] {
  const used = (Object.keys(indexes) as Index[]).filter((index) => fieldsOf(index, shape.fields).length > 0)
  return used.map((index) => {
    const found = [sql`${sql.ref(`f.${index}`)} match ${hole(index)}`, ...beyond(shape, 'f.rowid', 'f.rowid')]
    // A cross join keeps SQLite from asking the index once for each request of the selection.
    return sql`select r.id, r.id as key from ${sql.table(index)} f cross join check_requests r
      ${where([...found, sql`r.id = f.rowid`, ...belongs(shape)])} ${inOrder(shape, 'f.rowid', 'f.rowid')}`
  })
}

function byPattern(shape: SearchShape): RawBuilder<unknown> {
  const conditions = [holdsPattern(shape.fields), ...belongs(shape), ...beyond(shape, 'r.id', 'r.id')]
  return sql`select r.id, r.id as key from visible_request_search s join check_requests r on r.id = s.id
    ${where(conditions)} ${inOrder(shape, 'r.id', 'r.id')}`
}
