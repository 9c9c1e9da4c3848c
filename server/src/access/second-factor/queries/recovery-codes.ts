import type { Db, Tx } from '../../../tables.ts'

/** How many recovery codes somebody has left. */
export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const codes = db.selectFrom('recovery_codes').select(({ fn }) => fn.countAll().as('left'))
  const { left } = await codes.where('user_id', '=', userId).executeTakeFirstOrThrow()
  return Number(left)
}

/** Stores recovery codes in place of those that somebody has. */
export async function replaceRecoveryCodes(trx: Tx, userId: number, hashes: readonly string[]): Promise<void> {
  await deleteRecoveryCodes(trx, userId)
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

export async function deleteRecoveryCodes(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Is this one of the recovery codes that somebody has left? */
export async function hasRecoveryCode(db: Db, userId: number, codeHash: string): Promise<boolean> {
  const code = db.selectFrom('recovery_codes').select('user_id').where('user_id', '=', userId)
  return (await code.where('code_hash', '=', codeHash).executeTakeFirst()) !== undefined
}

/** Uses a recovery code up; false when it is none, or was used. */
export async function takeRecoveryCode(trx: Tx, userId: number, codeHash: string): Promise<boolean> {
  const code = trx.deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', codeHash)
  return (await code.executeTakeFirst()).numDeletedRows === 1n
}
