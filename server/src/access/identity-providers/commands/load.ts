import { demandInForce } from '../../../people/confirmations/commands/demand-in-force.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Unit } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { demandVersion } from '../../../trail/commands/demand-version.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { findProvider, type Provider } from '../queries/providers.ts'

/** The provider, if it has not ended and is of the caller's dealer group; otherwise refuses as if it did not exist. */
export async function demandProvider(db: Db, { scope }: Caller, id: number): Promise<Provider> {
  const provider = await findProvider(db, id)
  const isTheirs = scope.dealerGroupId === null || scope.dealerGroupId === provider?.dealer_group_id
  if (!provider || provider.state === 'ended' || !isTheirs) throw notFound('identity provider')
  return provider
}

/** Loads a provider to change it: the caller's role is in force, and this is the version they saw. */
export async function loadProvider(
  unit: Unit,
  caller: Caller,
  id: number,
  version: number | undefined,
): Promise<Provider> {
  await demandInForce(unit, caller)
  await demandProvider(unit.trx, caller, id)
  await demandVersion(unit.trx, 'identity-provider', id, version)
  return demandProvider(unit.trx, caller, id)
}
