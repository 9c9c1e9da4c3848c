import type { Kysely, Transaction } from 'kysely'
import { type Params, prepare } from '../database/prepared.ts'
import { Failure } from '../errors.ts'

/** An answered call. A repeat with the same key gets the same response and changes nothing. */
export interface AnsweredCallTable {
  user_id: number
  key: string
  fingerprint: string
  answer: string
  created_at: string
}

/** A call that its sender can repeat. `fingerprint` covers method, path, role, and body. */
export interface RepeatableCall {
  readonly userId: number
  readonly key: string
  readonly fingerprint: string
}

/** The store of answered calls, for a command's transaction. */
export interface AnsweredCalls<Tables> {
  readonly claim: (trx: Transaction<Tables>, call: RepeatableCall, at: string) => Promise<string | undefined>
  readonly keep: (trx: Transaction<Tables>, call: RepeatableCall, answer: unknown) => Promise<void>
}

interface WithAnswers {
  answered_calls: AnsweredCallTable
}

/** The time responses are kept, in milliseconds: 48 hours. */
export const answersKeptFor = 48 * 3_600_000

const claim = prepare((db: Kysely<WithAnswers>, param: Params<{ call: AnsweredCallTable }>) =>
  db
    .insertInto('answered_calls')
    .values(param.row('call'))
    .onConflict((conflict) => conflict.doNothing()),
)

type KeptAnswer = Pick<AnsweredCallTable, 'user_id' | 'key' | 'answer'>

const keep = prepare((db: Kysely<WithAnswers>, param: Params<KeptAnswer>) =>
  db
    .updateTable('answered_calls')
    .set({ answer: param('answer') })
    .where('user_id', '=', param('user_id'))
    .where('key', '=', param('key')),
)

/**
 * Claims the key for this transaction. Returns the earlier response as JSON if there is one. On PostgreSQL, waits for a
 * call with the same key that is still in progress.
 */
async function claimAnswer(
  trx: Transaction<WithAnswers>,
  { userId, key, fingerprint }: RepeatableCall,
  at: string,
): Promise<string | undefined> {
  const call = { user_id: userId, key, fingerprint, answer: '', created_at: at }
  const claimed = await claim(trx, { call }).affectedRows()
  if (claimed === 1) return undefined
  const earlier = await trx
    .selectFrom('answered_calls')
    .select(['fingerprint', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (earlier.fingerprint !== fingerprint) throw anotherCall()
  // A commit without changes doesn't wait for a standby, and the first call might have given up waiting, so this makes
  // a change.
  await keep(trx, { user_id: userId, key, answer: earlier.answer }).affectedRows()
  return earlier.answer
}

function anotherCall(): Failure {
  return new Failure('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another call. Use a new one.')
}

/** Stores the response in the same transaction as the effect. */
async function keepAnswer(trx: Transaction<WithAnswers>, call: RepeatableCall, answer: unknown): Promise<void> {
  await keep(trx, { user_id: call.userId, key: call.key, answer: JSON.stringify(answer) }).write()
}

export const answeredCalls: AnsweredCalls<WithAnswers> = { claim: claimAnswer, keep: keepAnswer }

export async function deleteOldAnswers(trx: Transaction<WithAnswers>, before: string): Promise<void> {
  await trx.deleteFrom('answered_calls').where('created_at', '<', before).execute()
}
