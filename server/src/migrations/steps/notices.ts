import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from '../dialect.ts'
import { isolateTable } from '../tenant-isolation.ts'

/** Webhooks and the outbox of their calls. A call's request can be deleted, so it has no foreign key. */
export async function webhooks(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table webhooks (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null references dealer_groups (id),
      name text not null,
      sealed_url text not null,
      origin text not null,
      format text not null,
      events text not null,
      sealed_secret text not null,
      sealed_old_secret text,
      old_secret_until text,
      state text not null check (state in ('waiting', 'active', 'off', 'ended')),
      off_reason text,
      created_by_id ${int} not null references users (id),
      created_by_name text not null,
      created_at text not null,
      check ((sealed_old_secret is null) = (old_secret_until is null)),
      unique (dealer_group_id, id)
    ) ${strict}`,
    `create index webhooks_active on webhooks (dealer_group_id) where state = 'active'`,
    ...isolateTable(dialect, 'webhooks', 'select, insert, update'),
    `create table webhook_deliveries (
      id ${id},
      dealer_group_id ${int} not null,
      webhook_id ${int} not null,
      message_id text not null,
      event text not null,
      check_request_id ${int},
      body text not null,
      created_at text not null,
      due_at text not null,
      attempts ${int} not null default 0,
      leased_by text,
      leased_until text,
      outcome text check (outcome in ('delivered', 'failed')),
      answer text,
      ended_at text,
      unique (dealer_group_id, id),
      foreign key (dealer_group_id, webhook_id) references webhooks (dealer_group_id, id)
    ) ${strict}`,
    'create index webhook_deliveries_due on webhook_deliveries (due_at) where outcome is null',
    `create index webhook_deliveries_order on webhook_deliveries (webhook_id, check_request_id, id)
      where outcome is null`,
    'create index webhook_deliveries_log on webhook_deliveries (webhook_id, id)',
    ...isolateTable(dialect, 'webhook_deliveries', 'select, insert, update'),
  ])
}

/** Finds the next calls of a webhook without reading those that were made. */
export async function webhookTurns(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'drop index webhook_deliveries_due',
    'create index webhook_deliveries_next on webhook_deliveries (webhook_id, id) where outcome is null',
  ])
}

/** The addresses that take emails with documents, and the emails that arrived. */
export async function incomingMail(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table mail_addresses (
      id ${id},
      dealer_group_id ${int} not null references dealer_groups (id),
      dealership_id ${int},
      tag text not null unique,
      people_ids text not null,
      unique (dealer_group_id, id),
      foreign key (dealer_group_id, dealership_id) references dealerships (dealer_group_id, id)
    ) ${strict}`,
    ...isolateTable(dialect, 'mail_addresses', 'select, insert, update, delete'),
    `create table received_mails (
      id ${id},
      dealer_group_id ${int} not null references dealer_groups (id),
      dealership_id ${int},
      content_key text not null,
      sender text not null,
      subject text not null,
      files text not null,
      reason text,
      stored_as text,
      size ${int},
      received_at text not null,
      unique (dealer_group_id, id),
      unique (dealer_group_id, content_key),
      check ((stored_as is null) = (reason is null) and (stored_as is null) = (size is null))
    ) ${strict}`,
    'create index received_mails_old on received_mails (received_at)',
    'create index received_mails_sender on received_mails (dealer_group_id, sender, received_at)',
    'create index received_mails_stored on received_mails (stored_as) where stored_as is not null',
    ...isolateTable(dialect, 'received_mails', 'select, insert, update, delete'),
  ])
}

/** Drafts from emails name the sender. */
export async function draftsFromEmails(db: Kysely<unknown>): Promise<void> {
  await execute(db, ['alter table drafts add column received_from text'])
}

/** Emails to approvers show the first page of the document, if the dealer group wants that. */
export async function firstPages(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int } = columnTypes(dialect)
  await execute(db, [`alter table dealer_groups add column mail_pages ${int} check (mail_pages in (0, 1))`])
}

/** Users' own chats, which get their notices: one for each user, if the dealer group allows it. */
export async function personalChats(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int } = columnTypes(dialect)
  await execute(db, [
    `alter table webhooks add column user_id ${int} references users (id)`,
    `create unique index webhooks_user on webhooks (user_id, dealer_group_id) where user_id is not null and state <> 'ended'`,
    `alter table dealer_groups add column personal_chats ${int} check (personal_chats in (0, 1))`,
  ])
}
