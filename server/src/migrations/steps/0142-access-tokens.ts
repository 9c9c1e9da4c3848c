import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from '../dialect.ts'
import { isolateTable } from '../tenant-isolation.ts'

/**
 * Access tokens of users and programs. `scopes`, `dealership_ids`, and `networks` are lists with commas; the last two
 * are null for all. The setting of dealer groups is null until it is turned on.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table access_tokens (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null references dealer_groups (id),
      user_id ${int} not null references users (id),
      kind text not null check (kind in ('person', 'program')),
      name text not null,
      token_hash text not null,
      hint text not null,
      scopes text not null,
      role_id ${int} not null references roles (id),
      dealership_ids text,
      networks text,
      state text not null check (state in ('waiting', 'active', 'ended')),
      expires_at text not null,
      created_by_id ${int} not null references users (id),
      created_by_name text not null,
      created_at text not null,
      last_used_at text,
      last_network text
    ) ${strict}`,
    'create unique index access_tokens_group on access_tokens (dealer_group_id, id)',
    'create index access_tokens_hash on access_tokens (token_hash)',
    'create index access_tokens_user on access_tokens (user_id)',
    ...isolateTable(dialect, 'access_tokens', 'select, insert, update'),
    `alter table dealer_groups add column personal_tokens ${int} check (personal_tokens in (0, 1))`,
  ])
}
