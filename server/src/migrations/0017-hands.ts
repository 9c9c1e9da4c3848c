import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

// The fields as they were when this migration was written, by their names in the history and in the audit trail.
const fields = [
  'amount',
  'amount_cents',
  'payee_type',
  'payee_sub_type',
  'payee_name_1',
  'payee_name_2',
  'memo_line',
  'purpose_id',
  'purpose_other',
  'vin_last_digits',
  'po_purchase_no',
  'delivery_method_id',
  'delivery_method_other',
  'mailing_method',
  'mailing_address',
]
const named = `(${fields.map((field) => `'${field}'`).join(', ')})`

/** Who had a hand in a request (E9), and the way back from Approved (E4). */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table request_hands (
      dealer_group_id ${int} not null,
      check_request_id ${int} not null,
      user_id ${int} not null references users (id),
      part text not null check (part in ('raised', 'edited', 'approved')),
      primary key (check_request_id, user_id, part, dealer_group_id),
      foreign key (dealer_group_id, check_request_id)
        references check_requests (dealer_group_id, id) on delete cascade
    ) ${strict}`,
    ...handsFrom(dialect).map(
      (query) => `insert into request_hands
      (dealer_group_id, check_request_id, user_id, part) ${query} on conflict do nothing`,
    ),
    ...isolateTable(dialect, 'request_hands', 'select, insert, delete'),
    'insert into status_transitions (from_id, to_id) values (3, 9)',
  ])
}

// On SQLite, `on conflict` after a select needs a `where`, or it is read as the condition of a join.
function handsFrom(dialect: Dialect): string[] {
  const edited = dialect === 'sqlite' ? editedOnSqlite : editedOnPostgres
  return [
    `select dealer_group_id, id, requester_id, 'raised' from check_requests where true`,
    `select dealer_group_id, id, created_by_id, 'raised' from check_requests where true`,
    `select dealer_group_id, id, last_editor_id, 'edited' from check_requests where last_editor_id is not null`,
    `select dealer_group_id, check_request_id, user_id, 'approved' from status_history
      where action = 'status' and status_id = 3`,
    `select h.dealer_group_id, h.check_request_id, h.user_id, 'edited' from status_history h
      where h.action = 'resubmitted' and ${edited.history}`,
    `select r.dealer_group_id, r.id, e.actor_id, 'edited'
      from audit_entries e join check_requests r on r.id = e.entity_id and r.dealer_group_id = e.chain
      where e.entity = 'check-request' and e.action = 'check-request.resubmit'
        and exists (select 1 from users u where u.id = e.actor_id) and ${edited.trail}`,
  ]
}

const editedOnSqlite = {
  history: `exists (select 1 from json_each(h.changes) c where json_extract(c.value, '$.field') in ${named})`,
  trail: `exists (select 1 from json_each(e.payload, '$.after') a where a.key in ${named}
    and a.value is not json_extract(e.payload, '$.before.' || a.key))`,
}

const editedOnPostgres = {
  history: `exists (select 1 from json_array_elements(h.changes::json) c where c->>'field' in ${named})`,
  trail: `exists (select 1 from json_each_text(e.payload::json->'after') a where a.key in ${named}
    and a.value is distinct from e.payload::json->'before'->>a.key)`,
}
