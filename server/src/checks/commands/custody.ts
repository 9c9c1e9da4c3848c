import { hadHandIn } from '@check-requests/domain/check-requests/hands.ts'
import type { ShownAccount } from '../../banking/queries/accounts.ts'
import { knowsCheck } from '../../banking/queries/positive-pay.ts'
import { type FoundRequest, stateOf } from '../../check-requests/queries/detail/find.ts'
import { findGroup } from '../../organisation/queries/places.ts'
import type { Unit } from '../../services.ts'
import type { CheckRow } from '../queries/checks.ts'

/** Did this person raise or approve the request, while the dealer group's setting keeps them from taking its check? */
export async function takesAgainstCustody({ trx }: Unit, request: FoundRequest, userId: number): Promise<boolean> {
  const group = await findGroup(trx, request.dealer_group_id)
  if (group?.custody !== 1) return false
  return request.requester_id === userId || hadHandIn(stateOf(request).hands, userId, ['raised', 'approved'])
}

/** Where the bank compares checks, one of which it does not know comes back unpaid (checks.md, Positive pay). */
export async function isUnknownToBank({ trx }: Unit, account: ShownAccount, check: CheckRow): Promise<boolean> {
  return account.positive_pay !== 'none' && !(await knowsCheck(trx, check))
}

/** A check that somebody wants to void does not leave the house meanwhile. */
export function refusalWhileAsked({ number, void_asked }: CheckRow): string | undefined {
  if (void_asked === null) return undefined
  return `Somebody has asked to void check ${number}, so it is not handed over. A second person has to agree first.`
}
