import type {
  CreateProviderInput,
  UpdateProviderInput,
} from '@check-requests/domain/access/identity-providers/fields.ts'
import type { NewPeople } from '@check-requests/domain/access/identity-providers/new-people.ts'
import { refusalToConfirm } from '@check-requests/domain/access/identity-providers/rules.ts'
import { accessLevels } from '@check-requests/domain/access/scope.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, invalidFields, isUniqueViolation, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { afterCreate, beforeChange, requireVersion } from '../../../trail/commands/changes.ts'
import { loadUser, requireAuthority, requireGrantable } from '../../accounts/commands/authority.ts'
import { findNamedUserId, findScopeError } from '../../accounts/queries/store.ts'
import { requireInForce } from '../../pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../sessions/queries/caller.ts'
import {
  deleteIdentity,
  findIdentityOf,
  findProvider,
  insertProvider,
  listEveryProvider,
  newPeopleOf,
  openSecret,
  type Provider,
  replaceDomains,
  sealSecret,
  updateProvider,
} from '../queries/providers.ts'

/** Proposes an identity provider, which can't be used until another admin confirms it. Returns its id. */
export function proposeProvider(
  services: Services,
  { caller, repeatable }: Command,
  { dealer_group_id, client_secret, domains, trusts_email, new_people = null, ...input }: CreateProviderInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    await requireGroup(unit, caller, dealer_group_id)
    await requireMayCreate(unit, caller, dealer_group_id, new_people)
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

/** Changes a provider. A new name applies immediately; any other change waits for another admin. Returns its id. */
export function changeProvider(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, client_secret, domains, trusts_email, new_people: given, ...input }: UpdateProviderInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const provider = await loadProvider(unit, caller, id, version)
    const isSameClient = input.issuer === provider.issuer && input.client_id === provider.client_id
    // Without the secret, an admin could point the provider at another URL and receive the stored secret there.
    if (!isSameClient && client_secret === undefined)
      throw invalidFields({ client_secret: 'Enter the client secret for this issuer and client ID.' })
    const new_people = given === undefined ? newPeopleOf(provider) : given
    const columns = { ...input, trusts_email: trusts_email ? 1 : 0, new_people: textOf(new_people) }
    const secret = client_secret !== undefined && { sealed_secret: sealSecret(services.secrets, input, client_secret) }
    const isSame =
      isSameClient &&
      !secret &&
      columns.trusts_email === provider.trusts_email &&
      columns.new_people === provider.new_people &&
      domains.join() === provider.domains.join()
    if (!isSame) await requireMayCreate(unit, caller, provider.dealer_group_id, new_people)
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

/** The provider details recorded in the audit trail. */
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

async function requireGroup({ trx }: Unit, { scope }: Caller, dealerGroupId: number): Promise<void> {
  const ofOthers = scope.dealerGroupId !== null && scope.dealerGroupId !== dealerGroupId
  const places = { roleIds: [], dealerGroupId, dealershipIds: [], departmentIds: [] }
  if (ofOthers || (await findScopeError(trx, places))) throw notFound('dealer group')
}

/**
 * Refuses a mapping that grants more than the caller could grant directly, or that names locations outside the dealer
 * group.
 */
async function requireMayCreate(
  { trx }: Unit,
  caller: Caller,
  dealerGroupId: number,
  rules: NewPeople | null,
): Promise<void> {
  if (!rules) return
  const ofGroup = { level: accessLevels.group, dealerGroupId, dealershipIds: [], departmentIds: [] }
  const roleIds = rules.roles.map(({ role_id }) => role_id)
  requireGrantable(caller, roleIds, ofGroup)
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
    if (error) throw invalidFields({ new_people: 'Choose dealerships and departments in the dealer group.' })
  }
}

/** The active or proposed provider in the caller's dealer group. Throws NOT_FOUND if there is none. */
export async function requireProvider(db: Db, { scope }: Caller, id: number): Promise<Provider> {
  const provider = await findProvider(db, id)
  const isTheirs = scope.dealerGroupId === null || scope.dealerGroupId === provider?.dealer_group_id
  if (!provider || provider.state === 'ended' || !isTheirs) throw notFound('identity provider')
  return provider
}

/**
 * Loads a provider for a change, after checking that the caller's role is in force and that the caller saw this
 * version.
 */
async function loadProvider(unit: Unit, caller: Caller, id: number, version: number | undefined): Promise<Provider> {
  await requireInForce(unit, caller)
  await requireProvider(unit.trx, caller, id)
  await requireVersion(unit.trx, 'identity-provider', id, version)
  return requireProvider(unit.trx, caller, id)
}

