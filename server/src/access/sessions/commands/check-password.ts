import { Failure } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/http/networks.ts'
import type { Services } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { providerInsteadOfPassword } from '../../identity-providers/queries/passwords.ts'
import { type Account, findAccount } from '../queries/accounts.ts'
import { type Attempt, countFailure, forgiveLogin, refuseBlockedNetwork, takeLoginAttempt } from './throttle.ts'

/**
 * The account, if the password is right. The try is counted and the account read when its turn comes to be checked, so
 * that whoever waits is not held against anybody, and not at all for a client that has gone away meanwhile. An unknown
 * account takes as long as a wrong password.
 */
export async function checkPassword(
  services: Services,
  attempt: Attempt,
  password: string,
): Promise<Account | undefined> {
  refuseBlockedNetwork(services, attempt)
  let account: Account | undefined
  const lookUp = async () => {
    if (attempt.isGone())
      throw new Failure('UNAVAILABLE', 'The connection was closed before this password was checked.')
    await takeLoginAttempt(services, attempt)
    account = await findAccount(services.database.read, attempt.email)
    return account?.passwordHash
  }
  const conclude = (fits: boolean) =>
    fits ? forgiveLogin(services, attempt) : countFailure(services, attempt, account?.id ?? null)
  const network = networkOf(attempt.address)
  const fits = await services.passwords.verify(password, lookUp, { network, conclude })
  return fits ? account : undefined
}

/**
 * Refuses whoever signs in through an identity provider instead (decision 127). At a login it comes after the right
 * password alone, so that a refusal tells nobody else that the account exists.
 */
export async function demandPasswordCounts(
  db: Db,
  owner: { readonly email: string; readonly dealerGroupId: number | null },
): Promise<void> {
  const provider = await providerInsteadOfPassword(db, owner)
  if (provider !== undefined)
    throw new Failure('FORBIDDEN', `Your dealer group signs in through ${provider}. Sign in there instead.`)
}
