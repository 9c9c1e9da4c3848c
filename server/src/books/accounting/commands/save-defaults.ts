import type { DefaultAccountsInput } from '@check-requests/domain/books/accounting/chart-fields.ts'
import { demandVersion } from '../../../trail/commands/demand-version.ts'
import { demandInForce } from '../../../people/confirmations/commands/demand-in-force.ts'
import { listDealerships, listPurposes } from '../../../organization/queries/lists.ts'
import { updateGroup } from '../../../organization/queries/places.ts'
import { demandGroup } from '../../../payees/commands/load.ts'
import { commit } from '../../../platform/commit.ts'
import { differing } from '../../../platform/differing.ts'
import { invalidFields } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Command } from '../../../access/sessions/queries/command.ts'
import type { Db } from '../../../tables.ts'
import { findChart } from '../queries/accounts.ts'

/** Sets which accounts requests of a dealer group begin with. Returns its id. */
export function saveDefaults(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, defaults }: DefaultAccountsInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await demandInForce(unit, caller)
    const group = await demandGroup(trx, caller, id)
    await demandKnown(trx, id, defaults)
    await demandVersion(trx, 'dealer-group', id, version)
    const values = differing(group, { default_accounts: JSON.stringify(defaults) })
    if (Object.keys(values).length === 0) return id
    await updateGroup(trx, id, values)
    const subject = { chain: id, entity: 'dealer-group', entityId: id, action: 'dealer-group.set-default-accounts' }
    unit.audit({ actor: caller, ...subject, before: group, after: values })
    unit.changed({ topic: 'organisation', id, scopes: ['organisation:all', `organisation:${id}`] })
    return id
  })
}

async function demandKnown(db: Db, groupId: number, defaults: DefaultAccountsInput['defaults']): Promise<void> {
  const purposes = new Set((await listPurposes(db)).map(({ id }) => id))
  if (defaults.some(({ purpose_id }) => !purposes.has(purpose_id)))
    throw invalidFields({ defaults: 'A purpose listed here does not exist. Remove it.' })
  const dealerships = new Set((await listDealerships(db, groupId)).map(({ id }) => id))
  if (defaults.some(({ dealership_id }) => dealership_id !== null && !dealerships.has(dealership_id)))
    throw invalidFields({ defaults: 'Choose dealerships of this dealer group.' })
  const chart = await findChart(
    db,
    groupId,
    defaults.map(({ account }) => account),
  )
  const unknown = defaults.find(({ account }) => chart.get(account)?.isActive !== true)
  if (unknown)
    throw invalidFields({ defaults: `The chart has no account ${unknown.account} in use. Choose another one.` })
}
