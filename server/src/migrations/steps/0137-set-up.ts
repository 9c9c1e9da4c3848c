import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from '../dialect.ts'

/**
 * The code that guards the set-up of an empty installation, of which only its expiration is stored, and invitations:
 * links that last longer, and that an admin may have seen.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table set_up (
      id ${int} not null primary key check (id = 1),
      expires_at text not null,
      network text,
      done_at text
    ) ${strict}`,
    'alter table password_links add column invitation text',
  ])
}
