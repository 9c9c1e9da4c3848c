import type { Policy } from '@check-requests/domain/approvals/policy.ts'
import { asksForNewPayees } from '@check-requests/domain/approvals/routing.ts'
import { differs } from '@check-requests/domain/payees/rules.ts'
import { findPayeeSettings } from '../../payees/queries/of-requests.ts'
import { findPayeeNamed } from '../../payees/queries/payees.ts'
import type { Db } from '../../tables.ts'

/** To whom a request pays, and where its check goes. */
interface Paying {
  readonly dealerGroupId: number
  readonly name: string
  readonly secondName: string | null
  readonly address: string | null
}

/**
 * Is a payee of a request not verified yet, or does the request have another name or address than its payee? Only asked
 * where a policy has a rule about it; without a list of payees nobody is new. A check goes to one address, so that of a
 * second payee does not matter.
 */
export async function isNewPayee(db: Db, policy: Policy, paying: Paying): Promise<boolean> {
  if (!asksForNewPayees(policy)) return false
  const { dealerGroupId, name, secondName, address } = paying
  const settings = await findPayeeSettings(db, dealerGroupId)
  if (settings?.payee_list !== 1) return false
  const payee = await findPayeeNamed(db, dealerGroupId, name)
  if (payee === undefined || payee.state === 'new' || differs(payee, { name, address })) return true
  if (secondName === null) return false
  const second = await findPayeeNamed(db, dealerGroupId, secondName)
  return second === undefined || second.state === 'new'
}
