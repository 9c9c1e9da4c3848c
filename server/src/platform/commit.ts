import type { Transaction } from 'kysely'
import { type AnsweredCallTable, claimAnswer, keepAnswer, type RepeatableCall } from './answered-calls.ts'
import type { Change, ChangeFeed } from './change-feed.ts'
import { type Clock, moment } from './clock.ts'
import type { Database } from './database.ts'

/** What a commit needs beside the work itself. */
export interface CommitContext<Tables> {
  readonly database: Database<Tables>
  readonly feed: ChangeFeed
  readonly clock: Clock
}

/**
 * Runs a command in one transaction together with its idempotency record, then tells who may be looking.
 * A repeated call gets the first answer and has no effect. `changed` notes what others should hear of.
 */
export async function commit<Tables extends { answered_calls: AnsweredCallTable }, Result>(
  { database, feed, clock }: CommitContext<Tables>,
  repeatable: RepeatableCall | undefined,
  work: (trx: Transaction<Tables>, changed: (change: Change) => void) => Promise<Result>,
): Promise<Result> {
  const { result, changes } = await database.transact(async (trx) => {
    const answers = trx as unknown as Transaction<{ answered_calls: AnsweredCallTable }>
    const earlier = repeatable && (await claimAnswer(answers, repeatable, moment(clock())))
    if (earlier !== undefined) return { result: JSON.parse(earlier) as Result, changes: [] }
    const changes: Change[] = []
    const result = await work(trx, (change) => changes.push(change))
    if (repeatable) await keepAnswer(answers, repeatable, result)
    await feed.announce(trx, changes)
    return { result, changes }
  })
  feed.publish(changes)
  return result
}
