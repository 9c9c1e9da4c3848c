import { demandFreshProof, provedUntil } from '../../access/sessions/commands/fresh-proof.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { isAboveProofLimit } from '../queries/largest-drawn.ts'

/**
 * Throws when the caller is about to approve requests of which one is above the amount that its dealer group has set,
 * and has not shown their second factor for ten minutes.
 */
export async function demandProofToApprove(
  db: Db,
  { clock }: Pick<Services, 'clock'>,
  caller: Caller,
  ids: readonly number[],
): Promise<void> {
  const now = clock()
  if (caller.proofWays.length === 0 || provedUntil(caller, now) !== undefined) return
  if (await isAboveProofLimit(db, ids)) demandFreshProof(caller, now)
}
