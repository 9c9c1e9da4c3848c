import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { SetUpTable } from '../tables.ts'

/** The state of the set-up. */
export type SetUp = Omit<Selectable<SetUpTable>, 'id'>

/** Returns true if the installation has or had a user. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Returns the state of the set-up, and locks it until the transaction ends. A new one has already expired. */
export async function lockSetUp(trx: Tx, now: string): Promise<SetUp> {
  const blank = { id: 1, expires_at: now, network: null, done_at: null }
  await trx
    .insertInto('set_up')
    .values(blank)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const own = trx.updateTable('set_up').set(({ ref }) => ({ network: ref('network') }))
  return own.where('id', '=', 1).returning(['expires_at', 'network', 'done_at']).executeTakeFirstOrThrow()
}

export async function saveSetUp(trx: Tx, { expires_at, network, done_at }: SetUp): Promise<void> {
  await trx.updateTable('set_up').set({ expires_at, network, done_at }).where('id', '=', 1).execute()
}
