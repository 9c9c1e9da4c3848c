import { isOpen, type StatusId, statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Params, prepare } from '../../../platform/prepared.ts'
import type { Db } from '../../../tables.ts'
import type { Bound } from '../list/scope-branches.ts'
import { belongs, type Selection, type Shape, shapeOf, type Values, valuesOf, where } from '../list/selection.ts'

/** Requests of one day, or at one status, with their money in cents. */
export interface Sum {
  readonly amount: number
  readonly cents: number
}

/** How many requests of a span are looked at; beyond that only the newest count. */
export const lookedAtInSpan = 20_000

const sums = sql`count(*) as amount, cast(coalesce(sum(cents), 0) as bigint) as cents`

const requested = prepare((_db: Db, param: Params<Values & { first: number }>, shape: Shape) =>
  perDay(sql`r.created_at`, [...belongs(param, shape), sql`r.id >= ${param('first')}`], sql`r.id`),
)

/** What was requested on each day, from the request with this id on. */
export function sumRequested(db: Db, bound: Bound, first: number) {
  return requested(db, { ...valuesOf(all(bound)), first }, shapeOf(all(bound))).all()
}

const completed = prepare((_db: Db, param: Params<Values>, shape: Shape) =>
  perDay(sql`r.cleared_at`, belongs(param, shape), sql`r.cleared_at`),
)

/** What was completed on each day since then. */
export function sumCompleted(db: Db, bound: Bound, since: string) {
  const selection = { ...all(bound), clearedSince: since }
  return completed(db, valuesOf(selection), shapeOf(selection)).all()
}

function perDay(moment: RawBuilder<unknown>, conditions: RawBuilder<unknown>[], order: RawBuilder<unknown>) {
  return sql<Sum & { day: string }>`select day, ${sums}
    from (select substr(${moment}, 1, 10) as day, r.amount_cents as cents from check_requests r
      ${where(conditions)} order by ${order} desc limit ${sql.lit(lookedAtInSpan)}) as newest
    group by day`
}

const open = prepare((_db: Db, param: Params<Values>, shape: Shape) => {
  return sql<Sum & { status_id: StatusId }>`select status_id, ${sums}
    from (select r.status_id, r.amount_cents as cents from check_requests r ${where(belongs(param, shape))}) as waiting
    group by status_id`
})

/** What stands at each status that is not the end. */
export function sumOpen(db: Db, bound: Bound) {
  const selection = { ...all(bound), statusIds: statuses.filter(({ name }) => isOpen(name)).map(({ id }) => id) }
  return open(db, valuesOf(selection), shapeOf(selection)).all()
}

/** A request came to this status at this moment. */
export interface Move {
  readonly check_request_id: number
  readonly status_id: StatusId
  readonly created_at: string
}

const steps = prepare((_db: Db, param: Params<Values>, shape: Shape) => {
  return sql<Move>`select h.check_request_id, h.status_id, h.created_at
    from (select r.id from check_requests r ${where(belongs(param, shape))} order by r.cleared_at desc limit ${param('limit')}) as c
    join status_history h on h.check_request_id = c.id
    where h.action in ('created', 'status', 'resubmitted')
    order by h.check_request_id, h.id`
})

/** The moves of the latest completed requests, each request's one after the other. */
export function listMoves(db: Db, bound: Bound, requests: number): Promise<Move[]> {
  const selection = { ...all(bound), sort: 'completed', limit: requests } as const
  return steps(db, valuesOf(selection), shapeOf(selection)).all()
}

const at = prepare((db: Db, param: Params<{ id: number }>) =>
  db.selectFrom('check_requests').select(['id', 'created_at']).where('id', '>=', param('id')).orderBy('id').limit(1),
)

/** The first request that was raised at this moment or later, found by halves: ids and moments rise together. */
export async function findFirstSince(db: Db, since: string, newestId: number): Promise<number> {
  let [low, high] = [1, newestId + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const found = await at(db, { id: middle }).first()
    if (!found || found.created_at >= since) high = middle
    else low = found.id + 1
  }
  return low
}

function all(bound: Bound): Selection {
  return { bound, statusIds: null, clearedSince: null, sort: 'newest', after: null, limit: 0 }
}
