import type { Hand, HandPart } from '@check-requests/domain/check-requests/hands.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { jsonArray, jsonObject } from '../../../platform/json-sql.ts'
import { type Params, prepare } from '../../../platform/prepared.ts'
import type { Db, Tx } from '../../../tables.ts'
import { groupOfRequest } from './group-of-request.ts'

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

/** Records that this person had this part in a request. */
export async function addHand(trx: Tx, requestId: number, { userId, part }: Hand): Promise<void> {
  await insert(trx, { requestId, userId, part }).affectedRows()
}

/** All hands in a request as JSON text. */
export function handsJson(db: Db, requestId: RawBuilder<number> | Expression<number>): RawBuilder<string> {
  const hand = jsonObject(db, { user_id: sql`h.user_id`, part: sql`h.part` })
  return sql<string>`(select ${jsonArray(db, hand, sql`h.user_id`)} from request_hands h
    where h.check_request_id = ${requestId})`
}
