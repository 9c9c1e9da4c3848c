import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

/** Through which identity provider a session began, and how that provider names its own session of the person. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int } = columnTypes(dialect)
  await execute(db, [
    // Without a foreign key: sessions belong to no dealer group, and providers can be spread by theirs.
    `alter table sessions add column identity_provider_id ${int}`,
    'alter table sessions add column provider_session text',
  ])
}