/** Activates a provider. The caller must not be the admin who proposed this version. Returns its id. */
export function confirmProvider(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  const confirmation = commit(services, repeatable, async (unit) => {
    const provider = await loadProvider(unit, caller, id, version)
    if (provider.state !== 'proposed') throw new Failure('CONFLICT', `${provider.name} is already active.`)
    const proposed = { byId: provider.proposed_by_id }
    const refusal = refusalToConfirm(caller.userId, proposed)
    if (refusal) throw new Failure('FORBIDDEN', refusal)
    const by = { confirmed_by_id: caller.userId, confirmed_by_name: caller.name, confirmed_at: moment(unit.now) }
    await updateProvider(unit.trx, id, { state: 'active', ...by })
    await replaceDomains(unit.trx, provider, provider.domains, 'active')
    const states = { before: { state: 'proposed' }, after: { state: 'active' } }
    noteProvider(unit, caller, { verb: 'confirm', provider, ...states })
    return id
  })
  return confirmation.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'provider_domains')) throw error
    throw new Failure(
      'CONFLICT',
      'Another identity provider already uses one of these email domains. Remove the domain from one of them.',
    )
  })
}

/**
 * Ends a provider and frees its domains. Needs no second person because ending a provider only removes access. Returns
 * its id.
 */
export function endProvider(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const provider = await loadProvider(unit, caller, id, version)
    await updateProvider(unit.trx, id, { state: 'ended' })
    await replaceDomains(unit.trx, provider, [], 'ended')
    const { state, domains } = provider
    noteProvider(unit, caller, { verb: 'end', provider, before: { state, domains }, after: { state: 'ended' } })
    return id
  })
}

/**
 * Unlinks a user's account at a provider after the user got another account there. The next sign-in matches by email
 * address again. Returns the user id.
 */
export function forgetIdentity(services: Services, { caller, repeatable }: Command, id: number, email: string) {
  return commit(services, repeatable, async (unit) => {
    const provider = await loadProvider(unit, caller, id, undefined)
    const userId = await findNamedUserId(unit.trx, provider.dealer_group_id, { email })
    if (userId === undefined) throw notFound('user')
    if (userId === caller.userId)
      throw new Failure('FORBIDDEN', 'You can’t unlink your own account. Ask another admin.')
    requireAuthority(caller, await loadUser(unit.trx, caller, userId))
    const identity = await findIdentityOf(unit.trx, id, userId)
    if (!identity) throw new Failure('CONFLICT', `${email} hasn’t signed in through ${provider.name} yet.`)
    await beforeChange(unit.trx, 'linked-identity', identity.id)
    await deleteIdentity(unit.trx, identity.id)
    noteProvider(unit, caller, { verb: 'forget', provider, before: { user_id: userId, subject: identity.subject } })
    return userId
  })
}

/** Reencrypts the client secrets of all providers with the newest key. Returns the dealer group of each. */
export async function sealClientSecrets({ secrets }: Services, { trx }: Unit): Promise<number[]> {
  const providers = await listEveryProvider(trx)
  await beforeChange(trx, 'identity-provider', ...providers.map(({ id }) => id))
  for (const provider of providers)
    await updateProvider(trx, provider.id, {
      sealed_secret: sealSecret(secrets, provider, openSecret(secrets, provider)),
    })
  return providers.map((provider) => provider.dealer_group_id)
}

interface Noted {
  readonly verb: 'propose' | 'update' | 'confirm' | 'end' | 'link' | 'forget' | 'refuse'
  readonly provider: { readonly id: number; readonly dealer_group_id: number }
  readonly before?: object
  readonly after?: object
}

/**
 * Records a change to an identity provider, or an action by one, in the group's audit trail, without the client secret.
 */
export function noteProvider(unit: Unit, actor: Actor, { verb, provider, before, after }: Noted): void {
  const { id, dealer_group_id: groupId } = provider
  const subject = { chain: groupId, entity: 'identity-provider', entityId: id }
  unit.audit({ actor, ...subject, action: `identity-provider.${verb}`, before, after })
  unit.changed({ topic: 'organisation', id: groupId, scopes: ['organisation:all', `organisation:${groupId}`] })
}

/** The provider as the actor in an audit trail entry. */
export function actorOf({ name }: Pick<Provider, 'name'>): Actor {
  return { userId: null, name, roleId: null, sessionId: null }
}
