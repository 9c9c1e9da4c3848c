import type { Kysely } from 'kysely'
import { columnTypes, createTrigger, type Dialect, execute } from '../dialect.ts'
import { isolateTable } from '../tenant-isolation.ts'

/**
 * Replaces a request's step times when the request closes again after its check was reissued, and removes the times
 * while the request is open. The earlier trigger only inserted rows, so a second closing violated the primary key.
 */
export async function closedAgain(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const remove = (id: string) => `delete from step_times where check_request_id = ${id};`
  await execute(db, [
    `drop trigger step_times_added${dialect === 'postgres' ? ' on status_history' : ''}`,
    ...createTrigger(dialect, {
      name: 'step_times_added',
      on: 'insert on status_history',
      when: `new.action = 'status' and new.status_id = 7`,
      body: `${remove('new.check_request_id')} ${addStepTimes(dialect, 'check_request_id = new.check_request_id')};`,
    }),
    ...createTrigger(dialect, {
      name: 'step_times_removed',
      on: 'update of cleared_at on check_requests',
      when: 'old.cleared_at is not null and new.cleared_at is null',
      body: remove('new.id'),
    }),
    `delete from step_times where exists (
      select 1 from check_requests r where r.id = step_times.check_request_id and r.cleared_at is null)`,
  ])
}

/**
 * Returns SQL that stores how long completed requests spent at each step, in milliseconds. `which` selects the
 * requests.
 */
export function addStepTimes(dialect: Dialect, which: string): string {
  const milliseconds = (moment: string) =>
    dialect === 'sqlite' ? `unixepoch(${moment}, 'subsec') * 1000` : `extract(epoch from ${moment}::timestamptz) * 1000`
  const times =
    dialect === 'sqlite'
      ? 'json_group_array(json_array(step.status_id, time))'
      : 'json_agg(json_build_array(step.status_id, time))::text'
  const ended = 'lead(created_at) over (partition by check_request_id order by id)'
  return `insert into step_times (check_request_id, dealer_group_id, dealership_id, department_id, requester_id,
      completed_at, times)
    select r.id, r.dealer_group_id, r.dealership_id, r.department_id, r.requester_id, r.cleared_at, ${times}
    from (select check_request_id, status_id,
        cast(round(${milliseconds(ended)} - ${milliseconds('created_at')}) as bigint) as time
      from status_history where ${which} and action in ('created', 'status', 'resubmitted', 'voided', 'stopped')) as step
    join check_requests r on r.id = step.check_request_id
    where time is not null and r.cleared_at is not null group by r.id`
}

/**
 * Removes the list of mailing methods from the database, so that adding a carrier changes only the domain. On SQLite, a
 * new column replaces the old one: with a million requests, this takes 19 s, and rebuilding the table with its 22
 * indexes would take 117 s.
 */
export async function anyCarrier(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await execute(
    db,
    dialect === 'postgres'
      ? ['alter table check_requests drop constraint check_requests_mailing_method_check']
      : [
          'alter table check_requests rename column mailing_method to listed_mailing_method',
          'alter table check_requests add column mailing_method text',
          `update check_requests set mailing_method = listed_mailing_method where listed_mailing_method is not null`,
          'alter table check_requests drop column listed_mailing_method',
        ],
  )
}

/**
 * Requests keep only the indexes that `server/src/check-requests/indexes.test.ts` names, because each of them costs
 * every new request and every change of status. Lists of all dealer groups merge the indexes of the groups.
 */
export async function fewerIndexes(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const dropped = ['amount', 'due', 'priority', 'waiting', 'cleared', 'exempt_number', 'check_number']
  const int = dialect === 'postgres' ? '::bigint' : ''
  await execute(db, [
    ...(dialect === 'sqlite' ? [...dropped, 'status'] : dropped).map((name) => `drop index check_requests_${name}`),
    // In time order: open requests by their status, then closed ones by their completion.
    `create index check_requests_group_changed on check_requests (dealer_group_id, cleared_at,
      (case when status_id not in (7, 8) then status_changed_at end),
      id, dealership_id, department_id, requester_id, amount_cents)`,
    // Unique for numbers written by hand. Numbers of bank accounts and old duplicates are in it only to be found.
    `create unique index check_requests_check_number on check_requests (dealer_group_id, check_number_exempt,
      coalesce(dealership_id, 0${int}), ltrim(check_number, '0'),
      (case when check_number_exempt = 1 or bank_account_id is not null then id else 0${int} end))
      where check_number is not null`,
    // PostgreSQL knows nothing about a computed column until then.
    ...(dialect === 'postgres' ? ['analyze check_requests'] : []),
  ])
}

