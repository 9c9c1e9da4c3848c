import { beforeChange } from '../../audit/commands/changes.ts'
import { settlePassword } from '../../confirmations/commands/settle-password.ts'
import { commit } from '../../platform/commit.ts'
import type { Services } from '../../services.ts'
import { type Account, findAccountById } from '../../sessions/queries/accounts.ts'
import { removeLinkOf } from '../../sessions/queries/password-links.ts'
import { findPerson } from '../../users/queries/people.ts'
import { setOwnPassword } from '../../users/queries/store.ts'
import { providerInsteadOfPassword } from '../queries/passwords.ts'
import { newSecretHash } from './unknown-password.ts'

/**
 * Where passwords are off, replaces one that somebody else chose by one that nobody knows: its owner, who has just signed
 * in through their provider, cannot replace it, and a second person waits for that. Returns the account as it is then.
 */
export async function retirePassword(services: Services, account: Account): Promise<Account> {
  const { read } = services.database
  const person = await findPerson(read, account.id)
  if (!person?.passwordByAdmin || !(await providerInsteadOfPassword(read, account))) return account
  const hash = await newSecretHash(services)
  await commit(services, undefined, async (unit) => {
    const { trx, audit } = unit
    await beforeChange(trx, 'user', account.id)
    await setOwnPassword(trx, account.id, hash)
    await removeLinkOf(trx, account.id)
    const actor = { userId: account.id, name: person.name, roleId: person.primaryRole, sessionId: null }
    const subject = { chain: account.dealerGroupId, entity: 'user', entityId: account.id }
    audit({ actor, ...subject, action: 'user.retire-password' })
    await settlePassword(unit, actor, person)
  })
  return (await findAccountById(read, account.id)) ?? account
}
