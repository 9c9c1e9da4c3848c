import { moment } from '../../../platform/clock.ts'
import { sha256 } from '../../../platform/crypto/hashes.ts'
import { Failure } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/http/networks.ts'
import type { Services } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { countFailedLogin, deleteThrottle, lockThrottle, saveThrottle } from '../queries/failed-logins.ts'
import { isDeviceOf } from '../queries/sessions.ts'
import type { LoginThrottleTable } from '../tables.ts'

const freeTries = 5
const longestDelay = 900_000
const networkTries = 30
const networkWindow = 60_000
const keptOfAccount = 50
const keptOfNobody = 500

/** Somebody tries a password or, in the second step, a proof. `device`: the hash of the device's secret, if it has one. */
export interface Attempt {
  /** What is tried, if not a password; its tries are counted on their own. */
  readonly step?: 'proof'
  readonly email: string
  readonly address: string
  readonly device: string | undefined
  /** True once nobody waits for the response any more. */
  readonly isGone: () => boolean
}

/** Refuses a network that has failed too often, from memory, without asking the database. */
export function refuseBlockedNetwork({ blockedNetworks, clock }: Services, { address }: Attempt): void {
  const left = blockedNetworks.left(networkKey(address), clock())
  // More than a window is left only when the clock was set back.
  if (left > networkWindow) blockedNetworks.forget(networkKey(address))
  else refuseFor(left, { endsConnection: true })
}

/**
 * Counts a try before the password is looked at, so that tries in parallel cannot slip through: five are free, then the
 * wait doubles from 1 s to 15 minutes. They are counted for the account, but for a device on which it has logged in
 * before on their own, so that nobody can lock out others by guessing.
 */
export async function takeLoginAttempt(services: Services, attempt: Attempt): Promise<void> {
  refuseBlockedNetwork(services, attempt)
  const { database, clock, blockedNetworks } = services
  const now = clock()
  const key = networkKey(attempt.address)
  const waits = await inAnyTenant(services, () =>
    database.transact(async (trx) => {
      const network = networkWait(await lockThrottle(trx, key, moment(now)), now)
      return network > 0 ? { network, account: 0 } : { network, account: await takeTry(trx, attempt, now) }
    }),
  )
  if (waits.network > 0) blockedNetworks.note(key, now + waits.network)
  refuseFor(waits.network, { endsConnection: true })
  refuseFor(waits.account)
}

/**
 * Counts a wrong password against the network, which has thirty a minute over all accounts, and records it for the
 * admins. Of a name that is no account nothing is recorded but that there was one: it may be a password in the wrong
 * field.
 */
export async function countFailure(services: Services, { address }: Attempt, userId: number | null): Promise<void> {
  const { database, clock, blockedNetworks } = services
  const now = clock()
  const key = networkKey(address)
  const wait = await inAnyTenant(services, () =>
    database.transact(async (trx) => {
      const stored = await lockThrottle(trx, key, moment(now))
      const begun = isInWindow(stored, now) ? stored : { ...stored, failures: 0, since: moment(now) }
      const throttle = { ...begun, failures: begun.failures + 1 }
      await saveThrottle(trx, throttle)
      const kept = userId === null ? keptOfNobody : keptOfAccount
      await countFailedLogin(trx, { userId, network: networkOf(address), at: moment(now) }, kept)
      return networkWait(throttle, now)
    }),
  )
  if (wait > 0) blockedNetworks.note(key, now + wait)
}

/** Takes the tries back after the right password. */
export async function forgiveLogin(services: Services, attempt: Attempt): Promise<void> {
  const { database } = services
  await inAnyTenant(services, () =>
    database.transact(async (trx) => deleteThrottle(trx, await keyOfTries(trx, attempt))),
  )
}

/** Ends the wait of an account whose password was set anew. */
export async function forgetFailures(services: Services, email: string): Promise<void> {
  const { database } = services
  await inAnyTenant(services, () => database.transact((trx) => deleteThrottle(trx, accountKey(email))))
}

async function takeTry(trx: Tx, attempt: Attempt, now: number): Promise<number> {
  const key = await keyOfTries(trx, attempt)
  const throttle = await lockThrottle(trx, key, moment(now))
  const wait = Date.parse(throttle.blocked_until) - now
  const longest = delayAfter(throttle.failures)
  if (wait > longest) {
    // The clock was set back since: the wait begins anew.
    await saveThrottle(trx, { ...throttle, blocked_until: moment(now + longest) })
    return longest
  }
  if (wait > 0) return wait
  const failures = throttle.failures + 1
  await saveThrottle(trx, { key, failures, since: moment(now), blocked_until: moment(now + delayAfter(failures)) })
  return 0
}

function delayAfter(failures: number): number {
  return failures < freeTries ? 0 : Math.min(longestDelay, 1000 * 2 ** (failures - freeTries))
}

function networkWait(throttle: LoginThrottleTable, now: number): number {
  if (!isInWindow(throttle, now) || throttle.failures < networkTries) return 0
  return Date.parse(throttle.since) + networkWindow - now
}

function isInWindow({ since }: LoginThrottleTable, now: number): boolean {
  const age = now - Date.parse(since)
  return age >= 0 && age < networkWindow
}

/** `endsConnection`: what a blocked network sends down a connection that is open would be answered call by call. */
function refuseFor(wait: number, { endsConnection = false } = {}): void {
  if (wait <= 0) return
  const retryAfterSeconds = Math.ceil(wait / 1000)
  const sentence = `Too many attempts. Try again in ${retryAfterSeconds} seconds.`
  throw new Failure('TOO_MANY', sentence, { retryAfterSeconds, endsConnection })
}

// Throttles belong to no dealer group, and callers of one cannot see them.
function inAnyTenant<Result>({ database }: Services, work: () => Result): Result {
  return database.forTenant(null, work)
}

async function keyOfTries(trx: Tx, { step, email, device }: Attempt): Promise<string> {
  const isKnown = device !== undefined && (await isDeviceOf(trx, device, email))
  if (step) return sha256(isKnown ? `${step} device ${device} ${email}` : `${step} account ${email}`)
  return isKnown ? sha256(`device ${device} ${email}`) : accountKey(email)
}

function accountKey(email: string): string {
  return sha256(`account ${email}`)
}

function networkKey(address: string): string {
  return sha256(`network ${networkOf(address)}`)
}
