import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

/** The audit trail, append-only, and the record of answered calls that makes retries safe. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int, strict, byKey } = columnTypes(dialect)
  await execute(db, [
    `create table audit_heads (chain ${int} primary key, seq ${int} not null, hash text not null) ${strict}`,
    `create table audit_entries (
      chain ${int} not null,
      seq ${int} not null,
      previous_hash text not null,
      hash text not null,
      at text not null,
      actor_id ${int},
      actor_name text not null,
      role_id ${int},
      session_id text,
      action text not null,
      entity text not null,
      entity_id ${int},
      payload text not null,
      primary key (chain, seq)
    ) ${strict}`,
    `create index audit_entries_entity on audit_entries (entity, entity_id, seq)`,
    `create index audit_entries_at on audit_entries (at, chain, seq)`,
    `create table answered_calls (
      user_id ${int} not null,
      key text not null,
      fingerprint text not null,
      answer text not null,
      created_at text not null,
      primary key (user_id, key)
    ) ${byKey}`,
    `create index answered_calls_age on answered_calls (created_at)`,
    ...(dialect === 'sqlite' ? sqliteGuard : postgresGuard),
  ])
}

const sqliteGuard = ['update', 'delete'].map(
  (verb) => `create trigger audit_no_${verb} before ${verb} on audit_entries
    begin select raise(abort, 'the audit trail is append-only'); end`,
)

const postgresGuard = [
  `create function refuse_trail_change() returns trigger language plpgsql as $$
   begin raise exception 'the audit trail is append-only'; end $$`,
  `create trigger audit_append_only before update or delete on audit_entries
   for each row execute function refuse_trail_change()`,
  `create trigger audit_no_truncate before truncate on audit_entries
   for each statement execute function refuse_trail_change()`,
]
