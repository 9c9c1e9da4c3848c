import { moment } from '../../platform/clock.ts'
import { Failure } from '../../platform/errors.ts'
import { sha256 } from '../../platform/random.ts'
import type { Services } from '../../services.ts'
import type { Tx } from '../../tables.ts'
import { deleteThrottle, lockThrottle, saveThrottle } from '../queries/throttles.ts'

const freeTries = 5
const longestDelay = 900_000
const networkTries = 30
const networkWindow = 60_000

/**
 * Counts a try before the password is looked at, so that tries in parallel cannot slip through:
 * five are free per account, then the wait doubles from 1 s to 15 minutes; a network has 30 a minute.
 */
export async function takeLoginAttempt({ database, clock }: Services, email: string, network: string): Promise<void> {
  const now = clock()
  const wait = await database.forTenant(null, () =>
    database.transact(async (trx) => {
      const waitOfNetwork = await takeFromNetwork(trx, networkKey(network), now)
      return waitOfNetwork || takeFromAccount(trx, accountKey(email), now)
    }),
  )
  if (wait === 0) return
  const seconds = Math.ceil(wait / 1000)
  throw new Failure('TOO_MANY', `Too many attempts. Try again in ${seconds} seconds.`, { retryAfterSeconds: seconds })
}

/** Takes the count back after the right password. */
export async function forgiveLogin({ database, clock }: Services, email: string, network: string): Promise<void> {
  const now = moment(clock())
  await database.forTenant(null, () =>
    database.transact(async (trx) => {
      const throttle = await lockThrottle(trx, networkKey(network), now)
      await saveThrottle(trx, { ...throttle, failures: Math.max(0, throttle.failures - 1) })
      await deleteThrottle(trx, accountKey(email))
    }),
  )
}

async function takeFromAccount(trx: Tx, key: string, now: number): Promise<number> {
  const throttle = await lockThrottle(trx, key, moment(now))
  const wait = Date.parse(throttle.blocked_until) - now
  if (wait > 0) return wait
  const failures = throttle.failures + 1
  const delay = failures < freeTries ? 0 : Math.min(longestDelay, 1000 * 2 ** (failures - freeTries))
  await saveThrottle(trx, { key, failures, since: moment(now), blocked_until: moment(now + delay) })
  return 0
}

async function takeFromNetwork(trx: Tx, key: string, now: number): Promise<number> {
  const throttle = await lockThrottle(trx, key, moment(now))
  const windowEnds = Date.parse(throttle.since) + networkWindow
  if (windowEnds <= now) {
    await saveThrottle(trx, { key, failures: 1, since: moment(now), blocked_until: moment(now) })
    return 0
  }
  if (throttle.failures >= networkTries) return windowEnds - now
  await saveThrottle(trx, { ...throttle, failures: throttle.failures + 1 })
  return 0
}

function accountKey(email: string): string {
  return sha256(`account ${email}`)
}

function networkKey(network: string): string {
  return sha256(`network ${network}`)
}
