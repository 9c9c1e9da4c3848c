import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

/**
 * Who must approve what: titles and who holds them, policies with their drafts, and the way of each request through the
 * policy that it was sent in under.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict, byKey } = columnTypes(dialect)
  const ofRequest = `foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id)
    deferrable initially deferred`
  await execute(db, [
    `create table approval_titles (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null references dealer_groups (id),
      name text not null,
      is_active ${int} not null default 1 check (is_active in (0, 1)),
      created_at text not null
    ) ${strict}`,
    'create unique index approval_titles_name on approval_titles (dealer_group_id, name)',
    'create unique index approval_titles_group on approval_titles (dealer_group_id, id)',
    `create table user_approval_titles (
      dealer_group_id ${int} not null,
      user_id ${int} not null references users (id),
      approval_title_id ${int} not null,
      dealership_id ${int} not null default 0,
      primary key (dealer_group_id, user_id, approval_title_id, dealership_id),
      foreign key (dealer_group_id, approval_title_id) references approval_titles (dealer_group_id, id)
    ) ${byKey}`,
    'create index user_approval_titles_user on user_approval_titles (user_id, approval_title_id, dealership_id)',
    'create index user_approval_titles_title on user_approval_titles (dealer_group_id, approval_title_id)',
    `create table approval_policies (
      id ${id},
      dealer_group_id ${int} not null references dealer_groups (id),
      number ${int} not null,
      content text not null,
      note text not null,
      edited_by text not null,
      published_by_id ${int} not null,
      published_by_name text not null,
      published_at text not null
    ) ${strict}`,
    'create unique index approval_policies_number on approval_policies (dealer_group_id, number)',
    `create table approval_policy_drafts (
      dealer_group_id ${int} not null primary key references dealer_groups (id),
      version ${int} not null default 1,
      content text not null,
      edited_by text not null,
      edited_at text not null
    ) ${strict}`,
    `create table approval_routes (
      check_request_id ${int} not null primary key,
      dealer_group_id ${int} not null,
      policy_number ${int} not null,
      round ${int} not null,
      rule text,
      added text not null,
      steps text not null,
      fallback text not null,
      cents ${int} not null,
      step_since text not null,
      ${ofRequest},
      foreign key (dealer_group_id, policy_number) references approval_policies (dealer_group_id, number)
    ) ${strict}`,
    'create unique index approval_routes_group on approval_routes (dealer_group_id, check_request_id)',
    `create table approvals (
      id ${id},
      dealer_group_id ${int} not null,
      check_request_id ${int} not null,
      round ${int} not null,
      step ${int} not null,
      user_id ${int} not null references users (id),
      for_user_id ${int} references users (id),
      completes ${int} not null check (completes in (0, 1)),
      created_at text not null,
      ${ofRequest}
    ) ${strict}`,
    'create unique index approvals_once on approvals (dealer_group_id, check_request_id, round, user_id)',
    'create unique index approvals_once_for on approvals (dealer_group_id, check_request_id, round, for_user_id)',
    ...isolateTable(dialect, 'approval_titles', 'select, insert, update, delete'),
    ...isolateTable(dialect, 'user_approval_titles', 'select, insert, update, delete'),
    ...isolateTable(dialect, 'approval_policies', 'select, insert, delete'),
    ...isolateTable(dialect, 'approval_policy_drafts', 'select, insert, update, delete'),
    ...isolateTable(dialect, 'approval_routes', 'select, insert, update, delete'),
    ...isolateTable(dialect, 'approvals', 'select, insert, delete'),
  ])
}
