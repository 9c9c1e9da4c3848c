import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

const ofPersonInGroup = `exists (select from users u where u.id = user_id and u.dealer_group_id =
  (select nullif(current_setting('check_requests.dealer_group', true), '')::bigint))`

/**
 * What people prove themselves with besides the password: passkeys (public keys only), sealed secrets of authenticator
 * apps, hashes of recovery codes. A challenge that was answered is kept until it would have run out.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict, byKey } = columnTypes(dialect)
  await execute(db, [
    `create table passkeys (
      id ${id},
      user_id ${int} not null references users (id),
      credential_id text not null,
      public_key text not null,
      transports text not null,
      name text not null,
      counter ${int} not null,
      synced ${int} not null check (synced in (0, 1)),
      added_at text not null,
      last_used_at text
    ) ${strict}`,
    'create unique index passkeys_credential on passkeys (credential_id)',
    'create index passkeys_user on passkeys (user_id, id)',
    `create table authenticator_apps (
      user_id ${int} not null references users (id),
      state text not null check (state in ('begun', 'active')),
      sealed_secret text not null,
      last_step ${int} not null default 0,
      added_at text not null,
      primary key (user_id, state)
    ) ${byKey}`,
    `create table recovery_codes (
      user_id ${int} not null references users (id),
      code_hash text not null,
      primary key (user_id, code_hash)
    ) ${byKey}`,
    `create table answered_challenges (
      challenge_hash text not null primary key,
      user_id ${int} not null references users (id),
      expires_at text not null
    ) ${byKey}`,
    'alter table sessions add column proved_at text',
    ...['passkeys', 'authenticator_apps', 'recovery_codes', 'answered_challenges'].flatMap((table) =>
      isolateTable(dialect, table, 'select, insert, update, delete', ofPersonInGroup),
    ),
  ])
}
