import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { rebuildTable } from './rebuild.ts'

const reference = 'foreign key (dealer_group_id, merged_into_id) references payees (dealer_group_id, id)'

/** Two payees that are one: the merged one is kept, and points to the other. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int } = columnTypes(dialect)
  const columns = [`merged_into_id ${int}`, 'merged_at text', 'merged_by_name text']
  const created = 'created_at text not null'
  if (dialect === 'sqlite') {
    const replace = { [created]: [created, ...columns, reference].join(', ') }
    await rebuildTable(db, { table: 'payees', replace })
  } else {
    const added = columns.map((column) => `add column ${column}`)
    await execute(db, [`alter table payees ${[...added, `add ${reference}`].join(', ')}`])
  }
  await execute(db, [
    'create index payees_merged on payees (dealer_group_id, merged_into_id) where merged_into_id is not null',
  ])
}
