import type { RoleId } from '@check-requests/domain/access/roles.ts'
import { moment } from '../../platform/clock.ts'
import { Failure } from '../../platform/errors.ts'
import { canonicalJson } from '../../platform/fingerprint.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { sha256 } from '../../platform/random.ts'
import { together } from '../../platform/together.ts'
import type { Tx } from '../../tables.ts'
import { advanceChain, appendEntries, type Positions } from '../queries/append.ts'
import { type LinkContents, linkText } from '../queries/link-text.ts'
import type { AuditEntryTable } from '../tables.ts'
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
  const byChain = [...Map.groupBy(events, ({ chain }) => chain)].toSorted(([one], [other]) => one - other)
  const [changes, ...positions] = await together(
    settleChanges(trx),
    ...byChain.map(([chain, { length }]) => advanceChain(trx, chain, length)),
  )
  const appended = byChain.map(([chain, ofChain], index) => {
    const states = changes.get(chain) ?? []
    changes.delete(chain)
    return appendAt(trx, keyring, ofChain, { at, states, ...(positions[index] as Positions) })
  })
  await together(...appended)
  const [unrecorded] = [...changes.values()].flat()
  if (unrecorded) throw new Error(`The ${unrecorded[0]} ${unrecorded[1]} was changed without an entry in the trail.`)
}

/** Appends one entry. */
export async function appendEvent(
  trx: Tx,
  keyring: Keyring,
  event: AuditEvent,
  { at, states }: { at: number; states: readonly StateChange[] },
): Promise<void> {
  const positions = await advanceChain(trx, event.chain, 1)
  await appendAt(trx, keyring, [event], { at, states, ...positions })
}

interface Appending extends Positions {
  readonly at: number
  /** The changes of records that belong to these entries. */
  readonly states: readonly StateChange[]
}

const keyReplaced = 'The key of the audit trail has been replaced since this server started. Restart the server.'

/** Appends entries of one chain at its next positions. */
async function appendAt(
  trx: Tx,
  keyring: Keyring,
  events: readonly AuditEvent[],
  { at, states, first, previousHash, keyId }: Appending,
): Promise<void> {
  if (keyId !== keyring.current.id) throw new Failure('UNAVAILABLE', keyReplaced)
  const entries: AuditEntryTable[] = []
  for (const [index, { actor, ...event }] of events.entries()) {
    const link = {
      chain: event.chain,
      seq: first + index,
      previous_hash: entries.at(-1)?.hash ?? previousHash,
      at: moment(at),
      actor_id: actor.userId,
      actor_name: actor.name,
      role_id: actor.roleId,
      session_id: actor.sessionId,
      action: event.action,
      entity: event.entity,
      entity_id: event.entityId,
      payload: canonicalJson({ before: event.before ?? null, after: event.after ?? null }),
      // With the last entry, so that none of them can be cut off without the records saying more.
      states: index === events.length - 1 && states.length > 0 ? JSON.stringify(states) : null,
      key_id: keyring.current.id,
    }
    const hash = hashLink(link)
    entries.push({ ...link, hash, mac: keyring.codeOf(hash) })
  }
  await appendEntries(trx, entries)
}

/** The hash of a link covers its contents and the previous link, so that no link can change undetected. */
export function hashLink(link: LinkContents): string {
  return sha256(linkText(link))
}
