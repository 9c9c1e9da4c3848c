import type { Db } from '../../../tables.ts'
import type { MailOutcome } from '../tables.ts'

/** How many mails wait and since when, and what became of others since a moment. */
export interface MailState {
  readonly waiting: number
  readonly since: string | null
  readonly sent: number
  readonly refused: number
  readonly givenUp: number
}

export async function findMailState(db: Db, since: string): Promise<MailState> {
  const waiting = await db
    .selectFrom('mails')
    .select(({ fn }) => [fn.countAll().as('amount'), fn.min('created_at').as('since')])
    .where('outcome', 'is', null)
    .where('in_digest', '=', 0)
    .executeTakeFirstOrThrow()
  return {
    waiting: Number(waiting.amount),
    since: waiting.since,
    sent: await countOf(db, 'sent', since),
    refused: await countOf(db, 'refused', since),
    givenUp: await countOf(db, 'given_up', since),
  }
}

async function countOf(db: Db, outcome: MailOutcome, since: string): Promise<number> {
  const ended = db.selectFrom('mails').where('outcome', '=', outcome).where('ended_at', '>', since)
  const { amount } = await ended.select(({ fn }) => fn.countAll().as('amount')).executeTakeFirstOrThrow()
  return Number(amount)
}
