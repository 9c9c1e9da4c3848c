import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from '../dialect.ts'
import { isolateTable } from '../tenant-isolation.ts'

/**
 * Requests that repeat on a schedule, one row per day whose draft was raised (its key raises each day once), and the
 * largest amount that a dealer group submits automatically (null for none).
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `alter table dealer_groups add column recurring_limit_cents ${int}`,
    `create table recurring_requests (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null references dealer_groups (id),
      dealership_id ${int},
      department_id ${int},
      requester_id ${int} not null references users (id),
      request_id ${int} not null,
      purpose_id ${int} not null references purposes (id),
      payee_name text not null,
      amount_cents ${int} not null check (amount_cents > 0),
      content text not null,
      every text not null check (every in ('week', 'month', 'quarter', 'year')),
      first_on text not null,
      until_on text,
      next_on text,
      is_automatic ${int} not null default 0 check (is_automatic in (0, 1)),
      state text not null check (state in ('active', 'paused', 'ended')),
      end_reason text,
      created_at text not null,
      unique (dealer_group_id, id)
    ) ${strict}`,
    `create index recurring_requests_due on recurring_requests (next_on) where state = 'active' and next_on is not null`,
    'create index recurring_requests_requester on recurring_requests (requester_id)',
    'create index recurring_requests_group on recurring_requests (dealer_group_id, id)',
    `create table recurring_drafts (
      dealer_group_id ${int} not null,
      recurring_id ${int} not null,
      due_on text not null,
      raised_at text not null,
      draft_id ${int},
      is_automatic ${int} not null default 0 check (is_automatic in (0, 1)),
      held_because text,
      missed_at text,
      check_request_id ${int},
      was_automatic ${int} not null default 0 check (was_automatic in (0, 1)),
      is_late ${int} not null default 0 check (is_late in (0, 1)),
      missed_on text,
      former text,
      primary key (dealer_group_id, recurring_id, due_on),
      foreign key (dealer_group_id, recurring_id) references recurring_requests (dealer_group_id, id)
    ) ${strict}`,
    'create unique index recurring_drafts_draft on recurring_drafts (draft_id, dealer_group_id) where draft_id is not null',
    `create unique index recurring_drafts_request on recurring_drafts (check_request_id, dealer_group_id)
      where check_request_id is not null`,
    `create index recurring_drafts_open on recurring_drafts (due_on)
      where check_request_id is null and missed_at is null`,
    `create index recurring_drafts_automatic on recurring_drafts (recurring_id)
      where is_automatic = 1 and check_request_id is null`,
    ...isolateTable(dialect, 'recurring_requests', 'select, insert, update, delete'),
    ...isolateTable(dialect, 'recurring_drafts', 'select, insert, update, delete'),
  ])
}
