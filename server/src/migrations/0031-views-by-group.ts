import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** Layouts and saved views have a key with the dealer group, so that they could be distributed by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'create unique index list_layouts_group on list_layouts (dealer_group_id, user_id, list)',
    'create unique index saved_views_group on saved_views (dealer_group_id, id)',
  ])
}
