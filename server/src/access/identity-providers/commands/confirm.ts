import { refusalToConfirm } from '@check-requests/domain/access/identity-providers/rules.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/commit.ts'
import { Failure, isUniqueViolation } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Command } from '../../sessions/queries/command.ts'
import { replaceDomains, updateProvider } from '../queries/providers.ts'
import { loadProvider } from './load.ts'
import { noteProvider } from './record.ts'

/** Puts a provider in use; by an admin who did not ask for it as it is. Returns its id. */
export function confirmProvider(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  const confirmation = commit(services, repeatable, async (unit) => {
    const provider = await loadProvider(unit, caller, id, version)
    if (provider.state !== 'proposed') throw new Failure('CONFLICT', `${provider.name} is in use already.`)
    const proposed = { byId: provider.proposed_by_id, byName: provider.proposed_by_name }
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
    throw new Failure('CONFLICT', 'Another identity provider signs in people of one of these email domains already.')
  })
}

/** Ends a provider, and frees its domains. It only takes away, so nobody else is asked. Returns its id. */
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