/**
 * What an account's paper says: the numbers of samples for the MICR test, which checks never use, the form of dates
 * (null for the only one so far), and the logo.
 */
export async function checkPaper(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'alter table bank_accounts add column sample_numbers text',
    `alter table bank_accounts add column date_form text check (date_form in ('short', 'numbers', 'long'))`,
    'alter table bank_accounts add column logo text',
  ])
}

/** The requests of checks that pay several requests of one payee. */
export async function combinedRequests(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table combined_requests (
      dealer_group_id ${int} not null,
      check_id ${int} not null,
      position ${int} not null,
      check_request_id ${int} not null,
      request_number text not null,
      amount_cents ${int} not null check (amount_cents > 0),
      primary key (dealer_group_id, check_id, position),
      foreign key (dealer_group_id, check_id) references checks (dealer_group_id, id)
    ) ${strict}`,
    'create index combined_requests_request on combined_requests (dealer_group_id, check_request_id)',
    ...isolateTable(dialect, 'combined_requests', 'select, insert, delete'),
  ])
}

/**
 * Requests that repeat on a schedule, one row per day whose draft was raised (its key raises each day once), and the
 * largest amount that a dealer group submits automatically (null for none).
 */
export async function recurringRequests(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
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

/**
 * Links in approvers' emails, of which only the hash is stored, and the largest amount for which a link is enough. A
 * link's request can be deleted, so it has no foreign key. Also the id of users in a directory, and whether a program
 * manages users: null if it doesn't, 0 if new users and roles wait for a second person, and 1 if they don't.
 */
export async function decisionLinks(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table decision_links (
      id ${id},
      dealer_group_id ${int} not null references dealer_groups (id),
      user_id ${int} not null references users (id),
      check_request_id ${int} not null,
      request_version ${int} not null,
      link_hash text not null,
      expires_at text not null,
      used_at text,
      unique (dealer_group_id, id)
    ) ${strict}`,
    'create index decision_links_hash on decision_links (link_hash)',
    'create index decision_links_expired on decision_links (expires_at)',
    ...isolateTable(dialect, 'decision_links', 'select, insert, update, delete'),
    `alter table dealer_groups add column mail_decisions_cents ${int}`,
    'alter table users add column external_id text',
    `alter table access_tokens add column manages_people ${int} check (manages_people in (0, 1))`,
  ])
}

/** What documents say, read in the background, and whether a dealer group wants that. */
export async function documentReadings(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int, strict } = columnTypes(dialect)
  await execute(db, [
    `alter table dealer_groups add column reads_documents ${int} not null default 1 check (reads_documents in (0, 1))`,
    `create table document_readings (
      attachment_id ${int} not null primary key,
      dealer_group_id ${int} references dealer_groups (id),
      state text not null,
      tries ${int} not null default 0,
      reading_until text,
      content text,
      changed_at text not null
    ) ${strict}`,
    `create index document_readings_waiting on document_readings (tries, attachment_id)
      where state in ('waiting', 'reading')`,
    'create unique index document_readings_group on document_readings (dealer_group_id, attachment_id)',
    // Documents of drafts have no dealer group yet, so that a foreign key wouldn't delete their readings.
    ...createTrigger(dialect, {
      name: 'document_readings_removed',
      on: 'delete on attachments',
      body: 'delete from document_readings where attachment_id = old.id;',
    }),
    ...isolateTable(dialect, 'document_readings', 'select, insert, update, delete'),
  ])
}

/** The phrases by which a new document is compared with those of earlier requests. */
export async function documentPhrases(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int, byKey } = columnTypes(dialect)
  await execute(db, [
    `create table document_phrases (
      dealer_group_id ${int} not null,
      phrase text not null,
      attachment_id ${int} not null,
      primary key (dealer_group_id, phrase, attachment_id),
      foreign key (dealer_group_id, attachment_id) references document_readings (dealer_group_id, attachment_id)
        on delete cascade
    ) ${byKey}`,
    'create index document_phrases_document on document_phrases (dealer_group_id, attachment_id)',
    ...isolateTable(dialect, 'document_phrases', 'select, insert, delete'),
  ])
}

/** What became of a document's values in its request. */
export async function keptValues(db: Kysely<unknown>): Promise<void> {
  await execute(db, ['alter table document_readings add column kept text'])
}
