import { sql } from 'kysely'
import { compiled, hole } from '../../../platform/compiled.ts'
import type { Db, Tables } from '../../../tables.ts'
import type { Bound } from './scope-branches.ts'

interface StatusCount {
  status_id: number
  amount: number
}

const total = sql<number>`cast(sum(amount) as bigint)`.as('amount')

const byGroup = compiled<Tables, 'one' | 'all', StatusCount>((db, which) =>
  which === 'one'
    ? db.selectFrom('group_counters').select(['status_id', 'amount']).where('dealer_group_id', '=', hole('group'))
    : db.selectFrom('group_counters').select(['status_id', total]).groupBy('status_id'),
)

interface Shape {
  readonly column: 'dealership_id' | 'department_id'
  readonly places: number
}

// A department has a way of its own through the counters; a dealership is found below its group.
const byPlace = compiled<Tables, Shape, StatusCount>((db, { column, places }) => {
  const holes = Array.from({ length: places }, (_, index) => hole(`place${index}`))
  const query = db
    .selectFrom('place_counters')
    .select(['status_id', total])
    .where(column, 'in', holes)
    .groupBy('status_id')
  return column === 'department_id' ? query : query.where('dealer_group_id', '=', hole('group'))
})

const byRequester = compiled<Tables, { forTenant: boolean }, StatusCount>((db, { forTenant }) => {
  const query = db
    .selectFrom('requester_counters')
    .select(['status_id', total])
    .where('requester_id', '=', hole('place0'))
    .groupBy('status_id')
  return forTenant ? query.where('dealer_group_id', '=', hole('group')) : query
})

/** How many requests a caller sees at each status, by status id; the same cost at any size. */
export async function countByStatus(db: Db, bound: Bound): Promise<Map<number, number>> {
  if (bound.values.length === 0) return new Map()
  const places = bound.values.map((value, index) => [`place${index}`, value])
  const values = { ...Object.fromEntries(places), group: bound.dealerGroupId }
  const rows = await countRows(db, bound, values)
  return new Map(rows.map(({ status_id, amount }) => [status_id, amount]))
}

function countRows(db: Db, { column, values: places, dealerGroupId }: Bound, values: Record<string, unknown>) {
  if (column === null) return byGroup(db, 'all')
  if (column === 'dealer_group_id') return byGroup(db, 'one', values)
  if (column === 'requester_id') return byRequester(db, { forTenant: dealerGroupId !== null }, values)
  return byPlace(db, { column, places: places.length }, values)
}

const handled = compiled<Tables, 'user', { amount: number }>((db) =>
  db.selectFrom('handled_counters').select('amount').where('user_id', '=', hole('userId')),
)

/** How many distinct requests this person has approved, rejected or sent back (B3). */
export async function countHandled(db: Db, userId: number): Promise<number> {
  const [row] = await handled(db, 'user', { userId })
  return row?.amount ?? 0
}
