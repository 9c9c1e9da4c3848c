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

/**
 * An attempt to enter a password, a set-up code, or, in the second step, a proof. `device` is the hash of the device secret, if there
 * is one.
 */
export interface Attempt {
  /** The kind of attempt, if not a password; each kind is counted separately. */
  readonly step?: 'proof' | 'set-up'
  readonly email: string
  readonly address: string
  readonly device: string | undefined
  /** True after the client has disconnected. */
  readonly isGone: () => boolean
}

/** Refuses a network with too many failures without querying the database. */
export function refuseBlockedNetwork({ blockedNetworks, clock }: Services, { address }: Attempt): void {
  const left = blockedNetworks.left(networkKey(address), clock())
  // The remaining wait exceeds a window only when the clock was set back.
  if (left > networkWindow) blockedNetworks.forget(networkKey(address))
  else refuseFor(left, { endsConnection: true })
}

/**
 * Counts an attempt before the password is verified, so that parallel attempts can't slip through. Five attempts are
 * free; then the wait doubles from 1 s to 15 minutes. Attempts count per account. A device on which the account has
 * logged in before is counted separately, so that guessing can't lock out the owner.
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
 * Counts a wrong password toward the network's limit of thirty a minute for all accounts, and records the failure for
 * admins. For an unknown account name, records only that there was an attempt, because the name might be a password
 * typed into the wrong field.
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

/** Resets the count of attempts after a correct password. */
export async function forgiveLogin(services: Services, attempt: Attempt): Promise<void> {
  const { database } = services
  await inAnyTenant(services, () =>
    database.transact(async (trx) => deleteThrottle(trx, await keyOfTries(trx, attempt))),
  )
}

/** Ends the wait of an account whose password was reset. */
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
    // The clock was set back since the last attempt, so the wait starts over.
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

/**
 * `endsConnection` closes the connection of a blocked network. Otherwise, each later call on the open connection would
 * get a response.
 */
function refuseFor(wait: number, { endsConnection = false } = {}): void {
  if (wait <= 0) return
  const retryAfterSeconds = Math.ceil(wait / 1000)
  const sentence = `Too many attempts. Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`
  throw new Failure('TOO_MANY', sentence, { retryAfterSeconds, endsConnection })
}

// Throttles belong to no dealer group and are invisible to calls that are limited to one.
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
