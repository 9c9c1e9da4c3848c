import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** The domains of an identity provider are digested in the order of their names, and so their index has it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'drop index provider_domains_provider',
    'create index provider_domains_provider on provider_domains (dealer_group_id, identity_provider_id, domain)',
  ])
}
