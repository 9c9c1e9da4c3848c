import type { Db, Tx } from '../../../tables.ts'

/** Has the account with this email logged in on this device before? */
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

/** Has anybody logged in on this device before? */
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

/** Forgets all devices of a user but the newest. */
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
