import type { ProofWay } from '@check-requests/domain/access/second-factor/fields.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { AnsweredChallengeTable, AuthenticatorAppTable, PasskeyTable } from '../tables.ts'

/** The second factors that a user has, if any. */
export async function waysOf(db: Db, userId: number): Promise<ProofWay[]> {
  const [has] = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom('passkeys').select('id').where('user_id', '=', userId)).as('passkey'),
      exists(
        selectFrom('authenticator_apps').select('user_id').where('user_id', '=', userId).where('state', '=', 'active'),
      ).as('code'),
      exists(selectFrom('recovery_codes').select('user_id').where('user_id', '=', userId)).as('recovery'),
    ])
    .execute()
  const factors = [...(has?.passkey ? (['passkey'] as const) : []), ...(has?.code ? (['code'] as const) : [])]
  return factors.length > 0 && has?.recovery ? [...factors, 'recovery-code'] : factors
}

/** Removes all second factors of a user. */
export async function deleteFactors(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await trx.deleteFrom('authenticator_apps').where('user_id', '=', userId).execute()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

export type AppRow = Selectable<AuthenticatorAppTable>
type State = AuthenticatorAppTable['state']

/** The authenticator app of a user. */
export async function findApp(db: Db, userId: number, state: State): Promise<AppRow | undefined> {
  const apps = db.selectFrom('authenticator_apps').selectAll().where('user_id', '=', userId)
  return apps.where('state', '=', state).executeTakeFirst()
}

/** All authenticator apps, for rotating the key that encrypts them. */
export async function listEveryApp(db: Db): Promise<AppRow[]> {
  return db.selectFrom('authenticator_apps').selectAll().orderBy('user_id').orderBy('state').execute()
}

/** Replaces the authenticator app that a user has in this state. */
export async function saveApp(trx: Tx, app: Insertable<AuthenticatorAppTable>): Promise<void> {
  const { user_id, state, ...values } = app
  await trx
    .insertInto('authenticator_apps')
    .values(app)
    .onConflict((conflict) => conflict.columns(['user_id', 'state']).doUpdateSet(values))
    .execute()
}

/** Marks the code of a time step as used. Returns false if the code of this or a later step was already used. */
export async function takeStep(trx: Tx, userId: number, step: number): Promise<boolean> {
  const active = trx.updateTable('authenticator_apps').set({ last_step: step }).where('user_id', '=', userId)
  const { numUpdatedRows } = await active.where('state', '=', 'active').where('last_step', '<', step).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes a user's authenticator app. Returns false if the user has none in this state. */
export async function deleteApp(trx: Tx, userId: number, state: State): Promise<boolean> {
  const own = trx.deleteFrom('authenticator_apps').where('user_id', '=', userId).where('state', '=', state)
  return (await own.executeTakeFirst()).numDeletedRows === 1n
}

export type PasskeyRow = Selectable<PasskeyTable>

/** A user's passkeys, oldest first. */
export async function listPasskeys(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

/** The passkey with this authenticator's credential id. */
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

/** Stores the passkey's state after use, unless the passkey was used again or removed since it was read. */
export async function notePasskeyUse(
  trx: Tx,
  { id, counter }: PasskeyRow,
  use: Pick<PasskeyRow, 'counter' | 'synced' | 'last_used_at'>,
): Promise<boolean> {
  const asRead = trx.updateTable('passkeys').set(use).where('id', '=', id).where('counter', '=', counter)
  return (await asRead.executeTakeFirst()).numUpdatedRows === 1n
}

/** Removes a user's passkey. Returns false if the user has none with this id. */
export async function deletePasskey(trx: Tx, userId: number, id: number): Promise<boolean> {
  const own = trx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId)
  return (await own.executeTakeFirst()).numDeletedRows === 1n
}

/** The number of recovery codes that a user has left. */
export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const codes = db.selectFrom('recovery_codes').select(({ fn }) => fn.countAll().as('left'))
  const { left } = await codes.where('user_id', '=', userId).executeTakeFirstOrThrow()
  return Number(left)
}

/** Replaces the recovery codes of a user. */
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

/** Returns true if this is one of the user's unused recovery codes. */
export async function hasRecoveryCode(db: Db, userId: number, codeHash: string): Promise<boolean> {
  const code = db.selectFrom('recovery_codes').select('user_id').where('user_id', '=', userId)
  return (await code.where('code_hash', '=', codeHash).executeTakeFirst()) !== undefined
}

/** Marks a recovery code as used. Returns false if the code is invalid or already used. */
export async function takeRecoveryCode(trx: Tx, userId: number, codeHash: string): Promise<boolean> {
  const code = trx.deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', codeHash)
  return (await code.executeTakeFirst()).numDeletedRows === 1n
}

/** Records an answered challenge. Returns false if the challenge was already answered. */
export async function takeChallenge(trx: Tx, challenge: Insertable<AnsweredChallengeTable>): Promise<boolean> {
  const inserted = trx.insertInto('answered_challenges').values(challenge)
  const { numInsertedOrUpdatedRows } = await inserted
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes expired challenges. */
export async function deleteOldChallenges(trx: Tx, now: string): Promise<void> {
  await trx.deleteFrom('answered_challenges').where('expires_at', '<', now).execute()
}
