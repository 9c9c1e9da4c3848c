import type { Scope } from '@check-requests/domain/access/scope.ts'
import type { UpdateLocalSettingsInput } from '@check-requests/domain/organization/local-settings.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { demandInForce } from '../../people/confirmations/commands/demand-in-force.ts'
import { commit } from '../../platform/commit.ts'
import { differing } from '../../platform/differing.ts'
import { notFound } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { demandVersion } from '../../trail/commands/demand-version.ts'
import { findGroup, updateGroup } from '../queries/places.ts'
import { noteSaved } from './record.ts'

/** Refuses a dealer group that is not the caller's, unless they work with all of them, as if it did not exist (A2). */
export function demandGroupCovered(scope: Scope, id: number): void {
  if (scope.dealerGroupId !== null && scope.dealerGroupId !== id) throw notFound('dealer group')
}

/** Changes the time zone, the business days and their hours, the holidays or the mail text of a dealer group. Returns its id. */
export function updateLocalSettings(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, business_weekdays: weekdays, business_hours, holidays, ...input }: UpdateLocalSettingsInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await demandInForce(unit, caller)
    demandGroupCovered(caller.scope, id)
    const group = await findGroup(trx, id)
    if (!group) throw notFound('dealer group')
    await demandVersion(trx, 'dealer-group', id, version)
    const values = differing(group, {
      ...input,
      business_weekdays: weekdays?.join(''),
      business_hours: business_hours && JSON.stringify(business_hours),
      holidays: holidays && JSON.stringify(holidays),
    })
    if (Object.keys(values).length === 0) return id
    await updateGroup(trx, id, values)
    noteSaved(unit, caller, id, { entity: 'dealer-group', verb: 'update', id, before: group, after: values })
    return id
  })
}
