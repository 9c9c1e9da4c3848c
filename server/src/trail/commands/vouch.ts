import { moment } from '../../platform/clock.ts'
import type { Keyring } from '../../platform/keyring.ts'
import type { Db, Tx } from '../../tables.ts'
import { insertKey } from '../queries/keys.ts'
import { atOneMoment, groupNames, listChains, listHeads } from '../queries/read.ts'
import { type Actor, type AuditEvent, appendEvent, systemChain } from './append.ts'
import type { StateChange } from './changes.ts'
import { type Difference, differences, hasEnded, stillDifferent } from './compare.ts'
import { ChainWalk } from './walk.ts'

const changesAnEntry = 500

const system: Actor = { userId: null, name: 'System', roleId: null, sessionId: null }

/** Names a record among those of all chains. */
const nameOf = ({ kind, id }: Pick<Difference, 'kind' | 'id'>) => `${kind} ${id}`

/** The records that are not as the trail says, by name. */
export function unvouchedRecords(db: Db, keyring: Keyring): Promise<Set<string>> {
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

/** The first entries under a key: from now on each chain vouches for its records as they are. */
export async function beginVouching(trx: Tx, keyring: Keyring, at: number): Promise<void> {
  await insertKey(trx, { id: keyring.current.id, since: moment(at) })
  await vouch(trx, keyring, { at, action: 'trail.baseline', except: new Set(), always: true, records: true })
}

/** The first entries under a key that replaces another; they vouch for nothing new. */
export async function changeKey(trx: Tx, keyring: Keyring, at: number): Promise<void> {
  await insertKey(trx, { id: keyring.current.id, since: moment(at) })
  for (const chain of await chainsOf(trx))
    await appendEvent(trx, keyring, eventOf(chain, 'trail.rotate-key', { key: keyring.current.id }), { at, states: [] })
}

/**
 * What a migration has changed is vouched for as it is now, except for what was not vouched for before. Where it has
 * touched `records`, sessions that have ended without an entry get theirs: from now on they cannot be put back unseen.
 * Where it has not, nobody has to wait until all of them are compared.
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
  /** Every chain gets an entry, even one that has nothing to say. */
  readonly always: boolean
  /** False: only the schema can have changed. */
  readonly records: boolean
}

async function vouch(trx: Tx, keyring: Keyring, { at, action, except, always, records }: Vouching): Promise<void> {
  for (const chain of records ? await chainsOf(trx) : [systemChain]) {
    const walk = new ChainWalk(trx, keyring, chain)
    await walk.advance()
    const append = async () => {
      // In an upgrade without a pause, other instances go on writing what no migration touches.
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

// Numbers go on where they ended when a group takes their code again. A session that is over never does.
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
