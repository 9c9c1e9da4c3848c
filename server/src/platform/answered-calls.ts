import type { Transaction } from 'kysely'
import { Failure } from './errors.ts'

/** A call that was answered; a repeat with the same key gets the same answer and changes nothing. */
export interface AnsweredCallTable {
  user_id: number
  key: string
  fingerprint: string
  answer: string
  created_at: string
}

/** A call that its sender may repeat. `fingerprint` stands for method, path, role and body. */
export interface RepeatableCall {
  readonly userId: number
  readonly key: string
  readonly fingerprint: string
}

interface WithAnswers {
  answered_calls: AnsweredCallTable
}

/** How long answers are kept, in milliseconds: 48 hours. */
export const answersKeptFor = 48 * 3_600_000

/**
 * Claims the key for this transaction. Gives the earlier answer as JSON when there is one;
 * on PostgreSQL it waits for a call with the same key that is still under way.
 */
export async function claimAnswer(
  trx: Transaction<WithAnswers>,
  call: RepeatableCall,
  at: string,
): Promise<string | undefined> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('answered_calls')
    .values({ user_id: call.userId, key: call.key, fingerprint: call.fingerprint, answer: '', created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) return undefined
  const earlier = await trx
    .selectFrom('answered_calls')
    .select(['fingerprint', 'answer'])
    .where('user_id', '=', call.userId)
    .where('key', '=', call.key)
    .executeTakeFirstOrThrow()
  if (earlier.fingerprint === call.fingerprint) return earlier.answer
  throw new Failure('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another call. Use a new one.')
}

/** Keeps the answer, in the same transaction as the effect. */
export async function keepAnswer(trx: Transaction<WithAnswers>, call: RepeatableCall, answer: unknown): Promise<void> {
  await trx
    .updateTable('answered_calls')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', call.userId)
    .where('key', '=', call.key)
    .execute()
}

export async function deleteOldAnswers(trx: Transaction<WithAnswers>, before: string): Promise<void> {
  await trx.deleteFrom('answered_calls').where('created_at', '<', before).execute()
}
