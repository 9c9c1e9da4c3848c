import { isOpen, type StatusId, statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type RawBuilder, sql } from 'kysely'
import { compiled, hole } from '../../../platform/compiled.ts'
import type { Db, Tables } from '../../../tables.ts'
import type { Bound } from '../list/scope-branches.ts'
import { belongs, type Selection, type Shape, shapeOf, valuesOf, where } from '../list/selection.ts'

/** Requests of one day, or at one status, with their money in cents. */
export interface Sum {
  readonly amount: number
  readonly cents: number
}

/** How many requests of a span are looked at; beyond that only the newest count. */
export const lookedAtInSpan = 20_000

const sums = sql`count(*) as amount, cast(coalesce(sum(cents), 0) as bigint) as cents`

const requested = compiled<Tables, Shape, Sum & { day: string }>((db, shape) =>
  perDay(db, sql`r.created_at`, [...belongs(shape), sql`r.id >= ${hole('first')}`], sql`r.id`),
)

/** What was requested on each day, from the request with this id on. */
export function sumRequested(db: Db, bound: Bound, first: number) {
  return requested(db, shapeOf(all(bound)), { ...valuesOf(all(bound)), first })
}

const completed = compiled<Tables, Shape, Sum & { day: string }>((db, shape) =>
  perDay(db, sql`r.cleared_at`, belongs(shape), sql`r.cleared_at`),
)

/** What was completed on each day since then. */
export function sumCompleted(db: Db, bound: Bound, since: string) {
  const selection = { ...all(bound), clearedSince: since }
  return completed(db, shapeOf(selection), valuesOf(selection))
}

function perDay(db: Db, moment: RawBuilder<unknown>, conditions: RawBuilder<unknown>[], order: RawBuilder<unknown>) {
  const query = sql<Sum & { day: string }>`select day, ${sums}
    from (select substr(${moment}, 1, 10) as day, r.amount_cents as cents from check_requests r
      ${where(conditions)} order by ${order} desc limit ${sql.lit(lookedAtInSpan)}) as newest
    group by day`
  return { compile: () => query.compile(db) }
}

const open = compiled<Tables, Shape, Sum & { status_id: StatusId }>((db, shape) => {
  const query = sql<Sum & { status_id: StatusId }>`select status_id, ${sums}
    from (select r.status_id, r.amount_cents as cents from check_requests r ${where(belongs(shape))}) as waiting
    group by status_id`
  return { compile: () => query.compile(db) }
})

/** What stands at each status that is not the end. */
export function sumOpen(db: Db, bound: Bound) {
  const selection = { ...all(bound), statusIds: statuses.filter(({ name }) => isOpen(name)).map(({ id }) => id) }
  return open(db, shapeOf(selection), valuesOf(selection))
}

/** A request came to this status at this moment. */
export interface Move {
  readonly check_request_id: number
  readonly status_id: StatusId
  readonly created_at: string
}

const steps = compiled<Tables, Shape, Move>((db, shape) => {
  const query = sql<Move>`select h.check_request_id, h.status_id, h.created_at
    from (select r.id from check_requests r ${where(belongs(shape))} order by r.cleared_at desc limit ${hole('limit')}) as c
    join status_history h on h.check_request_id = c.id
    where h.action in ('created', 'status', 'resubmitted')
    order by h.check_request_id, h.id`
  return { compile: () => query.compile(db) }
})

/** The moves of the latest completed requests, each request's one after the other. */
export function listMoves(db: Db, bound: Bound, requests: number): Promise<Move[]> {
  const selection = { ...all(bound), sort: 'completed', limit: requests } as const
  return steps(db, shapeOf(selection), valuesOf(selection))
}

const at = compiled<Tables, 'at', { id: number; created_at: string }>((db) =>
  db.selectFrom('check_requests').select(['id', 'created_at']).where('id', '>=', hole('id')).orderBy('id').limit(1),
)

/** The first request that was raised at this moment or later, found by halves: ids and moments rise together. */
export async function findFirstSince(db: Db, since: string, newestId: number): Promise<number> {
  let [low, high] = [1, newestId + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [found] = await at(db, 'at', { id: middle })
    if (!found || found.created_at >= since) high = middle
    else low = found.id + 1
  }
  return low
}

function all(bound: Bound): Selection {
  return { bound, statusIds: null, clearedSince: null, sort: 'newest', after: null, limit: 0 }
}
