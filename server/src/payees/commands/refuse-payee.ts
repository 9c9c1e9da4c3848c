import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { PaidTo, Payee, VerifiedNeeded } from '@check-requests/domain/payees/rules.ts'
import { actInto, refusalToPay } from '@check-requests/domain/payees/rules.ts'
import type { StoredRequest } from '../../check-requests/queries/detail/find.ts'
import { Failure } from '../../platform/errors.ts'
import type { Db, Tx } from '../../tables.ts'
import { findPayeeOf, findPayeeSettings } from '../queries/of-requests.ts'
import type { PayeeRow } from '../queries/payees.ts'

type PaidRequest = Pick<StoredRequest, 'id' | 'dealer_group_id' | 'payee_name_1' | 'mailing_address' | 'purpose_id'>

/** What decides whether the payee of a request can be paid. */
export interface Asked {
  readonly row: PayeeRow | undefined
  readonly payee: Payee | undefined
  readonly paidTo: PaidTo
  readonly needed: VerifiedNeeded
}

/** The payee of a request, and what its dealer group demands; undefined while the list of payees is off. */
export async function askPayee(db: Db, request: PaidRequest): Promise<Asked | undefined> {
  const settings = await findPayeeSettings(db, request.dealer_group_id)
  if (settings?.payee_list !== 1) return undefined
  const row = await findPayeeOf(db, request)
  return {
    row,
    payee: row && { ...row, blockedReason: row.blocked_reason },
    paidTo: { name: request.payee_name_1, address: request.mailing_address },
    needed: neededFor(settings.payee_needs, request.purpose_id),
  }
}

/** Refuses to approve or print a request whose payee keeps it from that. Asked only where there is a list of payees. */
export async function refusePayee(trx: Tx, request: PaidRequest, to: StatusName): Promise<void> {
  const act = actInto(to)
  const asked = act && (await askPayee(trx, request))
  const refusal = asked && refusalToPay(act, asked)
  if (refusal) throw new Failure('CONFLICT', refusal)
}

/** What the settings of a dealer group say of a purpose. */
interface Need {
  readonly purpose_id: number
  readonly verified_needed: VerifiedNeeded
}

export function needsIn(stored: string): Need[] {
  return JSON.parse(stored)
}

function neededFor(stored: string, purposeId: number): VerifiedNeeded {
  return needsIn(stored).find(({ purpose_id }) => purpose_id === purposeId)?.verified_needed ?? 'no'
}
