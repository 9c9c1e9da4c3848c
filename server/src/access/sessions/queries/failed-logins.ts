import type { Db, Tx } from '../../../tables.ts'
import type { LoginThrottleTable } from '../tables.ts'

/** Wrong passwords for one account, or for unknown accounts (null), from one network on one day. */
export interface FailedLogins {
  readonly userId: number | null
  readonly network: string
  readonly attempts: number
  readonly firstAt: string
  readonly lastAt: string
}

/** Counts one wrong password for an account, a network, and a day. Keeps only the newest rows of an account. */
export async function countFailedLogin(
  trx: Tx,
  failure: { userId: number | null; network: string; at: string },
  kept: number,
): Promise<void> {
  const { userId: user_id, network, at } = failure
  const day = at.slice(0, 10)
  const { numUpdatedRows } = await trx
    .updateTable('failed_logins')
    .set((row) => ({ attempts: row('attempts', '+', 1), last_at: at }))
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .where('network', '=', network)
    .where('day', '=', day)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await trx
    .insertInto('failed_logins')
    .values({ user_id, network, day, attempts: 1, first_at: at, last_at: at })
    .execute()
  await keepNewest(trx, user_id, kept)
}

async function keepNewest(trx: Tx, userId: number | null, kept: number): Promise<void> {
  const ofAccount = userId === null ? 'is' : '='
  const newest = trx
    .selectFrom('failed_logins')
    .select('id')
    .where('user_id', ofAccount, userId)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(kept)
  const others = trx.deleteFrom('failed_logins').where('user_id', ofAccount, userId)
  await others.where('id', 'not in', newest).execute()
}

/**
 * The newest failed logins, at most `limit`: for the accounts of a dealer group, or for all, including unknown
 * accounts.
 */
export async function listFailedLogins(db: Db, dealerGroupId: number | null, limit: number): Promise<FailedLogins[]> {
  const all = db.selectFrom('failed_logins').selectAll().orderBy('last_at', 'desc').orderBy('id', 'desc').limit(limit)
  const inGroup = db.selectFrom('users').select('id').where('dealer_group_id', '=', dealerGroupId)
  const rows = await (dealerGroupId === null ? all : all.where('user_id', 'in', inGroup)).execute()
  return rows.map(({ user_id, network, attempts, first_at, last_at }) => {
    return { userId: user_id, network, attempts, firstAt: first_at, lastAt: last_at }
  })
}

export async function deleteOldFailedLogins(trx: Tx, before: string): Promise<void> {
  await trx.deleteFrom('failed_logins').where('last_at', '<', before).execute()
}

/**
 * The throttle with this key, created if it is missing. On PostgreSQL, its row is locked until the transaction ends.
 */
export async function lockThrottle(trx: Tx, key: string, now: string): Promise<LoginThrottleTable> {
  return trx
    .insertInto('login_throttles')
    .values({ key, failures: 0, since: now, blocked_until: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function saveThrottle(trx: Tx, throttle: LoginThrottleTable): Promise<void> {
  const { key, ...state } = throttle
  await trx.updateTable('login_throttles').set(state).where('key', '=', key).execute()
}

export async function deleteThrottle(trx: Tx, key: string): Promise<void> {
  await trx.deleteFrom('login_throttles').where('key', '=', key).execute()
}

/** Deletes throttles that began before `before` or after `after`. The latter exist if the clock was set back. */
export async function deleteOldThrottles(trx: Tx, before: string, after: string): Promise<void> {
  const throttles = trx.deleteFrom('login_throttles')
  await throttles.where((row) => row.or([row('since', '<', before), row('since', '>', after)])).execute()
}
