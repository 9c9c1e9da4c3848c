import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from '../dialect.ts'
import { rebuildTable } from '../rebuild.ts'

/**
 * Limits the unique email domain to active identity providers. Until now, a proposed provider also reserved its domain
 * for the whole installation.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const table = 'provider_domains'
  const inUse = `in_use ${columnTypes(dialect).int} not null default 0 check (in_use in (0, 1))`
  const isInUse = `exists (select 1 from identity_providers p
    where p.id = ${table}.identity_provider_id and p.state = 'active')`
  const key = 'primary key (identity_provider_id, domain)'
  if (dialect === 'sqlite')
    await rebuildTable(db, {
      table,
      replace: { 'text not null primary key,': `text not null, ${inUse},`, 'foreign key': `${key}, foreign key` },
      added: { in_use: isInUse },
    })
  else
    await execute(db, [
      `alter table ${table} drop constraint ${table}_pkey, add column ${inUse}, add ${key}`,
      `update ${table} set in_use = 1 where ${isInUse}`,
    ])
  await execute(db, [`create unique index ${table}_in_use on ${table} (domain) where in_use = 1`])
}
