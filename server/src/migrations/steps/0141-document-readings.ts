import type { Kysely } from 'kysely'
import { columnTypes, createTrigger, type Dialect, execute } from '../dialect.ts'
import { isolateTable } from '../tenant-isolation.ts'

/** What documents say, read in the background, and whether a dealer group wants that. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
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
