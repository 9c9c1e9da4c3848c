import { beforeChange } from '../../../trail/commands/changes.ts'
import { demandInForce } from '../../../people/confirmations/commands/demand-in-force.ts'
import { commit } from '../../../platform/commit.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Command } from '../../../access/sessions/queries/command.ts'
import { isInReach } from '../../../people/users/commands/authority.ts'
import { findPerson } from '../../../people/users/queries/people.ts'
import { deleteDelegation, findDelegation } from '../queries/delegations.ts'
import { noteDelegation } from './record.ts'

/** Ends a delegation: by who is absent, by who stands in, or by an admin. */
export function removeDelegation(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
): Promise<{ id: number }> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await demandInForce(unit, caller)
    const row = await findDelegation(trx, id)
    const isParty = row && [row.from_id, row.to_id].includes(caller.userId)
    const absent = row && !isParty && caller.role === 'admin' ? await findPerson(trx, row.from_id) : undefined
    if (!row || !(isParty || (absent && isInReach(caller, absent)))) throw notFound('delegation')
    await beforeChange(trx, 'delegation', id)
    await deleteDelegation(trx, id)
    noteDelegation(unit, caller, 'delete', row)
    return { id }
  })
}
