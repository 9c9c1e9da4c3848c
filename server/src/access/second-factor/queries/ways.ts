import type { ProofWay } from '@check-requests/domain/access/second-factor/fields.ts'
import type { Db, Tx } from '../../../tables.ts'

/** The ways in which somebody can prove who they are besides the password; none without a second factor. */
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

/** Takes away all that somebody proves themselves with. */
export async function deleteFactors(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await trx.deleteFrom('authenticator_apps').where('user_id', '=', userId).execute()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}
