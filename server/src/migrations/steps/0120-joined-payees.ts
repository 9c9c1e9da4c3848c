import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect, execute } from '../dialect.ts'
import { isolateTable } from '../tenant-isolation.ts'

const rowsAtOnce = 5000

/**
 * Stores each name in a payee field that joins several names, so that searching for a payee also finds requests that
 * name the payee together with others. The names are copied from the match keys.
 */
export async function up<Tables>(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { int, byKey } = columnTypes(dialect)
  // Compares text byte by byte, as SQLite does, regardless of the database's default collation.
  const ordered = dialect === 'sqlite' ? 'text' : 'text collate "C"'
  // A server still running the previous version doesn't know this table but can delete requests, so a trigger removes
  // the deleted requests' rows.
  await execute(db, [
    `create table joined_payees (
      dealer_group_id ${int} not null,
      payee ${ordered} not null,
      check_request_id ${int} not null,
      primary key (dealer_group_id, payee, check_request_id),
      foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id)
        on delete cascade
    ) ${byKey}`,
    'create index joined_payees_request on joined_payees (dealer_group_id, check_request_id)',
    ...isolateTable(dialect, 'joined_payees', 'select, insert, delete'),
  ])
  await copyJoinedNames(db)
}

/** Copies the joined names from the match keys. */
export async function copyJoinedNames<Tables>(db: Kysely<Tables>): Promise<void> {
  let last = 0
  for (;;) {
    const { rows } = await sql<{ id: number; dealer_group_id: number; joined: string }>`
      select id, dealer_group_id, joined from match_keys where id > ${last} and joined is not null order by id
      limit ${rowsAtOnce}`.execute(db)
    const newest = rows.at(-1)
    if (!newest) return
    const copies = rows.flatMap(({ id, dealer_group_id, joined }) =>
      [...new Set(joined.split('\n').filter(Boolean))].map((key) => [dealer_group_id, key, id]),
    )
    for (let first = 0; first < copies.length; first += rowsAtOnce)
      await sql`insert into joined_payees (dealer_group_id, payee, check_request_id)
        values ${sql.join(copies.slice(first, first + rowsAtOnce).map((row) => sql`(${sql.join(row)})`))}`.execute(db)
    last = newest.id
  }
}
