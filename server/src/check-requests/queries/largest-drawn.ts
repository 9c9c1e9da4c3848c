import { mostDaysLate } from '@check-requests/domain/check-requests/payoff.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../tables.ts'

/** As SQL, the largest amount for which the check of a request in the table `r` can be drawn (`largestDrawn`), in cents. */
export function largestDrawnOf(r: string): RawBuilder<number> {
  const [approved, amount, perDiem] = ['approved_cents', 'amount_cents', 'per_diem_cents'].map((name) =>
    sql.ref(`${r}.${name}`),
  )
  return sql`coalesce(${approved}, ${amount} + ${sql.lit(mostDaysLate)} * coalesce(${perDiem}, 0))`
}

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
