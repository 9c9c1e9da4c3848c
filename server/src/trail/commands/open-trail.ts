import { moment } from '../../platform/clock.ts'
import { Keyring } from '../../platform/keyring.ts'
import type { Random } from '../../platform/random.ts'
import type { AppDatabase, Db, Tx } from '../../tables.ts'
import { listKeys, lockKeys } from '../queries/keys.ts'
import { forgetLayout } from '../queries/record-layout.ts'
import { columnsOfRecords, haveChanged } from '../queries/touched-records.ts'
import { beginVouching, changeKey, unvouchedRecords, vouchForMigration } from './vouch.ts'

/** What the keys are for; it goes into every code. */
export const trailPurpose = 'check-requests audit trail v1'
const help = 'docs/operations.md says what to do.'

/** What opening the trail needs. */
export interface TrailOptions {
  /** The file of the keys that the entries are sealed with. */
  readonly keyFile: string
  readonly random: Random
  readonly now: number
  /** True when migrations are to be run. */
  readonly isOutdated: boolean
  /** Brings the database up to date; `afterwards` runs in the transaction of the last migration. */
  readonly migrate: (afterwards: (trx: Tx) => Promise<void>) => Promise<void>
}

/** The keys in this file, if it exists. */
export function readTrailKeys(file: string): Keyring | undefined {
  return Keyring.read(file, trailPurpose)
}

/**
 * Brings the database up to date and opens its trail with the keys that seal it. The first time, makes the key and lets
 * every chain vouch for its records as they are. Throws a sentence when the key is missing or is another one.
 */
export async function openTrail(db: Db, options: TrailOptions): Promise<Keyring> {
  const { keyFile, now, random } = options
  const found = readTrailKeys(keyFile)
  const known = (await listKeys(db)) ?? []
  demandKey(keyFile, found, known.at(-1)?.id)
  const except = found && options.isOutdated && known.length > 0 ? await unvouchedRecords(db, found) : new Set<string>()
  const before = await columnsOfRecords(db)
  await options.migrate(async (trx) => {
    forgetLayout(trx)
    if (!found || known.length === 0) return
    const records = await haveChanged(trx, before)
    await vouchForMigration(trx, found, { at: now, except, records })
  })
  forgetLayout(db)
  if (found?.replacing !== undefined && found.replacing === known.at(-1)?.id) return finishRotation(db, found, now)
  if (found && known.length > 0) return found.isInUse ? found : found.markedInUse(true)
  const keyring = found ?? Keyring.create(keyFile, trailPurpose, random, moment(now))
  await db.transaction().execute((trx) => beginUnlessBegun(trx, keyring, now))
  demandKey(keyFile, keyring, (await listKeys(db))?.at(-1)?.id)
  return keyring.markedInUse(true)
}

/** Replaces the key: every chain gets an entry under the new one; the old ones verify from now on. Returns all keys. */
export async function rotateKey(database: AppDatabase, random: Random, now: number): Promise<Keyring> {
  const keyring = database.keyring.withNewKey(random, moment(now))
  await database.transact((trx) => changeKey(trx, keyring, now))
  return keyring.markedInUse(true)
}

// The file has the new key before the database does: whatever has ended that process, the next start finishes its work.
async function finishRotation(db: Db, keyring: Keyring, now: number): Promise<Keyring> {
  await db.transaction().execute((trx) => changeKey(trx, keyring, now))
  return keyring.markedInUse(true)
}

// Another process may have begun at the same moment.
async function beginUnlessBegun(trx: Tx, keyring: Keyring, now: number): Promise<void> {
  await lockKeys(trx)
  const known = await listKeys(trx)
  if (known?.length === 0) await beginVouching(trx, keyring, now)
}

function demandKey(file: string, found: Keyring | undefined, known: string | undefined): void {
  if (known !== undefined && !found)
    throw new Error(`The key of the audit trail is missing: ${file} should hold the key ${known}. ${help}`)
  if (known !== undefined && found?.current.id !== known && found?.replacing !== known)
    throw new Error(`${file} holds another key than ${known}, which seals the audit trail of this database. ${help}`)
  if (known === undefined && found?.isInUse)
    throw new Error(`The database knows nothing of the key in ${file}, which has sealed an audit trail. ${help}`)
}
