import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

/** Who stands in for whom, from one day to another. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table delegations (
      id ${id},
      dealer_group_id ${int} not null references dealer_groups (id),
      from_id ${int} not null references users (id),
      to_id ${int} not null references users (id),
      starts_on text not null,
      ends_on text not null check (ends_on >= starts_on),
      dealership_ids text not null,
      reason text not null,
      created_by_id ${int} not null references users (id),
      created_at text not null
    ) ${strict}`,
    'create unique index delegations_group on delegations (dealer_group_id, id)',
    'create index delegations_deputy on delegations (to_id, id)',
    ...isolateTable(dialect, 'delegations', 'select, insert, update, delete'),
  ])
}
