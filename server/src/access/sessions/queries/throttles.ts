import type { Tx } from '../../../tables.ts'
import type { LoginThrottleTable } from '../tables.ts'

/** Makes sure the row exists and, on PostgreSQL, holds it until the transaction ends. */
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

/** Deletes what is older, and what has come from the future because the clock was set back. */
export async function deleteOldThrottles(trx: Tx, before: string, after: string): Promise<void> {
  const throttles = trx.deleteFrom('login_throttles')
  await throttles.where((row) => row.or([row('since', '<', before), row('since', '>', after)])).execute()
}
