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
  readonly address: string | null
}

/**
 * Is the payee of a request not verified yet, or does the request have another name or address? Only asked where a
 * policy has a rule about it; without a list of payees nobody is new.
 */
export async function isNewPayee(db: Db, policy: Policy, { dealerGroupId, name, address }: Paying): Promise<boolean> {
  if (!asksForNewPayees(policy)) return false
  const settings = await findPayeeSettings(db, dealerGroupId)
  if (settings?.payee_list !== 1) return false
  const payee = await findPayeeNamed(db, dealerGroupId, name)
  return payee === undefined || payee.state === 'new' || differs(payee, { name, address })
}
