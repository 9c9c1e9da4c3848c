import type { Kysely } from 'kysely'
import { type Dialect, execute } from '../dialect.ts'
import { rebuildTable } from '../rebuild.ts'

/**
 * How an account's bank files are read, the names that its bank uses for it, and the notes of each file. The list of
 * file formats leaves the database, so that adding a format changes only the domain.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await execute(db, [
    'alter table bank_accounts add column clearing_profile text',
    'alter table bank_accounts add column sealed_bank_names text',
  ])
  if (dialect === 'postgres')
    await execute(db, [
      'alter table clearing_files drop constraint clearing_files_format_check',
      'alter table clearing_files add column notes text',
    ])
  else
    await rebuildTable(db, {
      table: 'clearing_files',
      replace: {
        " check (format in ('CSV', 'BAI2', 'OFX'))": '',
        'written_at text,': 'written_at text,\n  notes text,',
      },
      added: { notes: 'null' },
    })
  await execute(db, [
    'create index clearing_lines_number on clearing_lines (dealer_group_id, bank_account_id, number, paid_on)',
  ])
}
