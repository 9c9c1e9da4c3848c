import { accountingItem, type RequirementsInput } from '@check-requests/domain/check-requests/required/rules.ts'
import { loosenedRequirements, strictestRequirements } from '@check-requests/domain/people/controls/loosening.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import type { Command } from '../../../access/sessions/queries/caller.ts'
import { hasChart } from '../../../books/accounting/queries/accounts.ts'
import { holdGroupBack, requireGroup } from '../../../organization/commands/record.ts'
import { listPurposes } from '../../../organization/queries/lists.ts'
import { updateGroup } from '../../../organization/queries/places.ts'
import { commit, differing } from '../../../platform/database/commit.ts'
import { invalidFields } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { requireVersion } from '../../../trail/commands/changes.ts'

/** Sets the required items for a dealer group's requests, by purpose. Returns the group id. */
export function saveRequirements(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, purposes }: RequirementsInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await requireInForce(unit, caller)
    const group = await requireGroup(trx, caller, id)
    await requirePurposes(trx, purposes)
    await requireChart(trx, id, purposes)
    await requireVersion(trx, 'dealer-group', id, version)
    const some = purposes.filter(({ demands }) => demands.length > 0)
    const wanted = differing(group, { purpose_demands: JSON.stringify(some) })
    const before = JSON.parse(group.purpose_demands)
    const values = await holdGroupBack(unit, caller, 'demands', {
      before: group,
      wanted,
      loosens: loosenedRequirements(before, some, await namesOfPurposes(trx)),
      meanwhile: { purpose_demands: JSON.stringify(strictestRequirements(before, some)) },
    })
    if (Object.keys(values).length === 0) return id
    await updateGroup(trx, id, values)
    const subject = { chain: id, entity: 'dealer-group', entityId: id, action: 'dealer-group.set-demands' }
    unit.audit({ actor: caller, ...subject, before: group, after: values })
    unit.changed({ topic: 'organisation', id, scopes: ['organisation:all', `organisation:${id}`] })
    unit.changed({ topic: 'check-requests', id: null, scopes: ['requests:all', `group:${id}`] })
    return id
  })
}

async function requirePurposes(db: Db, wanted: RequirementsInput['purposes']): Promise<void> {
  const known = new Set((await listPurposes(db)).map(({ id }) => id))
  if (wanted.some(({ purpose_id }) => !known.has(purpose_id)))
    throw invalidFields({ purposes: 'A purpose listed here doesn’t exist. Remove it.' })
}

async function namesOfPurposes(db: Db): Promise<ReadonlyMap<number, string>> {
  return new Map((await listPurposes(db)).map(({ id, name }) => [id, name]))
}

/**
 * Throws if accounting lines are required where there are no accounts to choose from, because no user could meet the
 * requirement.
 */
async function requireChart(db: Db, groupId: number, wanted: RequirementsInput['purposes']): Promise<void> {
  const isRequired = wanted.some(({ demands }) => demands.some(({ item }) => item === accountingItem))
  if (isRequired && !(await hasChart(db, groupId)))
    throw invalidFields({ purposes: 'Import the chart of accounts before you require accounting for a purpose.' })
}
