import type { LikePayeeOfRequest, RequestPayee } from '@check-requests/domain/payees/replies.ts'
import { differs, type PayingAct } from '@check-requests/domain/payees/rules.ts'
import type { Db } from '../../tables.ts'
import { askPayee, type PaidRequest, refusalOf } from './refuse-payee.ts'
import { findLikeRequest } from './similar.ts'

/** A request's payee, and what a decision on the request depends on. */
export interface PayeeOfRequest {
  readonly payee: RequestPayee
  /** The payee's address on the payee list. */
  readonly address: string | null
  /** True if a blocked payee is the reason for a refusal. */
  readonly isBlocked: boolean
  /** Why a payee prevents a step; undefined if none does. */
  refusalTo(act: PayingAct): string | undefined
  /** Finds employees and other payees that are similar to those in the request. */
  findSimilar(): Promise<LikePayeeOfRequest[]>
}

/** Returns a request's payee and the actions that it prevents, or undefined while the payee list is off. */
export async function payeeOfRequest(
  db: Db,
  request: PaidRequest & Parameters<typeof findLikeRequest>[1],
): Promise<PayeeOfRequest | undefined> {
  const asked = await askPayee(db, request)
  if (!asked) return undefined
  const { id, payee, paidTo, needed } = asked
  return {
    payee: {
      id,
      name: payee?.name ?? paidTo.name,
      state: payee?.state ?? null,
      is_changed: payee !== undefined && differs(payee, paidTo),
      verified_needed: needed,
      refusal_to_approve: refusalOf('approve', asked) ?? null,
      refusal_to_print: refusalOf('print', asked) ?? null,
    },
    address: payee?.address ?? null,
    isBlocked: [payee, asked.second, ...asked.joined.map((one) => one.payee)].some((one) => one?.state === 'blocked'),
    refusalTo: (act) => refusalOf(act, asked),
    findSimilar: () => findLikeRequest(db, request),
  }
}
