import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

/** For whom each request waits that is on its way through a policy: derived, so that a queue is read and counted fast. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict, byKey } = columnTypes(dialect)
  const ofRequest = `foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id)
    deferrable initially deferred`
  const ofAudience = `foreign key (dealer_group_id, audience_id) references approval_audiences (dealer_group_id, id)`
  await execute(db, [
    `create table approval_audiences (
      id ${id},
      dealer_group_id ${int} not null references dealer_groups (id),
      dealership_id ${int} not null,
      department_id ${int} not null,
      approvers text not null,
      digest text not null
    ) ${strict}`,
    `create unique index approval_audiences_digest on approval_audiences (dealer_group_id, dealership_id, department_id,
      digest)`,
    'create unique index approval_audiences_group on approval_audiences (dealer_group_id, id)',
    `create table approval_queue (
      check_request_id ${int} not null primary key,
      dealer_group_id ${int} not null,
      audience_id ${int} not null,
      status_id ${int} not null,
      ${ofRequest},
      ${ofAudience}
    ) ${strict}`,
    'create unique index approval_queue_group on approval_queue (dealer_group_id, check_request_id)',
    'create index approval_queue_audience on approval_queue (dealer_group_id, audience_id, check_request_id)',
    `create table approval_exceptions (
      dealer_group_id ${int} not null,
      user_id ${int} not null references users (id),
      check_request_id ${int} not null,
      primary key (dealer_group_id, user_id, check_request_id),
      ${ofRequest}
    ) ${byKey}`,
    'create index approval_exceptions_request on approval_exceptions (check_request_id)',
    `create table approval_counters (
      dealer_group_id ${int} not null,
      audience_id ${int} not null,
      status_id ${int} not null,
      amount ${int} not null,
      primary key (dealer_group_id, audience_id, status_id),
      ${ofAudience}
    ) ${byKey}`,
    `create table approval_checks (
      dealer_group_id ${int} not null primary key references dealer_groups (id),
      fingerprint text not null
    ) ${strict}`,
    ...isolateTable(dialect, 'approval_audiences', 'select, insert, update, delete'),
    ...isolateTable(dialect, 'approval_queue', 'select, insert, update, delete'),
    ...isolateTable(dialect, 'approval_exceptions', 'select, insert, update, delete'),
    ...isolateTable(dialect, 'approval_counters', 'select, insert, update, delete'),
    ...isolateTable(dialect, 'approval_checks', 'select, insert, update, delete'),
  ])
}
