import { moment } from '../../../platform/clock.ts'
import type { Services } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { isDevice, keepNewestDevices, listDevices, saveDevice } from '../queries/devices.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** How long a device is known after a login, in milliseconds: 400 days, the longest that browsers keep a cookie. */
export const deviceKnownFor = 400 * 86_400_000
const devicesPerUser = 20

/** A browser in which somebody has logged in. */
export interface Device {
  readonly secret: string
  /** Its person has logged in on others before, but never on this one. */
  readonly isNew: boolean
}

/** Remembers that a user has logged in on a device. It gets a new secret unless the one shown is known. */
export async function rememberDevice(
  trx: Tx,
  { random, clock }: Services,
  userId: number,
  shown: string | undefined,
): Promise<Device> {
  const before = await listDevices(trx, userId)
  const isKnown = shown !== undefined && (await isDevice(trx, hashSecret(shown)))
  const secret = isKnown ? shown : newSecret(random)
  await saveDevice(trx, hashSecret(secret), userId, moment(clock()))
  await keepNewestDevices(trx, userId, devicesPerUser)
  return { secret, isNew: before.length > 0 && !before.includes(hashSecret(secret)) }
}
