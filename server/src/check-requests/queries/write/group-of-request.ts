import { type Expression, sql } from 'kysely'
import type { Db } from '../../../tables.ts'

/** The dealer group of a request, for the keys of the rows that belong to it. */
export function groupOfRequest(db: Db, id: Expression<number>): Expression<number> {
  const group = db.selectFrom('check_requests').select('dealer_group_id').where('id', '=', id)
  return sql<number>`(${group})`
}
