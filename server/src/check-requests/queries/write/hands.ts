import type { Hand, HandPart } from '@check-requests/domain/check-requests/duties.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { jsonArray, jsonObject } from '../../../platform/database/sql-helpers.ts'
import type { Db, Tx } from '../../../tables.ts'

const insert = prepare((db: Db, param: Params<{ requestId: number; userId: number; part: HandPart }>) =>
  db
    .insertInto('request_hands')
    .values({
      check_request_id: param('requestId'),
      user_id: param('userId'),
      part: param('part'),
      dealer_group_id: groupOfRequest(db, param('requestId')),
    })
    .onConflict((conflict) => conflict.doNothing()),
)

/** Records how a user participated in a request. */
export async function addHand(trx: Tx, requestId: number, { userId, part }: Hand): Promise<void> {
  await insert(trx, { requestId, userId, part }).write()
}

/** All participants in a request, as JSON text. */
export function handsJson(db: Db, requestId: RawBuilder<number> | Expression<number>): RawBuilder<string> {
  const hand = jsonObject(db, { user_id: sql`h.user_id`, part: sql`h.part` })
  return sql<string>`(select ${jsonArray(db, hand, sql`h.user_id`)} from request_hands h
    where h.check_request_id = ${requestId})`
}

/** The dealer group of a request, which is part of the keys of its dependent rows. */
export function groupOfRequest(db: Db, id: Expression<number>): Expression<number> {
  const group = db.selectFrom('check_requests').select('dealer_group_id').where('id', '=', id)
  return sql<number>`(${group})`
}
