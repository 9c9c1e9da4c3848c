import { mostDaysLate } from '@check-requests/domain/check-requests/payoff.ts'
import { type RawBuilder, sql } from 'kysely'

/** As SQL, the largest amount for which the check of a request in the table `r` can be drawn (`largestDrawn`), in cents. */
export function largestDrawnOf(r: string): RawBuilder<number> {
  const [approved, amount, perDiem] = ['approved_cents', 'amount_cents', 'per_diem_cents'].map((name) =>
    sql.ref(`${r}.${name}`),
  )
  return sql`coalesce(${approved}, ${amount} + ${sql.lit(mostDaysLate)} * coalesce(${perDiem}, 0))`
}
