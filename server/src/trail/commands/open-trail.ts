import { moment } from '../../platform/clock.ts'
import type { Random } from '../../platform/crypto/hashes.ts'
import { Keyring } from '../../platform/crypto/keyring.ts'
import type { AppDatabase, Db, Tx } from '../../tables.ts'
import { atOneMoment, groupNames, listChains, listHeads, newestEntryAt } from '../queries/read.ts'
import { forgetLayout } from '../queries/record-layout.ts'
import { columnsOfRecords, haveChanged } from '../queries/records.ts'
import { insertKey, listKeys, lockKeys } from '../queries/schema.ts'
import { type Actor, type AuditEvent, appendEvent, systemChain } from './append.ts'
import type { StateChange } from './changes.ts'
import { type Difference, differences, hasEnded, stillDifferent } from './compare.ts'
import { ChainWalk } from './read-chain.ts'

/** The purpose of the keys, which every code includes. */
export const trailPurpose = 'check-requests audit trail v1'
const help = 'See docs/operations.md.'

/** Options for opening the trail. */
export interface TrailOptions {
  /** The file with the keys that seal the entries. */
  readonly keyFile: string
  readonly random: Random
  readonly now: number
  /** True if there are migrations to run. */
  readonly isOutdated: boolean
  /** Migrates the database. `afterwards` runs in the last migration's transaction. */
  readonly migrate: (afterwards: (trx: Tx) => Promise<void>) => Promise<void>
}

/** Reads the keys in this file, if it exists. */
export function readTrailKeys(file: string): Keyring | undefined {
  return Keyring.read(file, trailPurpose)
}

/**
 * Migrates the database and opens its trail with the keys that seal it. The first time, creates the key and adds the
 * current records to every chain. Throws a readable error if the key is missing or isn't the one that sealed the trail.
 */
export async function openTrail(db: Db, options: TrailOptions): Promise<Keyring> {
  const { keyFile, now, random } = options
  const found = readTrailKeys(keyFile)
  const known = (await listKeys(db)) ?? []
  requireKey(keyFile, found, known.at(-1)?.id)
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
  requireKey(keyFile, keyring, (await listKeys(db))?.at(-1)?.id)
  return keyring.markedInUse(true)
}

/**
 * Replaces the key. Every chain gets an entry under the new one, and earlier keys only verify from then on. Returns all
 * keys.
 */
export async function rotateKey(database: AppDatabase, random: Random, now: number): Promise<Keyring> {
  const keyring = database.keyring.withNewKey(random, moment(now))
  await database.transact((trx) => changeKey(trx, keyring, now))
  return keyring.markedInUse(true)
}

// The file gets the new key before the database. If the process ends in between, the next start finishes the rotation.
async function finishRotation(db: Db, keyring: Keyring, now: number): Promise<Keyring> {
  await db.transaction().execute((trx) => changeKey(trx, keyring, now))
  return keyring.markedInUse(true)
}

// Checks again, because another process might have begun at the same moment.
async function beginUnlessBegun(trx: Tx, keyring: Keyring, now: number): Promise<void> {
  await lockKeys(trx)
  const known = await listKeys(trx)
  if (known?.length === 0) await beginVouching(trx, keyring, now)
}

function requireKey(file: string, found: Keyring | undefined, known: string | undefined): void {
  if (known !== undefined && !found)
    throw new Error(`The audit trail key is missing: ${file} should contain key ${known}. ${help}`)
  if (known !== undefined && found?.current.id !== known && found?.replacing !== known)
    throw new Error(`${file} doesn’t contain key ${known}, which seals the audit trail of this database. ${help}`)
  if (known === undefined && found?.isInUse)
    throw new Error(`The key in ${file} seals an audit trail, but not the audit trail of this database. ${help}`)
}

// The clocks of several instances differ by seconds. An hour suggests a wrong time zone or a wrong day.
const tolerance = 3_600_000

/**
 * Throws a readable error if the clock is earlier than the newest audit entry. Otherwise, checks would get dates in the
 * past, and expired sessions would become valid again.
 */
export async function requireLaterClock(db: Db, now: number): Promise<void> {
  const newest = await newestEntryAt(db)
  if (newest === null || Date.parse(newest) - tolerance <= now) return
  throw new Error(
    `The clock of this machine shows ${moment(now)}, but the newest audit trail entry is from ${newest}. ` +
      'Correct the clock. If the clock is right now but was ahead before, start with ALLOW_EARLIER_CLOCK=on until that time has passed.',
  )
}

