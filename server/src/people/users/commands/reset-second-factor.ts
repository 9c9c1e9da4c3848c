import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { commit } from '../../../platform/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { demandInForce } from '../../confirmations/commands/demand-in-force.ts'
import { demandAuthority, loadUser } from './authority.ts'
import { takeAwayFactors } from './take-away-factors.ts'

/**
 * Takes away the second factor of somebody who has lost it. Nobody does that for themselves, or a stolen session could.
 */
export async function resetSecondFactor(services: Services, caller: Caller, id: number): Promise<{ id: number }> {
  return commit(services, undefined, async (unit) => {
    await demandInForce(unit, caller)
    const person = await loadUser(unit.trx, caller, id)
    if (id === caller.userId)
      throw new Failure('FORBIDDEN', 'You cannot reset your own second factor. Ask another admin.')
    demandAuthority(caller, person)
    await takeAwayFactors(unit, person, caller)
    return { id }
  })
}
