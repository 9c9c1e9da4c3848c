import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

const group = `(select nullif(current_setting('check_requests.dealer_group', true), '')::bigint)`
const ofPersonInGroup = `exists (select from users u where u.id = user_id and u.dealer_group_id = ${group})`

/**
 * Changes of accounts that wait for a second person (decision 50). The accounts there are count as their owners' own.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int, strict } = columnTypes(dialect)
  await execute(db, [
    `alter table dealer_groups add column account_confirmation ${int} not null default 1
      check (account_confirmation in (0, 1))`,
    `alter table users add column password_chosen_by_id ${int} references users (id)`,
    `create table account_confirmations (
      user_id ${int} primary key references users (id),
      dealer_group_id ${int} references dealer_groups (id),
      version ${int} not null default 1,
      changes text not null,
      asked_by text not null,
      asked_at text not null,
      scope_in_force text,
      effective_at text,
      in_effect ${int} not null default 0 check (in_effect in (0, 1)),
      stopped_by_id ${int} references users (id),
      stopped_at text,
      check ((stopped_at is null) = (stopped_by_id is null)),
      check (stopped_at is null or effective_at is null)
    ) ${strict}`,
    'create index account_confirmations_due on account_confirmations (effective_at) where in_effect = 0',
    `create table waiting_roles (
      user_id ${int} not null references account_confirmations (user_id) on delete cascade,
      role_id ${int} not null references roles (id),
      dealer_group_id ${int} references dealer_groups (id),
      primary key (user_id, role_id)
    ) ${strict}`,
    // Whoever was an admin before the rule came is told of it once.
    `create table confirmation_announcements (user_id ${int} primary key references users (id)) ${strict}`,
    `insert into confirmation_announcements (user_id) select r.user_id from user_roles r
      join users u on u.id = r.user_id where r.role_id = 1 and u.deleted_at is null`,
    ...isolateTable(dialect, 'account_confirmations', 'select, insert, update, delete'),
    ...isolateTable(dialect, 'waiting_roles', 'select, insert, update, delete'),
    ...isolateTable(dialect, 'confirmation_announcements', 'select, delete', ofPersonInGroup),
    ...(dialect === 'postgres' ? ['account_confirmations', 'waiting_roles'].map(seenOfSuperAdmins) : []),
  ])
}

// Whether a super admin can be the second person of a group depends on what waits about them.
function seenOfSuperAdmins(table: string): string {
  return `create policy seen_of_super_admins on ${table} for select to check_requests_walled
    using (dealer_group_id is null)`
}
