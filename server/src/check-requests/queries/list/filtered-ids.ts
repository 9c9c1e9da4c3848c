import { type RawBuilder, sql } from 'kysely'
import { along, where } from '../../../platform/database/list.ts'
import type { Db } from '../../../tables.ts'
import { branchesOnWay, conditionsOf, onWay, type Way } from './filters.ts'
import { costOf, limits, takesLong, walkBudgets } from './plan.ts'
import { plain } from './request-scope.ts'
import { matches } from './search-ids.ts'
import {
  type Asked,
  allPages,
  ask,
  belongs,
  beyond,
  counted,
  type Found,
  guarded,
  inOrder,
  isByArrival,
  keyOf,
  newestFirst,
  orders,
  type Position,
  type Selection,
} from './selection.ts'
import { walkAlong, walkInOrder, walkOf } from './walks.ts'
import { holdsWords, texts } from './words.ts'

/** The number of requests on an access path in the caller's dealer group, or in all groups, counted up to the limit. */
export const countOnWay = ask(
  (asked, way: Way) => sql<{ amount: number }>`select count(*) as amount from
    (select r.id from check_requests r ${along(asked.db, way.index)}
      ${where(onWay(asked, way))} limit ${asked.param('limit')}) as counted`,
)

/** A page of filtered results, found by reading the whole selection or everything on one access path. */
export const readFiltered = ask((asked, way: Way | null) => {
  const key = keyOf(asked)
  const conditions = [
    ...(way ? onWay(asked, way) : []),
    ...belongs(asked, way ? guarded(asked) : plain),
    ...conditionsOf(
      asked,
      asked.filters.filter((name) => !way?.filters.includes(name)),
    ),
    ...inTexts(asked),
    ...beyond(asked, key, 'r.id'),
  ]
  return sql<Found>`select r.id, ${sql.ref(key)} as key, ${allPages}
    from check_requests r ${way ? along(asked.db, way.index) : sql``} ${withTexts(asked)}
    ${where(conditions)} ${inOrder(asked, key, 'r.id')} limit ${asked.param('limit')}`
})

function withTexts({ db, fields }: Asked): RawBuilder<unknown> {
  return fields.length > 0 ? sql`cross join ${texts(db)} s` : sql``
}

function inTexts(asked: Asked): RawBuilder<unknown>[] {
  return asked.fields.length > 0 ? [sql`s.id = r.id`, holdsWords(asked)] : []
}

/**
 * The result of examining a page: its rows, how many requests were read, how many could be read at most, and the last
 * one that was read.
 */
export interface Examined {
  readonly rows: Found[]
  readonly examined: number
  readonly budget: number
  readonly last: Position | null
}

interface ExaminedRow extends Found {
  readonly examined: number
  readonly last_id: number | null
  readonly last_key: Position['key'] | null
}

const walk = ask((asked, way: Way | null) => {
  const limit = asked.param('upTo')
  if (!isByArrival(asked.sort)) return examinedOf(asked, walkInOrder(asked, limit))
  if (!way) return examinedOf(asked, walkOf(asked, limit))
  return examinedOf(asked, walkAlong(asked, { branches: branchesOnWay(asked, way), index: way.index, limit }))
})

/**
 * A page of filtered results in list order. Most pages are full after a few requests; others read more. `passed` is the
 * number of requests that the scan is expected to skip, if that is more than the scan's limit.
 */
export async function walkFiltered(db: Db, page: Selection, way: Way | null, passed = 0): Promise<Examined> {
  for (const upTo of walkBudgets) {
    const apart = takesLong(Math.max(upTo, passed), costOf(page.search))
    const found = examine(await walk(db, { ...page, upTo }, way).all({ apart }), upTo)
    const isDone = found.rows.length >= page.limit || found.examined < upTo
    if (isDone || upTo === limits.read) return found
  }
  throw new Error('The last of the walk budgets must be limits.read.')
}

const match = ask((asked) => {
  const found = matches(isByArrival(asked.sort) ? asked : newestFirst(asked), asked.param('upTo'))
  return examinedOf({ ...asked, fields: [] }, sql`select found.id, found.key from (${found}) as found`)
})

/** A page of filtered results from the text index's first matches, up to a limit. */
export async function matchFiltered(db: Db, page: Selection, upTo: number): Promise<Examined> {
  return examine(await match(db, { ...page, upTo }).all({ apart: takesLong(upTo, 'match') }), upTo)
}

const counting = ask((asked) =>
  counted(
    walkOf(asked, asked.param('limit'), {
      columns: sql`r.id, r.id as key, r.amount_cents as cents`,
      conditions: conditionsOf(asked),
    }),
  ),
)

/** The number and total of filtered requests, up to the selection limit. */
export function countFiltered(db: Db, selection: Selection) {
  return counting(db, { ...selection, sort: 'newest', after: null }).all({ apart: true })
}

function examine(rows: readonly ExaminedRow[], budget: number): Examined {
  const [{ examined = 0, last_id: id = null, last_key: key = null } = {}] = rows
  const last = id && key !== null ? { id, key } : null
  // If nothing matches, one row reports only what was examined.
  return { rows: rows.filter((row) => row.id !== null), examined, budget, last }
}

/** The filtered requests among the given ids, and the number of given ids. */
function examinedOf(asked: Asked, given: RawBuilder<unknown>): RawBuilder<ExaminedRow> {
  const key = keyOf(asked)
  const conditions = [
    sql`r.id = given.id`,
    ...belongs(asked, guarded(asked)),
    ...conditionsOf(asked),
    ...inTexts(asked),
    ...beyond(asked, key, 'r.id'),
  ]
  const opposite = orders[asked.sort].direction === 'desc' ? 'asc' : 'desc'
  return sql`with given as materialized (${given}),
    found as (select r.id, ${sql.ref(key)} as key, ${allPages}
      from given cross join check_requests r ${withTexts(asked)}
      ${where(conditions)} ${inOrder(asked, key, 'r.id')} limit ${asked.param('limit')})
    select found.id, found.key, found.amount, found.cents, examined.amount as examined,
      last.id as last_id, last.key as last_key
    from (select count(*) as amount from given) as examined
    left join (select id, key from given ${inOrder(asked, 'key', 'id', opposite)} limit 1) as last on true
    left join found on true
    ${inOrder(asked, 'found.key', 'found.id')}`
}
