import type { RoleId } from '@check-requests/domain/access/roles.ts'
import { moment } from '../../platform/clock.ts'
import { canonicalJson } from '../../platform/fingerprint.ts'
import { sha256 } from '../../platform/random.ts'
import type { Tx } from '../../tables.ts'
import { advanceChain, appendEntry } from '../queries/append.ts'
import type { AuditEntryTable } from '../tables.ts'

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
 * Appends a command's actions to the trail, in its transaction. Each chain is locked until the commit, so they are
 * locked in the order of their numbers: two transactions never deadlock.
 */
export async function appendToTrail(trx: Tx, events: readonly AuditEvent[], at: number): Promise<void> {
  for (const event of events.toSorted((one, other) => one.chain - other.chain)) await append(trx, event, at)
}

async function append(trx: Tx, { actor, ...event }: AuditEvent, at: number): Promise<void> {
  const { seq, previousHash } = await advanceChain(trx, event.chain)
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
  }
  await appendEntry(trx, { ...link, hash: hashLink(link) })
}

/** The hash of a link covers its contents and the previous link, so that no link can change undetected. */
export function hashLink(link: Omit<AuditEntryTable, 'hash'>): string {
  const parts = [
    link.chain,
    link.seq,
    link.previous_hash,
    link.at,
    link.actor_id,
    link.actor_name,
    link.role_id,
    link.session_id,
    link.action,
    link.entity,
    link.entity_id,
    link.payload,
  ]
  return sha256(`check-requests audit v1\n${JSON.stringify(parts)}`)
}
