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
    ...(dialect === 'sqlite' ? sqliteIndexes() : postgresIndex()),
  ])
}

// Two indexes: where a word is in the purpose of every tenth request, a search for payees would have to pass by all of
// those.
function sqliteIndexes(): string[] {
  return [
    ...sqliteIndex('check_request_fts', ['request_number', 'payee', 'check_number']),
    ...sqliteIndex('check_request_origin_fts', ['requester', 'purpose']),
  ]
}

function sqliteIndex(index: string, indexed: string[]): string[] {
  const names = indexed.join(', ')
  const texts = (row: 'old' | 'new') => indexed.map((column) => `${row}.${column}`).join(', ')
  const remove = `insert into ${index} (${index}, rowid, ${names}) values ('delete', old.id, ${texts('old')});`
  const add = `insert into ${index} (rowid, ${names}) values (new.id, ${texts('new')});`
  return [
    `create virtual table ${index} using fts5
      (${names}, content = 'check_request_search', content_rowid = 'id', tokenize = 'trigram', columnsize = 0)`,
    `create trigger ${index}_added after insert on check_request_search begin ${add} end`,
    `create trigger ${index}_removed after delete on check_request_search begin ${remove} end`,
    `create trigger ${index}_changed after update of ${names} on check_request_search begin ${remove} ${add} end`,
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
