import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/**
 * The entries of one chain by time, which the trail and its export are read in, and the people who handled a request in
 * the order in which the trail digests them: neither is sorted any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'create index audit_entries_chain_at on audit_entries (chain, at, seq)',
    'drop index handled_requests_request',
    'create index handled_requests_request on handled_requests (check_request_id, user_id, dealer_group_id)',
  ])
}
