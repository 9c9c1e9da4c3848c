import type { RoleId } from '@check-requests/domain/access/roles.ts'
import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { SessionTable } from '../tables.ts'

export async function insertSession(
  trx: Tx,
  session: Omit<Insertable<SessionTable>, 'previous_token_hash' | 'previous_until'>,
): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({ ...session, previous_token_hash: null, previous_until: null })
    .execute()
}

/** Returns true for a short time after a role switch replaced this secret. */
export async function wasJustReplaced(db: Db, tokenHash: string, now: string): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('previous_token_hash', '=', tokenHash)
    .where('previous_until', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

/** Gives a session a new secret and role if it still has the given secret. */
export async function rotateSession(
  trx: Tx,
  session: { id: string; tokenHash: string; newTokenHash: string; role: RoleId; previousUntil: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set({
      token_hash: session.newTokenHash,
      previous_token_hash: session.tokenHash,
      previous_until: session.previousUntil,
      active_role: session.role,
      last_human_at: session.now,
    })
    .where('id', '=', session.id)
    .where('token_hash', '=', session.tokenHash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Records the time of a second-factor verification in a session. */
export async function noteProof(trx: Tx, id: string, at: string): Promise<void> {
  await trx.updateTable('sessions').set({ proved_at: at }).where('id', '=', id).execute()
}

export async function noteHumanActivity(trx: Tx, id: string, at: string): Promise<void> {
  await trx.updateTable('sessions').set({ last_human_at: at }).where('id', '=', id).execute()
}

/** A session and its user. */
export interface OwnedSession {
  readonly id: string
  readonly roleId: RoleId
  readonly userId: number
  readonly name: string
  readonly dealerGroupId: number | null
}

/** The session with this secret and its user, if there is one. */
export async function findOwnedSession(db: Db, tokenHash: string): Promise<OwnedSession | undefined> {
  const query = db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.active_role', 'sessions.user_id'])
    .select(['users.first_name', 'users.last_name', 'users.dealer_group_id'])
  const found = await query.where('sessions.token_hash', '=', tokenHash).executeTakeFirst()
  if (!found) return undefined
  const { id, active_role, user_id, first_name, last_name, dealer_group_id } = found
  const name = `${first_name} ${last_name}`
  return { id, roleId: active_role, userId: user_id, name, dealerGroupId: dealer_group_id }
}

/** A user's unexpired sessions used since this moment, the most recently used first. */
export async function listSessionsOf(db: Db, userId: number, { now, usedSince }: { now: string; usedSince: string }) {
  const sessions = db
    .selectFrom('sessions')
    .select(['id', 'kind', 'agent', 'network', 'active_role', 'authenticated_at', 'last_human_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('last_human_at', '>', usedSince)
  return sessions.orderBy('last_human_at', 'desc').orderBy('id').execute()
}

/** A user's session in audit trail form; undefined if it belongs to another user. */
export function findSessionOf(db: Db, userId: number, id: string) {
  const session = db.selectFrom('sessions').select(['id', 'kind', 'agent', 'network', 'authenticated_at'])
  return session.where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
}

/**
 * The sessions begun through a provider by one user or, without one, by the user found by `session`. A session without
 * a stored provider session always matches.
 */
export async function listSessionsThrough(
  db: Db,
  providerId: number,
  { userId, session }: { userId: number | undefined; session: string | undefined },
) {
  const all = db.selectFrom('sessions').select(['id', 'user_id']).where('identity_provider_id', '=', providerId)
  if (userId === undefined) return all.where('provider_session', '=', session ?? '').execute()
  const own = all.where('user_id', '=', userId)
  if (session === undefined) return own.execute()
  return own
    .where(({ eb, or }) => or([eb('provider_session', '=', session), eb('provider_session', 'is', null)]))
    .execute()
}

/** The ids of all sessions of a user. */
export async function listSessionIds(db: Db, userId: number): Promise<string[]> {
  const sessions = db.selectFrom('sessions').select('id').where('user_id', '=', userId)
  return (await sessions.execute()).map(({ id }) => id)
}

/**
 * The ids of all sessions of a user, newest first. Sessions that began after this moment, before a clock was corrected,
 * come last, so that the newest one is never the first to end (J8).
 */
export async function listNewestFirst(db: Db, userId: number, now: string): Promise<string[]> {
  const sessions = db.selectFrom('sessions').select(['id', 'authenticated_at as at']).where('user_id', '=', userId)
  const all = await sessions.orderBy('authenticated_at', 'desc').execute()
  return [...all.filter(({ at }) => at <= now), ...all.filter(({ at }) => at > now)].map(({ id }) => id)
}

export async function deleteSessions(trx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('sessions').where('id', 'in', ids).execute()
}

/** Ends all sessions of a user. Returns how many ended. */
export async function deleteSessionsOf(trx: Tx, userId: number): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteExpiredSessions(trx: Tx, now: string): Promise<void> {
  await trx.deleteFrom('sessions').where('expires_at', '<', now).execute()
}

/**
 * Ends every session in a database that is being restored. Users who were logged in when the backup was made might have
 * logged out or lost their account since then.
 */
export const endAllSessions = 'delete from sessions'

/** Returns true if the account with this email has logged in on this device before. */
export async function isDeviceOf(db: Db, deviceHash: string, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('login_devices')
    .innerJoin('users', 'users.id', 'login_devices.user_id')
    .select('users.id')
    .where('login_devices.device_hash', '=', deviceHash)
    .where('users.email', '=', email)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns true if any user has logged in on this device before. */
export async function isDevice(db: Db, deviceHash: string): Promise<boolean> {
  const found = await db.selectFrom('login_devices').select('user_id').where('device_hash', '=', deviceHash).execute()
  return found.length > 0
}

/** The devices on which a user has logged in before. */
export async function listDevices(db: Db, userId: number): Promise<string[]> {
  const devices = db.selectFrom('login_devices').select('device_hash').where('user_id', '=', userId)
  return (await devices.execute()).map(({ device_hash }) => device_hash)
}

export async function saveDevice(trx: Tx, deviceHash: string, userId: number, at: string): Promise<void> {
  await trx
    .insertInto('login_devices')
    .values({ device_hash: deviceHash, user_id: userId, last_login_at: at })
    .onConflict((conflict) => conflict.columns(['device_hash', 'user_id']).doUpdateSet({ last_login_at: at }))
    .execute()
}

/** Deletes all devices of a user except the newest. */
export async function keepNewestDevices(trx: Tx, userId: number, kept: number): Promise<void> {
  const newest = trx
    .selectFrom('login_devices')
    .select('device_hash')
    .where('user_id', '=', userId)
    .orderBy('last_login_at', 'desc')
    .orderBy('device_hash')
    .limit(kept)
  const others = trx.deleteFrom('login_devices').where('user_id', '=', userId)
  await others.where('device_hash', 'not in', newest).execute()
}

export async function deleteOldDevices(trx: Tx, before: string): Promise<void> {
  await trx.deleteFrom('login_devices').where('last_login_at', '<', before).execute()
}
