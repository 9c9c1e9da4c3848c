import { sql } from 'kysely'
import type { Db } from '../../../tables.ts'
import { largestDrawnOf } from '../largest-drawn.ts'

/** Is one of these requests above the amount from which its dealer group asks approvers for a fresh proof? */
export async function isAboveProofLimit(db: Db, ids: readonly number[]): Promise<boolean> {
  const found = await db
    .selectFrom('check_requests')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'check_requests.dealer_group_id')
    .select('check_requests.id')
    .where('check_requests.id', 'in', ids)
    .where(largestDrawnOf('check_requests'), '>', sql.ref<number>('dealer_groups.approve_above_cents'))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
