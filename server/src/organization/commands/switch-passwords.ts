import type { PasswordsInput } from '@check-requests/domain/organization/passwords.ts'
import { loosenedSettings } from '@check-requests/domain/people/controls/loosening.ts'
import { domainsInUse } from '../../access/identity-providers/queries/passwords.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { demandInForce } from '../../people/confirmations/commands/demand-in-force.ts'
import { holdGroupBack } from '../../people/controls/commands/hold.ts'
import { commit } from '../../platform/commit.ts'
import { differing } from '../../platform/differing.ts'
import { Failure, notFound } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { demandVersion } from '../../trail/commands/demand-version.ts'
import { findGroup, updateGroup } from '../queries/places.ts'
import { noteSaved } from './record.ts'
import { demandGroupCovered } from './save-local-settings.ts'

/** Switches the passwords of a dealer group off, where an identity provider is in use, or on again. Returns its id. */
export function switchPasswords(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, off }: PasswordsInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await demandInForce(unit, caller)
    demandGroupCovered(caller.scope, id)
    const group = await findGroup(trx, id)
    if (!group) throw notFound('dealer group')
    await demandVersion(trx, 'dealer-group', id, version)
    if (off && (await domainsInUse(trx, id)).length === 0)
      throw new Failure('CONFLICT', 'Nobody could sign in: set up an identity provider, and have it confirmed, first.')
    const wanted = differing(group, { passwords_off: off ? 1 : 0 })
    const loosens = loosenedSettings(group, wanted)
    const values = await holdGroupBack(unit, caller, 'passwords', { before: group, wanted, loosens })
    if (Object.keys(values).length === 0) return id
    await updateGroup(trx, id, values)
    noteSaved(unit, caller, id, { entity: 'dealer-group', verb: 'update', id, before: group, after: values })
    return id
  })
}
