import type { SecondFactorRulesInput } from '@check-requests/domain/organization/second-factor-rules.ts'
import { loosenedFactors, strictestFactors } from '@check-requests/domain/people/controls/loosening.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { demandInForce } from '../../people/confirmations/commands/demand-in-force.ts'
import { holdGroupBack } from '../../people/controls/commands/hold.ts'
import { commit } from '../../platform/commit.ts'
import { differing } from '../../platform/differing.ts'
import { notFound } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { demandVersion } from '../../trail/commands/demand-version.ts'
import { findGroup, updateGroup } from '../queries/places.ts'
import { factorRulesOf } from '../queries/second-factor-rules.ts'
import { noteSaved } from './record.ts'
import { demandGroupCovered } from './save-local-settings.ts'

/** Says which roles of a dealer group need a second factor, and which approvals a fresh proof. Returns its id. */
export function updateSecondFactorRules(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, roles, from, approve_above }: SecondFactorRulesInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await demandInForce(unit, caller)
    demandGroupCovered(caller.scope, id)
    const group = await findGroup(trx, id)
    if (!group) throw notFound('dealer group')
    const rules = { roleIds: roles, from, approveAbove: approve_above }
    await demandVersion(trx, 'dealer-group', id, version)
    const strictest = strictestFactors(factorRulesOf(group), rules)
    const values = await holdGroupBack(unit, caller, 'second-factors', {
      before: group,
      wanted: differing(group, {
        second_factor_roles: roles.join(''),
        second_factor_from: from,
        approve_above_cents: approve_above,
      }),
      loosens: loosenedFactors(factorRulesOf(group), rules),
      meanwhile: { second_factor_roles: strictest.roleIds.join(''), second_factor_from: strictest.from },
    })
    if (Object.keys(values).length === 0) return id
    await updateGroup(trx, id, values)
    noteSaved(unit, caller, id, { entity: 'dealer-group', verb: 'update', id, before: group, after: values })
    return id
  })
}
