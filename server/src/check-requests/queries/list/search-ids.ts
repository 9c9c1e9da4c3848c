import { fold, isLongWord, searchedWords } from '@check-requests/domain/values/searched-text.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { along } from '../../../platform/database/list.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'
import { conditionsOf, type FilterName, guarded, plain } from './filters.ts'
import type { Count } from './list-ids.ts'
import {
  columnsOf,
  holdsPattern,
  notes,
  notesHold,
  purposesNamed,
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

interface MatchShape extends SearchShape {
  readonly within?: readonly FilterName[]
}

export interface SearchValues extends Values, WordsValues {
  readonly check_request_fts: string
  readonly check_request_notes_fts: string
}

const byArrival = prepare((db: Db, param: Params<SearchValues>, shape: SearchShape) =>
  matches(db, param, shape, param('limit')),
)

/** A page in id order of requests whose texts contain the words, along the trigram index. */
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

/** A page in any other order, from this many of the newest requests that the trigram index finds. */
export function searchByKey(db: Db, selection: Selection, { search, newest, isLong }: ByKey): Promise<Found[]> {
  return byKey(db, { ...valuesOfSearch(selection, search), newest }, shapeOfSearch(selection, search)).all({
    apart: isLong,
  })
}

interface ByKey {
  readonly search: Search
  readonly newest: number
  readonly isLong: boolean
}

export function shapeOfSearch(selection: Selection, search: Search): SearchShape {
  return { ...shapeOf(selection), ...wordsShape(search) }
}

const indexes = ['check_request_fts', 'check_request_notes_fts'] as const

type Index = (typeof indexes)[number]

export function valuesOfSearch(selection: Selection, search: Search): SearchValues {
  return { ...valuesOf(selection), ...wordsValues(search), ...phrasesOf(search) }
}

/** The query for the SQLite trigram indexes. */
function phrasesOf({ words, fields, meaning }: Search): Record<Index, string> {
  const phrases = searchedWords(words).filter(isLongWord).map(phrase).join(' AND ')
  const inTexts = `{${columnsOf(fields).join(' ')}} : (${phrases})`
  return {
    check_request_fts: meaning.number === null ? inTexts : `(${inTexts}) OR {numbers} : ${phrase(meaning.number)}`,
    check_request_notes_fts: phrases,
  }
}

type Phrases = Record<Index, string> & Pick<WordsValues, 'patterns'> & { readonly limit: number }

const count = prepare((_db: Db, param: Params<Phrases>, { withNotes }: { withNotes: boolean }) => {
  const used = indexes.filter((index) => index === 'check_request_fts' || withNotes)
  const found = used.map(
    (index) => sql`select 1 from ${sql.table(index)} f where ${sql.ref(`f.${index}`)} match ${param(index)}`,
  )
  // A purpose that matches the search can have many requests.
  const counts = [...found, sql`${purposesNamed(param)}`].map(
    (query, index) =>
      sql`(select count(*) from (${query} limit ${param('limit')})) ${index < found.length ? sql`` : sql`* ${param('limit')}`}`,
  )
  return sql<{ amount: number }>`select ${sql.join(counts, sql` + `)} as amount`
})

/**
 * The approximate number of requests in all dealer groups that the SQLite trigram indexes find, counted up to the
 * limit.
 */
export async function guessMatches(db: Db, search: Search, limit: number): Promise<number> {
  if (speaksPostgres(db)) return limit
  const { patterns } = wordsValues(search)
  const shape = { withNotes: search.fields.includes('notes') }
  return (await count(db, { ...phrasesOf(search), patterns, limit }, shape).one()).amount
}

function phrase(words: string): string {
  return `"${fold(words).replaceAll('"', '""')}"`
}

/** Requests that the words find within `shape.within`, up to a limit, in id order, each with its amount. */
export function matches(
  db: Db,
  param: Params<SearchValues>,
  shape: MatchShape,
  limit: Expression<number>,
): RawBuilder<Found> {
  const byText = speaksPostgres(db) ? byPattern(db, param, shape) : byIndex(db, param, shape)
  const arms = [
    ...byText,
    ...(shape.amounts ? [byAmount(db, param, shape)] : []),
    ...(shape.vin ? [byVin(db, param, shape)] : []),
    ...(shape.fields.includes('purpose') ? [byPurpose(db, param, shape, limit)] : []),
  ]
  const searches = arms.map((arm) => sql<Found>`${arm} limit ${limit}`)
  const [first, ...more] = searches
  if (first && more.length === 0) return first
  const parts = searches.map((part) => sql`select * from (${part}) as arm`)
  return sql`${sql.join(parts, sql` union `)} ${inOrder(shape, 'id', 'id')} limit ${limit}`
}

const columns = sql`select r.id, r.id as key, r.amount_cents as cents`

function byIndex(db: Db, param: Params<SearchValues>, shape: MatchShape): RawBuilder<unknown>[] {
  const used = indexes.filter((index) => index === 'check_request_fts' || shape.fields.includes('notes'))
  return used.map((index: Index) => {
    const found = [
      sql`${sql.ref(`f.${index}`)} match ${param(index)}`,
      ...(shape.hasShort ? [holdsShort(db, param, shape, index)] : []),
      ...beyond(param, shape, 'f.rowid', 'f.rowid'),
    ]
    // A cross join keeps SQLite from querying the index once for each request in the selection.
    return sql`${columns} from ${sql.table(index)} f cross join check_requests r
      ${where([...found, sql`r.id = f.rowid`, ...selected(db, param, shape)])} ${inOrder(shape, 'f.rowid', 'f.rowid')}`
  })
}

/** The index finds only long words; the short ones are searched in the texts of its results. */
function holdsShort(db: Db, param: Params<SearchValues>, shape: SearchShape, index: Index): RawBuilder<unknown> {
  return index === 'check_request_fts'
    ? sql`exists (select 1 from ${texts(db)} s where s.id = f.rowid and ${holdsPattern(param, shape)})`
    : sql`exists (select 1 from ${notes(db)} n where n.id = f.rowid and ${notesHold(param)})`
}

function byPattern(db: Db, param: Params<SearchValues>, shape: MatchShape): RawBuilder<unknown>[] {
  const rest = [...selected(db, param, shape), ...beyond(param, shape, 'r.id', 'r.id')]
  const inTexts = sql`${columns} from ${texts(db)} s join check_requests r on r.id = s.id
    ${where([holdsPattern(param, shape), ...rest])} ${inOrder(shape, 'r.id', 'r.id')}`
  const inNotes = sql`${columns} from ${notes(db)} n join check_requests r on r.id = n.id
    ${where([notesHold(param), ...rest])} ${inOrder(shape, 'r.id', 'r.id')}`
  return shape.fields.includes('notes') ? [inTexts, inNotes] : [inTexts]
}

/** Requests with the amount that the words spell, along its index. */
function byAmount(db: Db, param: Params<SearchValues>, shape: MatchShape): RawBuilder<unknown> {
  const amounts = sql`r.amount_cents between ${param('amountsFrom')} and ${param('amountsTo')}`
  const rest = [...selected(db, param, shape, guarded(db)), ...beyond(param, shape, 'r.id', 'r.id')]
  return sql`${columns} from check_requests r ${along(db, 'check_requests_group_amount')}
    ${where([ofGroups(param, shape, 'r'), amounts, ...rest])} ${inOrder(shape, 'r.id', 'r.id')}`
}

/** Requests for the car whose VIN the words spell, along the index of match keys. */
function byVin(db: Db, param: Params<SearchValues>, shape: MatchShape): RawBuilder<unknown> {
  const rest = [...selected(db, param, shape, guarded(db)), ...beyond(param, shape, 'r.id', 'r.id')]
  return sql`${columns} from match_keys k ${along(db, 'match_keys_vin')} cross join check_requests r
    ${where([ofGroups(param, shape, 'k'), sql`k.vin = ${param('vin')}`, sql`r.id = k.id`, ...rest])}
    ${inOrder(shape, 'r.id', 'r.id')}`
}

function selected(db: Db, param: Params<SearchValues>, shape: MatchShape, column = plain): RawBuilder<unknown>[] {
  return [...belongs(db, param, shape, column), ...conditionsOf(db, param, shape.within ?? [], guarded(db))]
}

function ofGroups(param: Params<SearchValues>, shape: SearchShape, table: string): RawBuilder<unknown> {
  const group = sql.ref(`${table}.dealer_group_id`)
  return shape.inGroup ? sql`${group} = ${param('group')}` : sql`${group} in (select id from dealer_groups)`
}

/** Requests for purposes that the words name: for each group and purpose, a short scan along their index. */
function byPurpose(
  db: Db,
  param: Params<SearchValues>,
  shape: MatchShape,
  limit: Expression<number>,
): RawBuilder<unknown> {
  const groups = shape.inGroup ? sql`(select cast(${param('group')} as bigint) as id)` : sql`dealer_groups`
  const rest = [...selected(db, param, shape, guarded(db)), ...beyond(param, shape, 'r.id', 'r.id')]
  const ofOne = sql`from check_requests r ${along(db, 'check_requests_group_purpose')}
    ${where([sql`r.dealer_group_id = g.id`, sql`r.purpose_id = p.id`, ...rest])}
    ${inOrder(shape, 'r.id', 'r.id')} limit ${limit}`
  const each = sql`from (${purposesNamed(param)}) as p cross join ${groups} as g cross join`
  const found = speaksPostgres(db)
    ? sql`${each} lateral (select r.id, r.amount_cents ${ofOne}) as r`
    : sql`${each} check_requests r where r.id in (select r.id ${ofOne})`
  return sql`${columns} ${found} ${inOrder(shape, 'r.id', 'r.id')}`
}

const counting = prepare((db: Db, param: Params<SearchValues>, shape: SearchShape) => {
  const found = matches(db, param, { ...shape, within: shape.filters }, param('limit'))
  return sql<Count>`select count(*) as amount, cast(coalesce(sum(cents), 0) as bigint) as cents from (${found}) as found`
})

/** The number and total of requests that match the words and filters, up to the selection limit. */
export function countFound(db: Db, selection: Selection, search: Search): Promise<Count[]> {
  const newest = { ...selection, sort: 'newest' as const, after: null }
  return counting(db, valuesOfSearch(newest, search), shapeOfSearch(newest, search)).all({ apart: true })
}
