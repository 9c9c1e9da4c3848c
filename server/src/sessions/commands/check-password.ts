import { networkOf } from '../../platform/networks.ts'
import type { Services } from '../../services.ts'
import { type Account, findAccount } from '../queries/accounts.ts'
import { type Attempt, countFailure, forgiveLogin, refuseBlockedNetwork, takeLoginAttempt } from './throttle.ts'

/**
 * The account, if the password is right. The try is counted and the account read when its turn comes to be checked, so
 * that whoever waits is not held against anybody. An unknown account takes as long as a wrong password.
 */
export async function checkPassword(
  services: Services,
  attempt: Attempt,
  password: string,
): Promise<Account | undefined> {
  refuseBlockedNetwork(services, attempt)
  let account: Account | undefined
  const lookUp = async () => {
    await takeLoginAttempt(services, attempt)
    account = await findAccount(services.database.read, attempt.email)
    return account?.passwordHash
  }
  const fits = await services.passwords.verify(password, lookUp, networkOf(attempt.address))
  if (fits) await forgiveLogin(services, attempt)
  else await countFailure(services, attempt, account?.id ?? null)
  return fits ? account : undefined
}
