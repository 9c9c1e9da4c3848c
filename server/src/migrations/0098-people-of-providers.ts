import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

/**
 * How identity providers create people at their first sign-in, which roles their claims have given to whom, and whether
 * the people of a dealer group still have passwords beside them.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int } = columnTypes(dialect)
  await execute(db, [
    'alter table identity_providers add column new_people text',
    'alter table linked_identities add column given_role_ids text',
    `alter table dealer_groups add column passwords_off ${int} not null default 0 check (passwords_off in (0, 1))`,
  ])
}
