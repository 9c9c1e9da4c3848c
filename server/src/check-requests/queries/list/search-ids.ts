import { type Expression, type RawBuilder, sql } from 'kysely'
import { along, like, merged, patternsOf, where } from '../../../platform/database/list.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { numberedIds, speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'
import { conditionsOf } from './filters.ts'
import { newestId } from './list-ids.ts'
import { plain } from './request-scope.ts'
import {
  type Asked,
  allPages,
  ask,
  belongs,
  beyond,
  counted,
  type FilterName,
  type Found,
  guarded,
  inGroups,
  inOrder,
  keyOf,
  newestFirst,
  phrasesOf,
  type Search,
  type Selection,
} from './selection.ts'
import { holdsPattern, holdsWords, notes, notesHold, purposesNamed, texts } from './words.ts'

/** A page in id order of requests whose texts contain the words, found along the trigram index. */
export const searchByArrival = ask((asked) => matches(asked, asked.param('limit')))

/** A page in any order except id, from at most `upTo` of the newest requests found through the trigram index. */
export const searchByKey = ask((asked) => {
  const key = keyOf(asked)
  return sql<Found>`select r.id, ${sql.ref(key)} as key, ${allPages}
    from (${matches(newestFirst(asked), asked.param('upTo'))}) as newest cross join check_requests r
    ${where([sql`r.id = newest.id`, ...beyond(asked, key, 'r.id')])} ${inOrder(asked, key, 'r.id')}
    limit ${asked.param('limit')}`
})

const indexes = ['check_request_fts', 'check_request_notes_fts'] as const

type Index = (typeof indexes)[number]

interface Guessed extends Record<Index, string> {
  readonly patterns: readonly string[]
  readonly limit: number
}

const guess = prepare((_db: Db, param: Params<Guessed>, withNotes: boolean) => {
  const used = indexes.filter((index) => index === 'check_request_fts' || withNotes)
  const counts = used.map(
    (index) => sql`(select count(*) from (select 1 from ${sql.table(index)} f
      where ${sql.ref(`f.${index}`)} match ${param(index)} limit ${param('limit')})) `,
  )
  // A purpose whose name matches the search can have many requests.
  const ofPurposes = sql`(select count(*) from (${purposesNamed(param)} limit ${param('limit')})) * ${param('limit')}`
  return sql<{ amount: number }>`select ${sql.join([...counts, ofPurposes], sql` + `)} as amount`
})

/**
 * The approximate number of requests, in all dealer groups, that the SQLite trigram indexes find. Counted up to the
 * limit.
 */
export async function guessMatches(db: Db, search: Search, limit: number): Promise<number> {
  if (speaksPostgres(db)) return limit
  const values = { ...phrasesOf(search), patterns: patternsOf(search.words), limit }
  return (await guess(db, values, search.fields.includes('notes')).one()).amount
}

/** Requests that the words and these filters find, up to a limit, in id order, each with its amount. */
export function matches(
  asked: Asked,
  limit: Expression<number | null>,
  within: readonly FilterName[] = [],
): RawBuilder<Found> {
  const { db, amounts, vin, fields } = asked
  const selected = (column = plain) => [...belongs(asked, column), ...conditionsOf(asked, within)]
  // The remaining conditions, written so that SQLite doesn't leave the index.
  const rest = [...selected(guarded(asked)), ...beyond(asked, 'r.id', 'r.id')]
  const arms = [
    ...(speaksPostgres(db) ? byPattern(asked, selected()) : byIndex(asked, selected())),
    ...(amounts ? [byAmount(asked, rest)] : []),
    ...(vin ? [byVin(asked, rest)] : []),
    ...(fields.includes('purpose') ? [byPurpose(asked, rest, limit)] : []),
  ]
  const searches = arms.map((arm) => sql<Found>`${arm} limit ${limit}`)
  const [first, ...more] = searches
  if (first && more.length === 0) return first
  return sql`${merged(searches, 'arm', 'union')} ${inOrder(asked, 'id', 'id')} limit ${limit}`
}

type Conditions = readonly RawBuilder<unknown>[]

const columns = sql`select r.id, r.id as key, r.amount_cents as cents`

function byIndex(asked: Asked, selected: Conditions): RawBuilder<unknown>[] {
  const used = indexes.filter((index) => index === 'check_request_fts' || asked.fields.includes('notes'))
  return used.map((index) => {
    const found = [
      sql`${sql.ref(`f.${index}`)} match ${asked.param(index)}`,
      ...(asked.hasShort ? [holdsShort(asked, index)] : []),
      ...beyond(asked, 'f.rowid', 'f.rowid'),
    ]
    // A cross join keeps SQLite from querying the index once for each request in the selection.
    return sql`${columns} from ${sql.table(index)} f cross join check_requests r
      ${where([...found, sql`r.id = f.rowid`, ...selected])} ${inOrder(asked, 'f.rowid', 'f.rowid')}`
  })
}

