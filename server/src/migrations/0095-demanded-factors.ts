import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

/** Of whom dealer groups demand a second factor; sessions that an identity provider vouches for are let be. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int } = columnTypes(dialect)
  await execute(db, [
    `alter table dealer_groups add column second_factor_roles text not null default ''`,
    'alter table dealer_groups add column second_factor_from text',
    `alter table dealer_groups add column approve_above_cents ${int}`,
    'alter table sessions add column by_provider integer not null default 0 check (by_provider in (0, 1))',
  ])
}
