import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from '../dialect.ts'
import { isolateTable } from '../tenant-isolation.ts'

const ofPersonInGroup = `exists (select from users u where u.id = user_id and u.dealer_group_id =
  (select nullif(current_setting('check_requests.dealer_group', true), '')::bigint))`

/** Second-factor changes that can be undone through an emailed link. Each row has the previous factors as JSON (A2). */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table factor_changes (
      id ${id},
      user_id ${int} not null references users (id),
      expires_at text not null,
      before text not null
    ) ${strict}`,
    'create index factor_changes_user on factor_changes (user_id, id)',
    'create index factor_changes_expired on factor_changes (expires_at)',
    ...isolateTable(dialect, 'factor_changes', 'select, insert, update, delete', ofPersonInGroup),
  ])
}
