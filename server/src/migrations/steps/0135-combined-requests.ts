import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from '../dialect.ts'
import { isolateTable } from '../tenant-isolation.ts'

/** The requests of checks that pay several requests of one payee. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
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
