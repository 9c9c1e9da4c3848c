import type {
  CreateProviderInput,
  UpdateProviderInput,
} from '@check-requests/domain/access/identity-providers/fields.ts'
import type { NewPeople } from '@check-requests/domain/access/identity-providers/new-people-fields.ts'
import { accessLevels } from '@check-requests/domain/access/scope.ts'
import { demandInForce } from '../../../people/confirmations/commands/demand-in-force.ts'
import { demandGrantable } from '../../../people/users/commands/authority.ts'
import { findScopeError } from '../../../people/users/queries/store.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/commit.ts'
import { invalidFields, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import { afterCreate } from '../../../trail/commands/changes.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import type { Command } from '../../sessions/queries/command.ts'
import { newPeopleOf } from '../queries/new-people.ts'
import { insertProvider, type Provider, replaceDomains, updateProvider } from '../queries/providers.ts'
import { sealSecret } from '../queries/secret.ts'
import { loadProvider } from './load.ts'
import { noteProvider } from './record.ts'

/** Proposes an identity provider; nobody signs in through it before another admin has confirmed it. Returns its id. */
export function proposeProvider(
  services: Services,
  { caller, repeatable }: Command,
  { dealer_group_id, client_secret, domains, trusts_email, new_people = null, ...input }: CreateProviderInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    await demandInForce(unit, caller)
    await demandGroup(unit, caller, dealer_group_id)
    await demandMayCreate(unit, caller, dealer_group_id, new_people)
    const columns = { ...input, dealer_group_id, trusts_email: trusts_email ? 1 : 0, new_people: textOf(new_people) }
    const sealed_secret = sealSecret(services.secrets, input, client_secret)
    const id = await insertProvider(unit.trx, { ...columns, sealed_secret, ...proposedBy(unit, caller) })
    await replaceDomains(unit.trx, { id, dealer_group_id }, domains, 'proposed')
    afterCreate(unit.trx, 'identity-provider', id)
    const after = { ...input, trusts_email, new_people, domains, state: 'proposed' }
    noteProvider(unit, caller, { verb: 'propose', provider: { id, dealer_group_id }, after })
    return id
  })
}

/** Changes a provider. With another name it stays in use; all else waits for another admin. Returns its id. */
export function changeProvider(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, client_secret, domains, trusts_email, new_people: given, ...input }: UpdateProviderInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const provider = await loadProvider(unit, caller, id, version)
    const isSameClient = input.issuer === provider.issuer && input.client_id === provider.client_id
    // Nobody gets to see a stored secret by sending it to a provider of their own.
    if (!isSameClient && client_secret === undefined)
      throw invalidFields({ client_secret: 'Enter the client secret of this issuer and client ID' })
    const new_people = given === undefined ? newPeopleOf(provider) : given
    const columns = { ...input, trusts_email: trusts_email ? 1 : 0, new_people: textOf(new_people) }
    const secret = client_secret !== undefined && { sealed_secret: sealSecret(services.secrets, input, client_secret) }
    const isSame =
      isSameClient &&
      !secret &&
      columns.trusts_email === provider.trusts_email &&
      columns.new_people === provider.new_people &&
      domains.join() === provider.domains.join()
    if (!isSame) await demandMayCreate(unit, caller, provider.dealer_group_id, new_people)
    const waits = isSame ? {} : proposedBy(unit, caller)
    await updateProvider(unit.trx, id, { ...columns, ...secret, ...waits })
    const { state } = { state: provider.state, ...waits }
    await replaceDomains(unit.trx, provider, domains, state)
    const before = facts(provider)
    const settings = { ...input, trusts_email, new_people, domains }
    const after = { ...settings, state, new_secret: secret !== false }
    noteProvider(unit, caller, { verb: 'update', provider, before, after })
    return id
  })
}

/** A provider as the trail keeps it. */
function facts(provider: Provider) {
  const { name, issuer, client_id, domains, trusts_email, state } = provider
  return {
    name,
    issuer,
    client_id,
    domains,
    state,
    trusts_email: trusts_email === 1,
    new_people: newPeopleOf(provider),
  }
}

function textOf(rules: NewPeople | null): string | null {
  return rules && JSON.stringify(rules)
}

function proposedBy({ now }: Unit, { userId, name }: Caller) {
  const by = { proposed_by_id: userId, proposed_by_name: name, proposed_at: moment(now) }
  return { state: 'proposed', ...by, confirmed_by_id: null, confirmed_by_name: null, confirmed_at: null } as const
}

async function demandGroup({ trx }: Unit, { scope }: Caller, dealerGroupId: number): Promise<void> {
  const ofOthers = scope.dealerGroupId !== null && scope.dealerGroupId !== dealerGroupId
  const places = { roleIds: [], dealerGroupId, dealershipIds: [], departmentIds: [] }
  if (ofOthers || (await findScopeError(trx, places))) throw notFound('dealer group')
}

/**
 * Refuses a mapping that would give more than its author could give by hand, or places that are not those of the dealer
 * group.
 */
async function demandMayCreate(
  { trx }: Unit,
  caller: Caller,
  dealerGroupId: number,
  rules: NewPeople | null,
): Promise<void> {
  if (!rules) return
  const ofGroup = { level: accessLevels.group, dealerGroupId, dealershipIds: [], departmentIds: [] }
  const roleIds = rules.roles.map(({ role_id }) => role_id)
  demandGrantable(caller, roleIds, ofGroup)
  const places = [
    { dealershipIds: rules.dealership_ids, departmentIds: rules.department_ids },
    ...rules.places.map(({ dealership_id, department_id }) => ({
      dealershipIds: [dealership_id],
      departmentIds: department_id === null ? [] : [department_id],
    })),
  ]
  for (const { dealershipIds, departmentIds } of places) {
    const unique = { dealershipIds: [...new Set(dealershipIds)], departmentIds: [...new Set(departmentIds)] }
    const error = await findScopeError(trx, { roleIds: [], dealerGroupId, ...unique })
    if (error) throw invalidFields({ new_people: 'Choose dealerships and departments of the dealer group.' })
  }
}
