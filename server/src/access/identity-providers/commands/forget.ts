import { demandAuthority, loadUser } from '../../../people/users/commands/authority.ts'
import { findNamedUserId } from '../../../people/users/queries/store.ts'
import { commit } from '../../../platform/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import type { Command } from '../../sessions/queries/command.ts'
import { deleteIdentity, findIdentityOf } from '../queries/identities.ts'
import { loadProvider } from './load.ts'
import { noteProvider } from './record.ts'

/**
 * Forgets which account of a provider is somebody's, since they have another one there: the next sign-in goes by the
 * email address again. Returns the id of the person.
 */
export function forgetIdentity(services: Services, { caller, repeatable }: Command, id: number, email: string) {
  return commit(services, repeatable, async (unit) => {
    const provider = await loadProvider(unit, caller, id, undefined)
    const userId = await findNamedUserId(unit.trx, provider.dealer_group_id, { email })
    if (userId === undefined) throw notFound('user')
    if (userId === caller.userId) throw new Failure('FORBIDDEN', 'Another admin has to do this for your own account.')
    demandAuthority(caller, await loadUser(unit.trx, caller, userId))
    const identity = await findIdentityOf(unit.trx, id, userId)
    if (!identity) throw new Failure('CONFLICT', `${email} has not signed in through ${provider.name} so far.`)
    await beforeChange(unit.trx, 'linked-identity', identity.id)
    await deleteIdentity(unit.trx, identity.id)
    noteProvider(unit, caller, { verb: 'forget', provider, before: { user_id: userId, subject: identity.subject } })
    return userId
  })
}
