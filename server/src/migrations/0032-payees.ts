import type { Kysely } from 'kysely'
import { type Dialect, execute } from './dialect.ts'

/**
 * The payee's part of the payment key is a column of its own, derived by the database, so that the requests of a payee
 * are found along an index, newest first.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  // SQLite cannot add a stored column. A payee's key has no spaces, so the first one ends it.
  const derived =
    dialect === 'sqlite'
      ? `generated always as (substr(payment, 1, instr(payment, ' ') - 1)) virtual`
      : `generated always as (split_part(payment, ' ', 1)) stored`
  await execute(db, [
    `alter table match_keys add column payee text ${derived}`,
    'create index match_keys_payee on match_keys (dealer_group_id, payee, id) where payee is not null',
  ])
}
