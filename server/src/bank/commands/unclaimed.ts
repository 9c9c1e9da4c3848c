import type { UnclaimedPropertyInput, UnclaimedPropertyReply } from '@check-requests/domain/bank/unclaimed.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { requireGroup } from '../../organization/commands/record.ts'
import { updateGroup } from '../../organization/queries/places.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { requireVersion } from '../../trail/commands/changes.ts'
import { unclaimedIn } from '../queries/stored-account.ts'

/** The unclaimed property table of a dealer group, if the caller works with that group. */
export async function readUnclaimed(db: Db, caller: Caller, id: number): Promise<UnclaimedPropertyReply> {
  const group = await requireGroup(db, caller, id)
  const { holder_state, rules } = unclaimedIn(group)
  return { id, version: group.version, holder_state, rules: [...rules] }
}

/** Sets the unclaimed property table of a dealer group. Returns the group id. */
export function saveUnclaimed(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, ...table }: UnclaimedPropertyInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    await requireGroup(unit.trx, caller, id)
    await requireVersion(unit.trx, 'dealer-group', id, version)
    const { unclaimed_property: before } = await requireGroup(unit.trx, caller, id)
    const unclaimed_property = JSON.stringify(table)
    if (before === unclaimed_property) return id
    await updateGroup(unit.trx, id, { unclaimed_property })
    unit.audit({
      actor: caller,
      chain: id,
      entity: 'dealer-group',
      entityId: id,
      action: 'dealer-group.set-unclaimed-property',
      before: { unclaimed_property: before },
      after: { unclaimed_property },
    })
    unit.changed({ topic: 'organisation', id, scopes: ['organisation:all', `organisation:${id}`] })
    return id
  })
}
