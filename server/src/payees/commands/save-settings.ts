import type { PayeeSettingsInput } from '@check-requests/domain/payees/fields.ts'
import { loosenedNeeds, loosenedSettings, strictestNeeds } from '@check-requests/domain/people/controls/loosening.ts'
import type { Command } from '../../access/sessions/queries/caller.ts'
import { listPurposes } from '../../organization/queries/lists.ts'
import { type GroupRow, updateGroup } from '../../organization/queries/places.ts'
import { demandInForce } from '../../people/confirmations/commands/demand-in-force.ts'
import { holdGroupBack } from '../../people/controls/commands/hold.ts'
import { commit, differing } from '../../platform/database/commit.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { demandVersion } from '../../trail/commands/demand-version.ts'
import { demandGroup, payeesChanged } from './payee.ts'

/** Turns the list of payees of a dealer group on or off, and sets which purposes need verified ones. Returns its id. */
export function savePayeeSettings(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, payee_list, purposes }: PayeeSettingsInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await demandInForce(unit, caller)
    const group = await demandGroup(trx, caller, id)
    await demandPurposes(trx, purposes ?? [])
    await demandVersion(trx, 'dealer-group', id, version)
    const wanted = differing(group, {
      payee_list: payee_list && Number(payee_list === 'on'),
      payee_needs: purposes && JSON.stringify(purposes.filter(({ verified_needed }) => verified_needed !== 'no')),
    })
    const needs = await neededMeanwhile(trx, group, wanted)
    const values = await holdGroupBack(unit, caller, 'payee-settings', {
      before: group,
      wanted,
      meanwhile: needs.meanwhile,
      loosens: [...loosenedSettings(group, wanted), ...needs.loosens],
    })
    if (Object.keys(values).length === 0) return id
    await updateGroup(trx, id, values)
    const subject = { chain: id, entity: 'dealer-group', entityId: id, action: 'dealer-group.set-payees' }
    unit.audit({ actor: caller, ...subject, before: group, after: values })
    for (const change of payeesChanged(id)) unit.changed(change)
    return id
  })
}

async function neededMeanwhile(db: Db, group: GroupRow, { payee_needs }: Partial<GroupRow>) {
  if (payee_needs === undefined) return { loosens: [], meanwhile: {} }
  const purposes = new Map((await listPurposes(db)).map(({ id, name }) => [id, name]))
  const [before, wanted] = [JSON.parse(group.payee_needs), JSON.parse(payee_needs)]
  return {
    loosens: loosenedNeeds(before, wanted, purposes),
    meanwhile: { payee_needs: JSON.stringify(strictestNeeds(before, wanted)) },
  }
}

async function demandPurposes(db: Db, wanted: readonly { readonly purpose_id: number }[]): Promise<void> {
  const known = new Set((await listPurposes(db)).map(({ id }) => id))
  if (wanted.some(({ purpose_id }) => !known.has(purpose_id)))
    throw invalidFields({ purposes: 'A purpose listed here does not exist. Remove it.' })
}
