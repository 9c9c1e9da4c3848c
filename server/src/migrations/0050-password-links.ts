import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

const ofPersonInGroup = `exists (select from users u where u.id = user_id and u.dealer_group_id =
  (select nullif(current_setting('check_requests.dealer_group', true), '')::bigint))`

/** Links that are mailed to people, by which they choose their own password, one for each; of the link only a code. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int, byKey } = columnTypes(dialect)
  await execute(db, [
    `create table password_links (
      user_id ${int} not null primary key references users (id),
      asked_at text not null,
      due_at text,
      attempts ${int} not null default 0,
      code text,
      expires_at text,
      check ((code is null) = (expires_at is null))
    ) ${byKey}`,
    'create index password_links_due on password_links (due_at) where due_at is not null',
    ...isolateTable(dialect, 'password_links', 'select, insert, update, delete', ofPersonInGroup),
  ])
}
