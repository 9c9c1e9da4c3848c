import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/**
 * From when to when dealer groups work, and when requests that wait are reminded of and offered to others. Groups from
 * before work from nine to six until their admins choose.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    `alter table dealer_groups add column business_hours text not null default '[]'`,
    'alter table approval_queue add column remind_at text',
    'alter table approval_queue add column reminded_at text',
    'alter table approval_queue add column escalate_at text',
    'create index approval_queue_remind on approval_queue (remind_at) where remind_at is not null',
    'create index approval_queue_escalate on approval_queue (escalate_at) where escalate_at is not null',
  ])
}
