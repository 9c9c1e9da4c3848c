import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

const ofPersonInGroup = `exists (select from users u where u.id = user_id and u.dealer_group_id =
  (select nullif(current_setting('check_requests.dealer_group', true), '')::bigint))`

/** Wrong passwords by account, network and day. Names that are no account are not stored. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table failed_logins (
      id ${id},
      user_id ${int} references users (id),
      network text not null,
      day text not null,
      attempts ${int} not null,
      first_at text not null,
      last_at text not null
    ) ${strict}`,
    'create index failed_logins_account on failed_logins (user_id, last_at)',
    ...isolateTable(dialect, 'failed_logins', 'select', ofPersonInGroup),
  ])
}
