import { type RawBuilder, sql } from 'kysely'
import { along, type Count, where } from '../../../platform/database/list.ts'
import { prepare } from '../../../platform/database/prepared.ts'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'
import {
  type Asked,
  allPages,
  ask,
  belongs,
  beyond,
  counted,
  type Found,
  guarded,
  inGroups,
  inOrder,
  isByArrival,
  keyOf,
  newestFirst,
  orders,
  type Selection,
} from './selection.ts'
import { walkInOrder, walkOf } from './walks.ts'
import { holdsWords, notes, notesHold, texts } from './words.ts'

/** A page in id order: one short index scan for each location and status. */
export const walkByArrival = ask((asked) => walkOf(asked, asked.param('limit')))

/** A page by amount, priority, or due date along the index for that order, skipping requests outside the selection. */
export const walkByKey = ask((asked) => walkInOrder(asked, asked.param('limit')))

/**
 * A page found by reading the whole selection, or only its newest requests up to `upTo`, one by one. `isDense` is true
 * if the requests are close together, so that reading the rows between them is cheap.
 */
export const readOneByOne = ask((asked, isDense: boolean) =>
  speaksPostgres(asked.db) ? readOnPostgres(asked, isDense) : readOnSqlite(asked),
)

function readOnSqlite(asked: Asked): RawBuilder<Found> {
  const isSearch = asked.fields.length > 0
  const isSorted = !isByArrival(asked.sort)
  // A search counts its matches and adds up their amounts from their rows. Other lists have counters.
  const needsRow = isSorted || isSearch
  const key = isSorted ? keyOf(asked) : 'c.id'
  const tables = [
    sql`(${candidates(asked)}) c`,
    ...(isSearch ? [sql`${texts(asked.db)} s`] : []),
    ...(needsRow ? [sql`check_requests r`] : []),
  ]
  const conditions = [
    ...(needsRow ? [sql`r.id = c.id`] : []),
    ...(isSearch ? [sql`s.id = c.id`, holdsWords(asked)] : []),
    ...beyond(asked, key, 'c.id'),
  ]
  // The cross join makes SQLite read the tables in this order.
  return sql<Found>`select c.id, ${sql.ref(key)} as key, ${isSearch ? allPages : sql`null as amount`}
    from ${sql.join(tables, sql` cross join `)} ${where(conditions)} ${inOrder(asked, key, 'c.id')}
    limit ${asked.param('limit')}`
}

const examined = sql`r.id, r.id as key, r.amount_cents, r.purpose_id, r.priority_rank, r.due_date, r.status_changed_at,
  r.cleared_at`

// Without MATERIALIZED, PostgreSQL would join before applying the limit. With it, each request is read only once.
function readOnPostgres(asked: Asked, isDense: boolean): RawBuilder<Found> {
  const isSearch = asked.fields.length > 0
  const key = keyOf(asked)
  const conditions = [
    ...(isSearch ? [sql`s.id = r.id`, holdsWordsAmong(asked, isDense)] : []),
    ...beyond(asked, key, 'r.id'),
  ]
  return sql<Found>`with r as materialized (${candidates(asked, examined)})
    select r.id, ${sql.ref(key)} as key, ${isSearch ? allPages : sql`null as amount`}
    from r ${isSearch ? sql`cross join ${among(isDense, texts(asked.db))} s` : sql``}
    ${where(conditions)} ${inOrder(asked, key, 'r.id')} limit ${asked.param('limit')}`
}

function holdsWordsAmong(asked: Asked, isDense: boolean): RawBuilder<boolean> {
  if (!isDense || !asked.fields.includes('notes')) return holdsWords(asked)
  const inOthers = holdsWords({ ...asked, fields: asked.fields.filter((field) => field !== 'notes') })
  return sql<boolean>`(${inOthers}
    or r.id in (select n.id from ${among(isDense, notes(asked.db))} n where ${notesHold(asked)}))`
}

/**
 * The texts of the examined requests: one scan if the requests are close together, otherwise a lookup for each. Never a
 * full scan.
 */
function among(isDense: boolean, table: RawBuilder<unknown>): RawBuilder<unknown> {
  return isDense
    ? sql`(select * from ${table} t where t.id between (select min(id) from r) and (select max(id) from r))`
    : sql`lateral (select * from ${table} t where t.id = r.id offset 0)`
}

function candidates(asked: Asked, columns = sql`r.id, r.amount_cents as cents`): RawBuilder<unknown> {
  const { db, param, cleared, isPart } = asked
  if (isPart && !cleared) return walkOf(newestFirst(asked), param('upTo'), { columns })
  const all = sql`select ${columns} from check_requests r ${along(db, cleared ? orders.completed.index : null)}
    ${where(cleared ? [inGroups(asked), ...belongs(asked, guarded(asked))] : belongs(asked))}`
  return isPart ? sql`${all} order by r.id desc limit ${param('upTo')}` : all
}

const cleared = ask((asked) => counted(sql`${candidates(asked)} limit ${asked.param('limit')}`))

/** The number of requests in a selection with `clearedSince`, counted up to its limit. */
export function countCleared(db: Db, selection: Selection): Promise<Count> {
  return cleared(db, { ...selection, after: null }).one()
}

// On PostgreSQL, row-level security hides newer requests of other groups, but not the id sequence.
export function newestId(db: Db): RawBuilder<{ id: number | null }> {
  return sql<{ id: number | null }>`select ${speaksPostgres(db) ? sql`last_value` : sql`max(id)`} as id
    from ${sql.table(speaksPostgres(db) ? 'check_requests_id_seq' : 'check_requests')}`
}

const newest = prepare(newestId)

/** The id of the newest request in any group, which approximates the number of requests. */
export async function findNewestId(db: Db): Promise<number> {
  return (await newest(db, {}).one()).id ?? 0
}
