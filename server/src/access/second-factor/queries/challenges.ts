import type { Insertable } from 'kysely'
import type { Tx } from '../../../tables.ts'
import type { AnsweredChallengeTable } from '../tables.ts'

/** Notes that a challenge was answered; false when it was before. */
export async function takeChallenge(trx: Tx, challenge: Insertable<AnsweredChallengeTable>): Promise<boolean> {
  const inserted = trx.insertInto('answered_challenges').values(challenge)
  const { numInsertedOrUpdatedRows } = await inserted
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Forgets challenges that nobody can answer any more. */
export async function deleteOldChallenges(trx: Tx, now: string): Promise<void> {
  await trx.deleteFrom('answered_challenges').where('expires_at', '<', now).execute()
}
