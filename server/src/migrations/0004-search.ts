import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

const columns = ['request_number', 'payee', 'requester', 'purpose', 'check_number']

/** What lists are searched by, in small letters, with a trigram index: FTS5 on SQLite, pg_trgm on PostgreSQL. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table check_request_search (
      id ${int} primary key references check_requests (id),
      ${columns.map((column) => `${column} text not null`).join(', ')}
    ) ${strict}`,
    ...(dialect === 'sqlite' ? sqliteIndex() : postgresIndex()),
  ])
}

function sqliteIndex(): string[] {
  const names = columns.join(', ')
  const old = columns.map((column) => `old.${column}`).join(', ')
  const fresh = columns.map((column) => `new.${column}`).join(', ')
  const remove = `insert into check_request_fts (check_request_fts, rowid, ${names}) values ('delete', old.id, ${old});`
  const add = `insert into check_request_fts (rowid, ${names}) values (new.id, ${fresh});`
  return [
    `create virtual table check_request_fts using fts5
      (${names}, content = 'check_request_search', content_rowid = 'id', tokenize = 'trigram')`,
    `create trigger search_added after insert on check_request_search begin ${add} end`,
    `create trigger search_removed after delete on check_request_search begin ${remove} end`,
    `create trigger search_changed after update on check_request_search begin ${remove} ${add} end`,
  ]
}

function postgresIndex(): string[] {
  return [
    'create extension if not exists pg_trgm',
    ...columns.map(
      (column) =>
        `create index check_request_search_${column} on check_request_search using gin (${column} gin_trgm_ops) with (fastupdate = off)`,
    ),
  ]
}
