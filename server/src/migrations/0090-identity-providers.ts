import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

/** Identity providers of dealer groups, the email domains that they speak for, and whose account there is whose. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table identity_providers (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null references dealer_groups (id),
      name text not null,
      issuer text not null,
      client_id text not null,
      sealed_secret text not null,
      trusts_email ${int} not null check (trusts_email in (0, 1)),
      state text not null check (state in ('proposed', 'active', 'ended')),
      proposed_by_id ${int} not null references users (id),
      proposed_by_name text not null,
      proposed_at text not null,
      confirmed_by_id ${int} references users (id),
      confirmed_by_name text,
      confirmed_at text,
      unique (dealer_group_id, id),
      check (state <> 'active' or (confirmed_by_id is not null and confirmed_by_id <> proposed_by_id))
    ) ${strict}`,
    `create table provider_domains (
      domain text not null primary key,
      dealer_group_id ${int} not null,
      identity_provider_id ${int} not null,
      foreign key (dealer_group_id, identity_provider_id) references identity_providers (dealer_group_id, id)
    ) ${strict}`,
    'create index provider_domains_provider on provider_domains (dealer_group_id, identity_provider_id)',
    `create table linked_identities (
      id ${id},
      dealer_group_id ${int} not null,
      identity_provider_id ${int} not null,
      subject text not null,
      user_id ${int} not null references users (id),
      linked_at text not null,
      foreign key (dealer_group_id, identity_provider_id) references identity_providers (dealer_group_id, id)
    ) ${strict}`,
    `create unique index linked_identities_subject
      on linked_identities (dealer_group_id, identity_provider_id, subject)`,
    `create unique index linked_identities_user
      on linked_identities (dealer_group_id, identity_provider_id, user_id)`,
    ...isolateTable(dialect, 'identity_providers', 'select, insert, update'),
    ...isolateTable(dialect, 'provider_domains', 'select, insert, delete'),
    ...isolateTable(dialect, 'linked_identities', 'select, insert, delete'),
  ])
}
