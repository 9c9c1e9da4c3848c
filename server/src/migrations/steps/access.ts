import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from '../dialect.ts'
import { rebuildTable } from '../rebuild.ts'
import { isolateTable } from '../tenant-isolation.ts'

/**
 * Limits the unique email domain to active identity providers. Until now, a proposed provider also reserved its domain
 * for the whole installation.
 */
export async function domainsInUse(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const table = 'provider_domains'
  const inUse = `in_use ${columnTypes(dialect).int} not null default 0 check (in_use in (0, 1))`
  const isInUse = `exists (select 1 from identity_providers p
    where p.id = ${table}.identity_provider_id and p.state = 'active')`
  const key = 'primary key (identity_provider_id, domain)'
  if (dialect === 'sqlite')
    await rebuildTable(db, {
      table,
      replace: { 'text not null primary key,': `text not null, ${inUse},`, 'foreign key': `${key}, foreign key` },
      added: { in_use: isInUse },
    })
  else
    await execute(db, [
      `alter table ${table} drop constraint ${table}_pkey, add column ${inUse}, add ${key}`,
      `update ${table} set in_use = 1 where ${isInUse}`,
    ])
  await execute(db, [`create unique index ${table}_in_use on ${table} (domain) where in_use = 1`])
}

/**
 * Changes that loosen a dealer group's controls. Each group can have one pending change, which a second user must
 * confirm.
 */
export async function controlChanges(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table control_changes (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null references dealer_groups (id),
      control text not null,
      entity_id ${int} not null,
      wanted text not null,
      says text not null,
      asked_by_id ${int} not null references users (id),
      asked_by_name text not null,
      asked_at text not null,
      effective_at text,
      outcome text check (outcome in ('confirmed', 'stopped', 'replaced', 'unattended', 'alone')),
      decided_by_id ${int} references users (id),
      decided_by_name text,
      decided_at text,
      check ((decided_at is null) = (decided_by_name is null))
    ) ${strict}`,
    'create unique index control_changes_group on control_changes (dealer_group_id, id)',
    `create unique index control_changes_waiting on control_changes (dealer_group_id, control, entity_id)
      where outcome is null`,
    ...isolateTable(dialect, 'control_changes', 'select, insert, update'),
  ])
}

const ofPersonInGroup = `exists (select from users u where u.id = user_id and u.dealer_group_id =
  (select nullif(current_setting('check_requests.dealer_group', true), '')::bigint))`

/** Second-factor changes that can be undone through an emailed link. Each row has the previous factors as JSON (A2). */
export async function factorChanges(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table factor_changes (
      id ${id},
      user_id ${int} not null references users (id),
      expires_at text not null,
      before text not null
    ) ${strict}`,
    'create index factor_changes_user on factor_changes (user_id, id)',
    'create index factor_changes_expired on factor_changes (expires_at)',
    ...isolateTable(dialect, 'factor_changes', 'select, insert, update, delete', ofPersonInGroup),
  ])
}

/**
 * The code that guards the set-up of an empty installation, of which only its expiration is stored, and invitations:
 * links that last longer, and that an admin may have seen.
 */
export async function setUp(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table set_up (
      id ${int} not null primary key check (id = 1),
      expires_at text not null,
      network text,
      done_at text
    ) ${strict}`,
    'alter table password_links add column invitation text',
  ])
}

/**
 * Access tokens of users and programs. `scopes`, `dealership_ids`, and `networks` are lists with commas; the last two
 * are null for all. The setting of dealer groups is null until it is turned on.
 */
export async function accessTokens(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table access_tokens (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null references dealer_groups (id),
      user_id ${int} not null references users (id),
      kind text not null check (kind in ('person', 'program')),
      name text not null,
      token_hash text not null,
      hint text not null,
      scopes text not null,
      role_id ${int} not null references roles (id),
      dealership_ids text,
      networks text,
      state text not null check (state in ('waiting', 'active', 'ended')),
      expires_at text not null,
      created_by_id ${int} not null references users (id),
      created_by_name text not null,
      created_at text not null,
      last_used_at text,
      last_network text
    ) ${strict}`,
    'create unique index access_tokens_group on access_tokens (dealer_group_id, id)',
    'create index access_tokens_hash on access_tokens (token_hash)',
    'create index access_tokens_user on access_tokens (user_id)',
    ...isolateTable(dialect, 'access_tokens', 'select, insert, update'),
    `alter table dealer_groups add column personal_tokens ${int} check (personal_tokens in (0, 1))`,
  ])
}

/** Marks users whom a directory took out of their last role. */
export async function takenRoles(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int } = columnTypes(dialect)
  await execute(db, [
    `alter table users add column roles_taken ${int} not null default 0 check (roles_taken in (0, 1))`,
  ])
}
