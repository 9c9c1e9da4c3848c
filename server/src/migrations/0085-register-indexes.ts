import type { Kysely } from 'kysely'
import { type Dialect, execute } from './dialect.ts'

const account = 'dealer_group_id, bank_account_id'

/** What the register looks up: checks of places, words, what each replaces, and what is out, lapses or is unresolved. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await execute(db, [
    `create index checks_entered on checks (${account}, number) where kind <> 'run'`,
    `create index checks_dealership on checks (${account}, dealership_id, number)`,
    `create index checks_department on checks (${account}, department_id, number)`,
    'create index checks_replacing on checks (dealer_group_id, replaces_id) where replaces_id is not null',
    `create index checks_outstanding on checks (${account}, check_date, number, amount_cents) where state = 'issued'`,
    `create index checks_issued on checks (${account}, issued_on, created_at) where issued_on is not null`,
    `create index checks_lapsing on checks (dealer_group_id, stop_lapses_on, id)
      where state = 'stopped' and stop_lapsed_at is null`,
    `create index check_exceptions_open on check_exceptions (${account}, clearing_line_id) where resolved_at is null`,
    ...(dialect === 'sqlite' ? wordsOnSqlite : wordsOnPostgres),
  ])
}

const index = 'checks_fts'
const remove = `insert into ${index} (${index}, rowid, searched) values ('delete', old.id, old.searched);`
const add = `insert into ${index} (rowid, searched) values (new.id, new.searched);`

const wordsOnSqlite = [
  `create virtual table ${index} using fts5
    (searched, content = 'checks', content_rowid = 'id', tokenize = 'trigram', columnsize = 0)`,
  `insert into ${index} (${index}) values ('rebuild')`,
  `create trigger ${index}_added after insert on checks begin ${add} end`,
  `create trigger ${index}_removed after delete on checks begin ${remove} end`,
  `create trigger ${index}_changed after update of searched on checks begin ${remove} ${add} end`,
]

// Behind a policy, LIKE cannot use the trigram index; a view with the same condition lets it.
const wordsOnPostgres = [
  'create index checks_searched on checks using gin (searched gin_trgm_ops) with (fastupdate = off)',
  `create view visible_check_words as select s.id, s.dealer_group_id, s.bank_account_id, s.searched from checks s
    where current_user <> 'check_requests_walled'
      or s.dealer_group_id = (select nullif(current_setting('check_requests.dealer_group', true), '')::bigint)`,
  'grant select on visible_check_words to check_requests_walled',
]