/**
 * The condition for the short words of a search: the index finds only long words, so short ones are searched in the
 * texts of its results.
 */
function holdsShort(asked: Asked, index: Index): RawBuilder<unknown> {
  return index === 'check_request_fts'
    ? sql`exists (select 1 from ${texts(asked.db)} s where s.id = f.rowid and ${holdsPattern(asked)})`
    : sql`exists (select 1 from ${notes(asked.db)} n where n.id = f.rowid and ${notesHold(asked)})`
}

function byPattern(asked: Asked, selected: Conditions): RawBuilder<unknown>[] {
  const inOne = (table: RawBuilder<unknown>, alias: 's' | 'n', holds: RawBuilder<boolean>) => {
    const conditions = [holds, ...selected, ...beyond(asked, 'r.id', 'r.id')]
    return sql`${columns} from ${table} ${sql.raw(alias)} join check_requests r on r.id = ${sql.raw(alias)}.id
      ${where(conditions)} ${inOrder(asked, 'r.id', 'r.id')}`
  }
  const inTexts = inOne(texts(asked.db), 's', holdsPattern(asked))
  return asked.fields.includes('notes') ? [inTexts, inOne(notes(asked.db), 'n', notesHold(asked))] : [inTexts]
}

/** Requests with the amount that the search words spell, found along the amount index. */
function byAmount(asked: Asked, rest: Conditions): RawBuilder<unknown> {
  const amounts = sql`r.amount_cents between ${asked.param('amountsFrom')} and ${asked.param('amountsTo')}`
  return sql`${columns} from check_requests r ${along(asked.db, 'check_requests_group_amount')}
    ${where([inGroups(asked), amounts, ...rest])} ${inOrder(asked, 'r.id', 'r.id')}`
}

/** Requests for the vehicle whose VIN the search words spell, found along the index of match keys. */
function byVin(asked: Asked, rest: Conditions): RawBuilder<unknown> {
  return sql`${columns} from match_keys k ${along(asked.db, 'match_keys_vin')} cross join check_requests r
    ${where([inGroups(asked, 'k'), sql`k.vin = ${asked.param('vin')}`, sql`r.id = k.id`, ...rest])}
    ${inOrder(asked, 'r.id', 'r.id')}`
}

/** Requests for purposes that the search words name: one short index scan for each group and purpose. */
function byPurpose(asked: Asked, rest: Conditions, limit: Expression<number | null>): RawBuilder<unknown> {
  const { db, param, inGroup } = asked
  const groups = inGroup ? sql`(select cast(${param('group')} as bigint) as id)` : sql`dealer_groups`
  const ofOne = sql`from check_requests r ${along(db, 'check_requests_group_purpose')}
    ${where([sql`r.dealer_group_id = g.id`, sql`r.purpose_id = p.id`, ...rest])}
    ${inOrder(asked, 'r.id', 'r.id')} limit ${limit}`
  const each = sql`from (${purposesNamed(param)}) as p cross join ${groups} as g cross join`
  const found = speaksPostgres(db)
    ? sql`${each} lateral (select r.id, r.amount_cents ${ofOne}) as r`
    : sql`${each} check_requests r where r.id in (select r.id ${ofOne})`
  return sql`${columns} ${found} ${inOrder(asked, 'r.id', 'r.id')}`
}

const counting = ask((asked) => counted(matches(asked, asked.param('limit'), asked.filters)))

/** The number and total of requests that match the search words and filters, up to the selection limit. */
export function countFound(db: Db, selection: Selection) {
  return counting(db, { ...selection, sort: 'newest', after: null }).all({ apart: true })
}

// A payee can have many requests, and a reference number several.
const mostExact = sql.lit(50)

interface Candidate {
  readonly id: number | null
  /** 0 for the id of the newest request, then better matches first. */
  readonly rank: number
}

