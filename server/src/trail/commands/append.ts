import { createHash } from 'node:crypto'
import type { RoleId } from '@check-requests/domain/access/roles.ts'
import { moment } from '../../platform/clock.ts'
import { canonicalJson, sha256 } from '../../platform/crypto/hashes.ts'
import type { Keyring } from '../../platform/crypto/keyring.ts'
import { beforeCommit } from '../../platform/database/group-commit.ts'
import { portions } from '../../platform/database/sql-helpers.ts'
import { Failure } from '../../platform/errors.ts'
import { inTurns, together } from '../../platform/threads/promises.ts'
import type { Tx } from '../../tables.ts'
import { advanceChain, appendEntries, isLong, type LinkContents, linkText, linkTextParts } from '../queries/links.ts'
import type { AuditEntryTable } from '../tables.ts'
import { type StateChange, settleChanges } from './changes.ts'

/** The actor: a user in a role and a session, or the system itself. */
export interface Actor {
  readonly userId: number | null
  readonly name: string
  readonly roleId: RoleId | null
  readonly sessionId: string | null
}

/** The chain for everything outside dealer groups. */
export const systemChain = 0

/**
 * An action and its actor. `before` and `after` contain the changed values. `chain` is a dealer group, or null for the
 * installation.
 */
export interface AuditEvent {
  readonly actor: Actor
  readonly chain: number | null
  readonly action: string
  readonly entity: string
  readonly entityId: number | null
  readonly before?: object | undefined
  readonly after?: object | undefined
}

/** Entries to append to one chain, with their record changes. */
interface Pending {
  readonly events: readonly AuditEvent[]
  /** JSON of the record changes; null if there are none. */
  readonly states: string | null
  /** In milliseconds UTC. */
  readonly at: number
}

type PendingByChain = Map<number, Pending[]>

const pendingIn = new WeakMap<Tx, PendingByChain>()

/**
 * Prepares a command's entries with their record changes. The returned function adds them to the other commands'
 * entries in this transaction. All of them are appended before the commit. From then on, other writers to the same
 * chain have to wait.
 */
export async function prepareEntries(
  trx: Tx,
  keyring: Keyring,
  events: readonly AuditEvent[],
  at: number,
): Promise<() => void> {
  const changes = await settleChanges(trx)
  const byChain = Map.groupBy(events, ({ chain }) => chain ?? systemChain)
  const [unrecorded] = [...changes].flatMap(([chain, ofChain]) => (byChain.has(chain) ? [] : ofChain))
  if (unrecorded) throw new Error(`The ${unrecorded[0]} ${unrecorded[1]} was changed without an entry in the trail.`)
  const written = new Map<number, string | null>()
  await inTurns(changes, async ([chain, states]) => void written.set(chain, await jsonOf(states)))
  return () => {
    const pending = pendingIn.get(trx) ?? beginPending(trx, keyring)
    for (const [chain, ofChain] of byChain) {
      const states = written.get(chain) ?? null
      pending.set(chain, [...(pending.get(chain) ?? []), { events: ofChain, states, at }])
    }
  }
}

function beginPending(trx: Tx, keyring: Keyring): PendingByChain {
  const pending: PendingByChain = new Map()
  pendingIn.set(trx, pending)
  beforeCommit(trx, () => appendPending(trx, keyring, pending))
  return pending
}

// Chains stay locked until the commit, so they are locked in numerical order to avoid deadlocks.
async function appendPending(trx: Tx, keyring: Keyring, pending: PendingByChain): Promise<void> {
  const chains = [...pending].toSorted(([one], [other]) => one - other)
  const appended = chains.map(([chain, ofChain]) => appendAll(trx, keyring, chain, ofChain))
  await together(...appended)
}

/** Appends one entry immediately. */
export async function appendEvent(
  trx: Tx,
  keyring: Keyring,
  event: AuditEvent,
  { at, states }: { at: number; states: readonly StateChange[] },
): Promise<void> {
  await appendAll(trx, keyring, event.chain ?? systemChain, [{ events: [event], states: await jsonOf(states), at }])
}

/** JSON of record changes, in portions, because all calls would wait for those of a large bank file. */
async function jsonOf(states: readonly StateChange[]): Promise<string | null> {
  if (states.length === 0) return null
  const parts: string[] = []
  await inTurns(portions(states), (some) => void parts.push(JSON.stringify(some).slice(1, -1)))
  return `[${parts.join(',')}]`
}

const keyReplaced = 'The audit trail key was replaced after this server started. Restart the server.'

async function appendAll(trx: Tx, keyring: Keyring, chain: number, pending: readonly Pending[]): Promise<void> {
  const links = pending.flatMap(linksOf)
  const { first, previousHash, keyId } = await advanceChain(trx, chain, links.length)
  if (keyId !== keyring.current.id) throw new Failure('UNAVAILABLE', keyReplaced)
  const entries: AuditEntryTable[] = []
  for (const [index, link] of links.entries()) {
    const previous_hash = entries.at(-1)?.hash ?? previousHash
    const placed = { ...link, chain, seq: first + index, previous_hash, key_id: keyId }
    const hash = await hashInTurns(placed)
    entries.push({ ...placed, hash, mac: keyring.codeOf(hash) })
  }
  await appendEntries(trx, entries)
}

function linksOf({ events, states, at }: Pending) {
  return events.map(({ actor, ...event }, index) => ({
    at: moment(at),
    actor_id: actor.userId,
    actor_name: actor.name,
    role_id: actor.roleId,
    session_id: actor.sessionId,
    action: event.action,
    entity: event.entity,
    entity_id: event.entityId,
    payload: canonicalJson({ before: event.before ?? null, after: event.after ?? null }),
    // The changes go into the command's last entry. If they were in an earlier entry, removing the entries after it
    // would leave no contradiction in the records.
    states: index === events.length - 1 ? states : null,
  }))
}

/** Hashes a link's contents together with the previous link, so that no link can change undetected. */
export function hashLink(link: LinkContents): string {
  return sha256(linkText(link))
}

/** The same hash. Lets other calls run in between if the link is long. */
async function hashInTurns(link: LinkContents): Promise<string> {
  if (!isLong(link)) return hashLink(link)
  const hash = createHash('sha256')
  await inTurns(linkTextParts(link), (part) => void hash.update(part))
  return hash.digest('hex')
}