const changesAnEntry = 500

const system: Actor = { userId: null, name: 'System', roleId: null, sessionId: null }

/** A unique name for a record across all chains. */
const nameOf = ({ kind, id }: Pick<Difference, 'kind' | 'id'>) => `${kind} ${id}`

/** The names of records that differ from the trail. */
function unvouchedRecords(db: Db, keyring: Keyring): Promise<Set<string>> {
  return atOneMoment(db, (trx) => findUnvouched(trx, keyring))
}

async function findUnvouched(db: Db, keyring: Keyring): Promise<Set<string>> {
  const names = new Set<string>()
  for (const chain of await chainsOf(db)) {
    const walk = new ChainWalk(db, keyring, chain)
    await walk.advance()
    for await (const difference of differences(db, chain, walk, { isQuiet: true }))
      if (!hasEnded(difference)) names.add(nameOf(difference))
  }
  return names
}

/** Adds the first entries under a key. From then on, each chain covers its current records. */
export async function beginVouching(trx: Tx, keyring: Keyring, at: number): Promise<void> {
  await insertKey(trx, { id: keyring.current.id, since: moment(at) })
  await vouch(trx, keyring, { at, action: 'trail.baseline', except: new Set(), always: true, records: true })
}

/** Adds the first entries under a replacement key, without covering new records. */
async function changeKey(trx: Tx, keyring: Keyring, at: number): Promise<void> {
  await insertKey(trx, { id: keyring.current.id, since: moment(at) })
  for (const chain of await chainsOf(trx))
    await appendEvent(trx, keyring, eventOf(chain, 'trail.rotate-key', { key: keyring.current.id }), { at, states: [] })
}

/**
 * Updates the trail with a migration's changes, except for records that already differed before. If the migration
 * touched `records`, sessions that ended without an entry get one, so that restoring them is detected from then on.
 * Otherwise, this skips the comparison of all records, which would take long.
 */
export function vouchForMigration(
  trx: Tx,
  keyring: Keyring,
  { at, except, records }: { at: number; except: ReadonlySet<string>; records: boolean },
): Promise<void> {
  return vouch(trx, keyring, { at, action: 'trail.migrate', except, always: false, records })
}

interface Vouching {
  readonly at: number
  readonly action: string
  readonly except: ReadonlySet<string>
  /** Adds an entry to every chain, even one without changes. */
  readonly always: boolean
  /** False if only the schema can have changed. */
  readonly records: boolean
}

async function vouch(trx: Tx, keyring: Keyring, { at, action, except, always, records }: Vouching): Promise<void> {
  for (const chain of records ? await chainsOf(trx) : [systemChain]) {
    const walk = new ChainWalk(trx, keyring, chain)
    await walk.advance()
    const append = async () => {
      // During an upgrade without downtime, other instances keep writing to tables that no migration touches.
      const sure = await stillDifferent(trx, chain, walk, found)
      const states = sure.map(({ kind, id, known, live }): StateChange => [kind, id, known, live])
      found = []
      if (states.length === 0 && !isNew) return
      await appendEvent(trx, keyring, eventOf(chain, action, { records: states.length }), { at, states })
      isNew = false
    }
    let found: Difference[] = []
    let isNew = always
    for await (const difference of differences(trx, chain, walk, { isQuiet: true, records })) {
      if (except.has(nameOf(difference)) || goesOn(difference)) continue
      found.push(difference)
      if (found.length === changesAnEntry) await append()
    }
    if (found.length > 0 || isNew) await append()
  }
}

// Request numbers continue when a group takes back an earlier code, but ended sessions never do.
function goesOn(difference: Difference): boolean {
  return hasEnded(difference) && difference.kind === 'request-numbers'
}

function eventOf(chain: number, action: string, after: object): AuditEvent {
  return { actor: system, chain, action, entity: 'installation', entityId: null, after }
}

async function chainsOf(db: Db): Promise<number[]> {
  const heads = (await listHeads(db, null)).map(({ chain }) => chain)
  const all = [0, ...(await groupNames(db)).keys(), ...heads, ...(await listChains(db))]
  return [...new Set(all)].sort((one, other) => one - other)
}
