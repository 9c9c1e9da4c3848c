import type { RoleId } from '@check-requests/domain/access/roles.ts'
import { moment } from '../../platform/clock.ts'
import { Failure } from '../../platform/errors.ts'
import { canonicalJson } from '../../platform/fingerprint.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { sha256 } from '../../platform/random.ts'
import type { Tx } from '../../tables.ts'
import { advanceChain, appendEntry } from '../queries/append.ts'
import { type LinkContents, linkText } from '../queries/link-text.ts'
import { type StateChange, settleChanges } from './changes.ts'

/** Who did something: a person in a role and a session, or the system itself. */
export interface Actor {
  readonly userId: number | null
  readonly name: string
  readonly roleId: RoleId | null
  readonly sessionId: string | null
}

/** One action, and who performed it. `before` and `after` hold what changed; chain 0 is the system's own. */
export interface AuditEvent {
  readonly actor: Actor
  readonly chain: number
  readonly action: string
  readonly entity: string
  readonly entityId: number | null
  readonly before?: object | undefined
  readonly after?: object | undefined
}

/**
 * Appends a command's actions to the trail, in its transaction, with the changes of records that belong to them. Each
 * chain is locked until the commit, so they are locked in the order of their numbers: two transactions never deadlock.
 */
export async function appendToTrail(
  trx: Tx,
  keyring: Keyring,
  events: readonly AuditEvent[],
  at: number,
): Promise<void> {
  const changes = await settleChanges(trx)
  const ordered = events.toSorted((one, other) => one.chain - other.chain)
  for (const [position, event] of ordered.entries()) {
    // With the last entry of the chain, so that none of them can be cut off without the records saying more.
    const isLast = ordered[position + 1]?.chain !== event.chain
    await appendEvent(trx, keyring, event, { at, states: (isLast && changes.get(event.chain)) || [] })
    if (isLast) changes.delete(event.chain)
  }
  const [unrecorded] = [...changes.values()].flat()
  if (unrecorded) throw new Error(`The ${unrecorded[0]} ${unrecorded[1]} was changed without an entry in the trail.`)
}

const keyReplaced = 'The key of the audit trail has been replaced since this server started. Restart the server.'

/** Appends one entry. */
export async function appendEvent(
  trx: Tx,
  keyring: Keyring,
  { actor, ...event }: AuditEvent,
  { at, states }: { at: number; states: readonly StateChange[] },
): Promise<void> {
  const { seq, previousHash, keyId } = await advanceChain(trx, event.chain)
  if (keyId !== keyring.current.id) throw new Failure('UNAVAILABLE', keyReplaced)
  const link = {
    chain: event.chain,
    seq,
    previous_hash: previousHash,
    at: moment(at),
    actor_id: actor.userId,
    actor_name: actor.name,
    role_id: actor.roleId,
    session_id: actor.sessionId,
    action: event.action,
    entity: event.entity,
    entity_id: event.entityId,
    payload: canonicalJson({ before: event.before ?? null, after: event.after ?? null }),
    states: states.length > 0 ? JSON.stringify(states) : null,
    key_id: keyring.current.id,
  }
  const hash = hashLink(link)
  await appendEntry(trx, { ...link, hash, mac: keyring.codeOf(hash) })
}

/** The hash of a link covers its contents and the previous link, so that no link can change undetected. */
export function hashLink(link: LinkContents): string {
  return sha256(linkText(link))
}
