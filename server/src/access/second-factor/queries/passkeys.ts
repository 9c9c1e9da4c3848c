import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { PasskeyTable } from '../tables.ts'

export type PasskeyRow = Selectable<PasskeyTable>

/** The passkeys of somebody, by when they were added. */
export async function listPasskeys(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

/** The passkey that an authenticator names. */
export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

export async function insertPasskey(trx: Tx, passkey: Insertable<PasskeyTable>): Promise<PasskeyRow> {
  return trx.insertInto('passkeys').values(passkey).returningAll().executeTakeFirstOrThrow()
}

export async function renamePasskeyTo(
  trx: Tx,
  userId: number,
  id: number,
  name: string,
): Promise<PasskeyRow | undefined> {
  const own = trx.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId)
  return own.returningAll().executeTakeFirst()
}

/** Stores what a passkey said when it was used, unless it was used or removed since it was read. */
export async function notePasskeyUse(
  trx: Tx,
  { id, counter }: PasskeyRow,
  use: Pick<PasskeyRow, 'counter' | 'synced' | 'last_used_at'>,
): Promise<boolean> {
  const asRead = trx.updateTable('passkeys').set(use).where('id', '=', id).where('counter', '=', counter)
  return (await asRead.executeTakeFirst()).numUpdatedRows === 1n
}

/** Removes a passkey of somebody; false when they have none with this id. */
export async function deletePasskey(trx: Tx, userId: number, id: number): Promise<boolean> {
  const own = trx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId)
  return (await own.executeTakeFirst()).numDeletedRows === 1n
}
