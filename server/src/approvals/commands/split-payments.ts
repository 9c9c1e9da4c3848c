import { daysOfSplitPayments } from '@check-requests/domain/approvals/routing.ts'
import { payeeKeys } from '@check-requests/domain/check-requests/joined-names.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { sumToPayees } from '../../check-requests/queries/detail/payee-sums.ts'
import { moment } from '../../platform/clock.ts'
import type { Db } from '../../tables.ts'

const day = 86_400_000

/** A request whose amount counts together with others. `of`: its id; 0 while there is none. */
interface Splittable {
  readonly dealerGroupId: number
  readonly names: Parameters<typeof payeeKeys>[0]
  readonly of: number
}

/**
 * What the payees of a request get by other requests of the dealer group within seven days, which counts for its amount:
 * so splitting a payment does not help. `now` is a moment in milliseconds.
 */
export function othersToPayees(db: Db, { dealerGroupId, names, of }: Splittable, now: number): Promise<Cents> {
  const since = moment(now - daysOfSplitPayments * day)
  return sumToPayees(db, { dealerGroupId, payees: payeeKeys(names), since, butFor: of })
}
