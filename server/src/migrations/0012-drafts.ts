import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

const role = 'check_requests_walled'
const ofGroup = `dealer_group_id = (select nullif(current_setting('check_requests.dealer_group', true), '')::bigint)`
const isolation = [
  'alter table drafts enable row level security',
  `grant select, insert, update, delete on drafts to ${role}`,
  `create policy wall on drafts to ${role} using (${ofGroup})`,
]

/** Unfinished forms, each its author's own (E2). */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table drafts (
      id ${id},
      dealer_group_id ${int} references dealer_groups (id),
      user_id ${int} not null references users (id),
      role_id ${int} not null,
      form text not null,
      content text not null,
      version ${int} not null default 1,
      created_at text not null,
      updated_at text not null,
      unique (dealer_group_id, id)
    ) ${strict}`,
    'create index drafts_owner on drafts (user_id, role_id, updated_at)',
    'create index drafts_age on drafts (updated_at)',
    ...(dialect === 'postgres' ? isolation : []),
  ])
}
