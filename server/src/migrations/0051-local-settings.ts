import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/**
 * By which clocks a dealer group and its dealerships work, on which days, and what its mails end with. Groups from
 * before have the time zone of new ones until their admins choose: the server's own says nothing about their place.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    `alter table dealer_groups add column time_zone text not null default 'America/New_York'`,
    `alter table dealer_groups add column business_weekdays text not null default '12345' check (business_weekdays <> '')`,
    `alter table dealer_groups add column holidays text not null default '[]'`,
    'alter table dealer_groups add column mail_text text check (length(mail_text) <= 300)',
    'alter table dealerships add column time_zone text',
  ])
}
