import { barredByParts } from '@check-requests/domain/check-requests/hands.ts'
import type { ShownAccount } from '../../banking/queries/accounts.ts'
import { knowsCheck } from '../../banking/queries/positive-pay.ts'
import { type FoundRequest, stateOf } from '../../check-requests/queries/detail/find.ts'
import { findGroup } from '../../organisation/queries/places.ts'
import type { Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import type { CheckRow } from '../queries/checks.ts'

/** Who raised or approved the request, while the dealer group's setting keeps them from taking its check. */
export async function keptByCustody(db: Db, request: FoundRequest): Promise<readonly number[]> {
  const group = await findGroup(db, request.dealer_group_id)
  if (group?.custody !== 1) return []
  return [...new Set([request.requester_id, ...barredByParts(stateOf(request).hands, ['raised', 'approved'])])]
}

/** Did this person raise or approve the request, while the dealer group's setting keeps them from taking its check? */
export async function takesAgainstCustody({ trx }: Unit, request: FoundRequest, userId: number): Promise<boolean> {
  return (await keptByCustody(trx, request)).includes(userId)
}

/** Where the bank compares checks, one of which it does not know comes back unpaid (checks.md, Positive pay). */
export async function isUnknownToBank(
  db: Db,
  account: Pick<ShownAccount, 'positive_pay'>,
  check: Pick<CheckRow, 'id' | 'dealer_group_id'>,
): Promise<boolean> {
  return account.positive_pay !== 'none' && !(await knowsCheck(db, check))
}

/** A check that somebody wants to void does not leave the house meanwhile. */
export function refusalWhileAsked({ number, void_asked }: CheckRow): string | undefined {
  if (void_asked === null) return undefined
  return `Somebody has asked to void check ${number}, so it is not handed over. A second person has to agree first.`
}
