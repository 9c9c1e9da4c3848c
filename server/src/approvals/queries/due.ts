import { type Params, prepare } from '../../platform/prepared.ts'
import type { Db, Tx } from '../../tables.ts'

/** A request that waits, and what is due for it. */
export type Due = Awaited<ReturnType<typeof listDue>>[number]

const due = prepare((db: Db, param: Params<{ now: string; limit: number }>) =>
  db
    .selectFrom('approval_queue')
    .select(['check_request_id', 'dealer_group_id', 'remind_at', 'escalate_at'])
    .where(({ eb, or }) => or([eb('remind_at', '<=', param('now')), eb('escalate_at', '<=', param('now'))]))
    .orderBy('check_request_id')
    .limit(param('limit')),
)

/** Requests of which people are to be reminded now, or that are to be offered to others. */
export function listDue(db: Db, now: string, limit: number) {
  return due(db, { now, limit }).all()
}

const reminded = prepare((db: Db, param: Params<{ requestId: number }>) =>
  db.selectFrom('approval_queue').select('reminded_at').where('check_request_id', '=', param('requestId')),
)

/** When somebody was last reminded of a request by the hours of its rule, if ever. */
export async function findReminded(db: Db, requestId: number): Promise<string | null> {
  return (await reminded(db, { requestId }).first())?.reminded_at ?? null
}

/** People were reminded of a request. */
export async function noteReminded(trx: Tx, requestId: number, at: string): Promise<void> {
  await trx.updateTable('approval_queue').set({ reminded_at: at }).where('check_request_id', '=', requestId).execute()
}

/** Does anything wait in a dealer group that its rules hurry up? */
export async function hasClocks(db: Db, groupId: number): Promise<boolean> {
  const row = await db
    .selectFrom('approval_queue')
    .select('check_request_id')
    .where('dealer_group_id', '=', groupId)
    .where(({ eb, or }) => or([eb('remind_at', 'is not', null), eb('escalate_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
