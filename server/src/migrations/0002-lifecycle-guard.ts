import type { Kysely } from 'kysely'
import { type Dialect, execute } from './dialect.ts'

// The transition table as it was when this migration was written; a later change of the table brings its own migration.
const pairs = [
  [1, 2],
  [1, 3],
  [1, 8],
  [1, 9],
  [2, 3],
  [2, 8],
  [2, 9],
  [3, 4],
  [4, 5],
  [5, 6],
  [6, 7],
  [9, 1],
]

/** A second line of defense: the database itself refuses a transition that is not in the table. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const values = pairs.map(([from, to]) => `(${from}, ${to})`).join(', ')
  await execute(db, [
    'create table status_transitions (from_id bigint not null, to_id bigint not null, primary key (from_id, to_id))',
    `insert into status_transitions (from_id, to_id) values ${values}`,
    ...(dialect === 'sqlite' ? sqliteGuard : postgresGuard),
  ])
}

const sqliteGuard = [
  `create trigger check_requests_transition before update of status_id on check_requests
   when old.status_id <> new.status_id
    and not exists (select 1 from status_transitions where from_id = old.status_id and to_id = new.status_id)
   begin select raise(abort, 'illegal status transition'); end`,
]

const postgresGuard = [
  `create function refuse_illegal_transition() returns trigger language plpgsql as $$
   begin
     if not exists (select 1 from status_transitions where from_id = old.status_id and to_id = new.status_id) then
       raise exception 'illegal status transition' using errcode = 'check_violation';
     end if;
     return new;
   end $$`,
  `create trigger check_requests_transition before update of status_id on check_requests
   for each row when (old.status_id is distinct from new.status_id) execute function refuse_illegal_transition()`,
]
