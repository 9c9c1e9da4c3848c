import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from '../dialect.ts'
import { isolateTable } from '../tenant-isolation.ts'

/**
 * Changes that loosen a dealer group's controls. Each group can have one pending change, which a second user must
 * confirm.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table control_changes (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null references dealer_groups (id),
      control text not null,
      entity_id ${int} not null,
      wanted text not null,
      says text not null,
      asked_by_id ${int} not null references users (id),
      asked_by_name text not null,
      asked_at text not null,
      effective_at text,
      outcome text check (outcome in ('confirmed', 'stopped', 'replaced', 'unattended', 'alone')),
      decided_by_id ${int} references users (id),
      decided_by_name text,
      decided_at text,
      check ((decided_at is null) = (decided_by_name is null))
    ) ${strict}`,
    'create unique index control_changes_group on control_changes (dealer_group_id, id)',
    `create unique index control_changes_waiting on control_changes (dealer_group_id, control, entity_id)
      where outcome is null`,
    ...isolateTable(dialect, 'control_changes', 'select, insert, update'),
  ])
}