const candidates = ask((asked) => {
  const { db, param, hasDigit, isCounter } = asked
  const keyed = (column: 'invoice' | 'po' | 'payee', value: Expression<string>, newest: RawBuilder<unknown>) => {
    const ofGroup = sql`select k.id from match_keys k ${along(db, `match_keys_${column}`)}
      where k.dealer_group_id = g.id and ${sql.ref(`k.${column}`)} = ${value} order by ${newest} limit ${mostExact}`
    return speaksPostgres(db)
      ? sql`select found.id from ${groupsAsked(asked)} cross join lateral (${ofGroup}) as found`
      : sql`select k.id from ${groupsAsked(asked)} cross join match_keys k where k.id in (${ofGroup})`
  }
  const arrival = sql`k.created_at desc, k.id desc`
  const byNumber = [
    sql`select r.id from check_requests r ${along(db, 'check_requests_number')}
      where ${inGroups(asked)} and r.request_number = ${param('wholeRequest')}`,
    ...(isCounter ? [byCounter(asked)] : []),
    byCheck(asked),
    byEnteredCheck(asked),
    keyed('invoice', param('wholeNumber'), arrival),
    keyed('po', param('wholeNumber'), arrival),
  ]
  const arms = [newestId(db), ...(hasDigit ? byNumber : []), keyed('payee', param('wholePayee'), sql`k.id desc`)]
  const ranked = arms.map((arm, rank) => sql`select id, ${sql.lit(rank)} as rank from (${arm}) as arm`)
  return sql<Candidate>`${sql.join(ranked, sql` union all `)}`
})

const chosen = ask((asked) => {
  const { db, param } = asked
  const conditions = [sql`r.id = wanted.id`, sql`s.id = r.id`, ...belongs(asked, guarded(asked))]
  return sql<Found>`select r.id, r.id as key from ${numberedIds(db, param('among'))}
    cross join check_requests r cross join ${texts(db)} s
    ${where([...conditions, ...conditionsOf(asked), holdsWords(asked)])}
    order by wanted.position limit ${param('limit')}`
})

function groupsAsked({ param, inGroup }: Asked): RawBuilder<unknown> {
  return inGroup ? sql`(select cast(${param('group')} as bigint) as id) as g` : sql`dealer_groups as g`
}

/** Requests whose numbers end with these digits: `106` and `000106` find `NWG-TOY-SVC-000106`. */
function byCounter(asked: Asked): RawBuilder<unknown> {
  const { db, param } = asked
  return speaksPostgres(db)
    ? sql`(select r.id from ${texts(db)} s join check_requests r on r.id = s.id
        where ${like('s.request_number', param('counterEnd'))} and ${inGroups(asked)} order by r.id desc limit ${mostExact})`
    : sql`select r.id from (select f.rowid as id from check_request_fts f
        where f.check_request_fts match ${param('counterPhrase')} order by f.rowid desc) as f
        cross join check_requests r where r.id = f.id and ${inGroups(asked)}
          and r.request_number like ${param('counterEnd')} limit ${mostExact}`
}

/** Requests paid by a check with this number. */
function byCheck(asked: Asked): RawBuilder<unknown> {
  const { db, param } = asked
  return sql`select c.check_request_id as id from bank_accounts a cross join checks c ${along(db, 'checks_number')}
    where ${inGroups(asked, 'a')} and ${param('wholeCheck')} <> '' and c.dealer_group_id = a.dealer_group_id
      and c.bank_account_id = a.id and c.number = cast(nullif(${param('wholeCheck')}, '') as bigint)
      and c.check_request_id is not null`
}

/** Requests whose check number was entered by hand, because they have no bank account. */
function byEnteredCheck(asked: Asked): RawBuilder<unknown> {
  const { db, param } = asked
  return sql`select r.id from (select dealer_group_id, id from dealerships union all select id, 0 from dealer_groups) as d
    cross join check_requests r ${along(db, 'check_requests_check_number')}
    where ${inGroups(asked, 'd')} and ${param('wholeCheck')} <> '' and r.dealer_group_id = d.dealer_group_id
      and coalesce(r.dealership_id, 0) = d.id + 0 and ltrim(r.check_number, '0') = ${param('wholeCheck')}
      and r.check_number is not null and r.check_number_exempt = 0 and r.bank_account_id is null`
}

/**
 * The selected requests that have the words as a whole number or payee name, numbers first and newest first; and the
 * id of the newest request in any group, which choosing a plan needs, to save a statement.
 */
export async function findBest(db: Db, selection: Selection, limit: number) {
  const [newest, ...rows] = (await candidates(db, selection).all()).toSorted(
    (one, other) => one.rank - other.rank || Number(other.id) - Number(one.id),
  )
  const among = [...new Set(rows.flatMap(({ id }) => id ?? []))]
  const best = among.length === 0 ? [] : await chosen(db, { ...selection, among, limit }).all()
  return { best, newestId: newest?.id ?? 0 }
}
