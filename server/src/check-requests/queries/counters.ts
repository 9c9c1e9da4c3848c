import { sql } from 'kysely'
import { compiled, hole } from '../../platform/compiled.ts'
import type { Db, Tables } from '../../tables.ts'
import type { Bound } from './scope-branches.ts'

interface StatusCount {
  status_id: number
  amount: number
}

interface Shape {
  readonly column: Bound['column']
  readonly places: number
}

const byPlace = compiled<Tables, Shape, StatusCount>((db, shape) => {
  const query = db
    .selectFrom('place_counters')
    .select(['status_id', sql<number>`cast(sum(amount) as bigint)`.as('amount')])
    .groupBy('status_id')
  if (shape.column === null || shape.column === 'requester_id') return query
  const inGroup = query.where('dealer_group_id', '=', hole('group'))
  if (shape.column === 'dealer_group_id') return inGroup
  const places = Array.from({ length: shape.places }, (_, index) => hole(`place${index}`))
  return inGroup.where(shape.column, 'in', places)
})

const byRequester = compiled<Tables, { walled: boolean }, StatusCount>((db, { walled }) => {
  const query = db
    .selectFrom('requester_counters')
    .select(['status_id', sql<number>`cast(sum(amount) as bigint)`.as('amount')])
    .where('requester_id', '=', hole('place0'))
    .groupBy('status_id')
  return walled ? query.where('dealer_group_id', '=', hole('group')) : query
})

/** How many requests a caller sees at each status, by status id; the same cost at any size. */
export async function countByStatus(db: Db, bound: Bound): Promise<Map<number, number>> {
  if (bound.values.length === 0) return new Map()
  const places = bound.values.map((value, index) => [`place${index}`, value])
  const values = { ...Object.fromEntries(places), group: bound.dealerGroupId }
  const rows =
    bound.column === 'requester_id'
      ? await byRequester(db, { walled: bound.dealerGroupId !== null }, values)
      : await byPlace(db, { column: bound.column, places: bound.values.length }, values)
  return new Map(rows.map(({ status_id, amount }) => [status_id, amount]))
}

const handled = compiled<Tables, 'user', { amount: number }>((db) =>
  db.selectFrom('handled_counters').select('amount').where('user_id', '=', hole('userId')),
)

/** How many distinct requests this person has approved, rejected or sent back (B3). */
export async function countHandled(db: Db, userId: number): Promise<number> {
  const [row] = await handled(db, 'user', { userId })
  return row?.amount ?? 0
}
