import type { SearchField } from '@check-requests/domain/check-requests/list-views.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { speaksPostgres } from '../../../platform/json-sql.ts'
import { type Params, prepare } from '../../../platform/prepared.ts'
import type { Db } from '../../../tables.ts'
import { fold } from '../write/store.ts'
import { guarded } from './filters.ts'
import { along } from './indexes.ts'
import { holdsPattern, type Search, type WordsShape, type WordsValues, wordsShape, wordsValues } from './patterns.ts'
import {
  allPages,
  belongs,
  beyond,
  type Found,
  inOrder,
  orders,
  type Selection,
  type Shape,
  shapeOf,
  type Values,
  valuesOf,
  where,
} from './selection.ts'

export interface SearchShape extends Shape, WordsShape {}

export interface SearchValues extends Values, WordsValues {
  readonly check_request_fts: string
  readonly check_request_origin_fts: string
}

const byArrival = prepare((db: Db, param: Params<SearchValues>, shape: SearchShape) =>
  matches(db, param, shape, param('limit')),
)

/** A page by arrival of requests whose texts contain the words, along the trigram index. */
export function searchByArrival(db: Db, selection: Selection, search: Search): Promise<Found[]> {
  return byArrival(db, valuesOfSearch(selection, search), shapeOfSearch(selection, search)).all()
}

const byKey = prepare((db: Db, param: Params<SearchValues & { newest: number }>, shape: SearchShape) => {
  const newest = matches(db, param, { ...shape, sort: 'newest', continued: false }, param('newest'))
  const key = `r.${orders[shape.sort].column}`
  return sql<Found>`select r.id, ${sql.ref(key)} as key, ${allPages}
    from (${newest}) as newest cross join check_requests r
    ${where([sql`r.id = newest.id`, ...beyond(param, shape, key, 'r.id')])} ${inOrder(shape, key, 'r.id')} limit ${param('limit')}`
})

/** A page in any other order, of the newest this many requests that the trigram index finds. */
export function searchByKey(db: Db, selection: Selection, search: Search, newest: number): Promise<Found[]> {
  return byKey(db, { ...valuesOfSearch(selection, search), newest }, shapeOfSearch(selection, search)).all()
}

export function shapeOfSearch(selection: Selection, search: Search): SearchShape {
  return { ...shapeOf(selection), ...wordsShape(search) }
}

const indexes = ['check_request_fts', 'check_request_origin_fts'] as const

type Index = (typeof indexes)[number]

const indexedFields: Record<Index, readonly SearchField[]> = {
  check_request_fts: ['request_number', 'payee', 'check_number'],
  check_request_origin_fts: ['requester', 'purpose'],
}

export function valuesOfSearch(selection: Selection, search: Search): SearchValues {
  const { words, fields } = search
  const phrase = fold(words).replaceAll('"', '""')
  const matchIn = (index: Index) => `{${fieldsOf(index, fields).join(' ')}} : "${phrase}"`
  return {
    ...valuesOf(selection),
    ...wordsValues(search),
    check_request_fts: matchIn('check_request_fts'),
    check_request_origin_fts: matchIn('check_request_origin_fts'),
  }
}

function fieldsOf(index: Index, fields: readonly SearchField[]): SearchField[] {
  return fields.filter((field) => indexedFields[index].includes(field))
}

/** Up to a given number of requests, each with its money, that the words find, in order of arrival. */
export function matches(
  db: Db,
  param: Params<SearchValues>,
  shape: SearchShape,
  limit: Expression<number>,
): RawBuilder<Found> {
  const byText = speaksPostgres(db) ? [byPattern(param, shape)] : byIndex(param, shape)
  const arms = [...byText, ...byMeaning(db, param, shape)]
  const searches = arms.map((arm) => sql<Found>`${arm} limit ${limit}`)
  const [first, ...more] = searches
  if (first && more.length === 0) return first
  const parts = searches.map((part) => sql`select * from (${part}) as arm`)
  return sql`${sql.join(parts, sql` union `)} ${inOrder(shape, 'id', 'id')} limit ${limit}`
}

function byIndex(param: Params<SearchValues>, shape: SearchShape): RawBuilder<unknown>[] {
  const used = indexes.filter((index) => fieldsOf(index, shape.fields).length > 0)
  return used.map((index) => {
    const found = [sql`${sql.ref(`f.${index}`)} match ${param(index)}`, ...beyond(param, shape, 'f.rowid', 'f.rowid')]
    // A cross join keeps SQLite from querying the index once for each request in the selection.
    return sql`select r.id, r.id as key, r.amount_cents as cents from ${sql.table(index)} f cross join check_requests r
      ${where([...found, sql`r.id = f.rowid`, ...belongs(param, shape)])} ${inOrder(shape, 'f.rowid', 'f.rowid')}`
  })
}

/** Requests of the amount that the words say, or with the VIN or PO number that they are, each along its index. */
function byMeaning(db: Db, param: Params<SearchValues>, shape: SearchShape): RawBuilder<unknown>[] {
  const group = (table: string) =>
    shape.inGroup
      ? sql`${sql.ref(`${table}.dealer_group_id`)} = ${param('group')}`
      : sql`${sql.ref(`${table}.dealer_group_id`)} in (select id from dealer_groups)`
  const rest = [...belongs(param, shape, guarded(db)), ...beyond(param, shape, 'r.id', 'r.id')]
  const columns = sql`select r.id, r.id as key, r.amount_cents as cents`
  const amounts = sql`r.amount_cents between ${param('amountsFrom')} and ${param('amountsTo')}`
  const byAmount = sql`${columns} from check_requests r ${along(db, 'check_requests_group_amount')}
    ${where([group('r'), amounts, ...rest])} ${inOrder(shape, 'r.id', 'r.id')}`
  const byNumber = ['vin', 'po'].map((kind) => {
    const found = [group('k'), sql`${sql.ref(`k.${kind}`)} = ${param('number')}`, sql`r.id = k.id`]
    return sql`${columns} from match_keys k ${along(db, `match_keys_${kind}`)} cross join check_requests r
      ${where([...found, ...rest])} ${inOrder(shape, 'r.id', 'r.id')}`
  })
  return [...(shape.amounts ? [byAmount] : []), ...(shape.number ? byNumber : [])]
}

function byPattern(param: Params<SearchValues>, shape: SearchShape): RawBuilder<unknown> {
  const conditions = [
    holdsPattern(param, shape.fields),
    ...belongs(param, shape),
    ...beyond(param, shape, 'r.id', 'r.id'),
  ]
  return sql`select r.id, r.id as key, r.amount_cents as cents from visible_request_search s join check_requests r on r.id = s.id
    ${where(conditions)} ${inOrder(shape, 'r.id', 'r.id')}`
}
