import { type Kysely, sql } from 'kysely'
import { type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

const rowsAtOnce = 1000
const texts = ['request_number', 'payee', 'requester', 'purpose', 'check_number', 'numbers']

/**
 * Lists are searched by notes and by parts of VIN and PO numbers too, and by the names of purposes as they are now:
 * requests no longer have copies of them. The indexes are built anew over these texts.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect, report: (doing: string) => void): Promise<void> {
  await execute(db, [...(dialect === 'sqlite' ? withoutIndexes() : dropIndexes()), ...tables(dialect)])
  await foldPurposes(db)
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from check_requests`.execute(db)
  const last = Number(rows[0]?.last ?? 0)
  await inPortions(last, async (range) => {
    report(`texts of request ${range.to} of ${last}`)
    await storePortion(db, range)
  })
  await (dialect === 'sqlite' ? indexOnSqlite(db, last, report) : indexOnPostgres(db, report))
}

function withoutIndexes(): string[] {
  return ['check_request_fts', 'check_request_origin_fts'].flatMap((index) => [
    ...['added', 'removed', 'changed'].map((when) => `drop trigger ${index}_${when}`),
    `drop table ${index}`,
  ])
}

function dropIndexes(): string[] {
  const indexed = ['request_number', 'payee', 'requester', 'purpose', 'check_number']
  return indexed.map((column) => `drop index check_request_search_${column}`)
}

function tables(dialect: Dialect): string[] {
  const [int, strict] = dialect === 'sqlite' ? ['integer', 'strict'] : ['bigint', '']
  return [
    `alter table purposes add column searched_name text not null default ''`,
    `alter table check_request_search add column numbers text not null default ''`,
    `create table check_request_notes (id ${int} primary key, dealer_group_id ${int} not null, notes text not null,
      foreign key (dealer_group_id, id) references check_requests (dealer_group_id, id)) ${strict}`,
    'create unique index check_request_notes_group on check_request_notes (dealer_group_id, id)',
    ...isolateTable(dialect, 'check_request_notes', 'select, insert, update, delete'),
  ]
}

async function foldPurposes(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from purposes`.execute(db)
  for (const { id, name } of rows)
    await sql`update purposes set searched_name = ${folded(name)} where id = ${id}`.execute(db)
}

interface Range {
  readonly from: number
  readonly to: number
}

async function inPortions(last: number, work: (range: Range) => Promise<void>): Promise<void> {
  for (let from = 1; from <= last; from += rowsAtOnce) await work({ from, to: Math.min(last, from + rowsAtOnce - 1) })
}

interface Searched {
  readonly id: number
  readonly dealer_group_id: number
  readonly vin_last_digits: string | null
  readonly po_purchase_no: string | null
  readonly notes: string | null
}

async function storePortion(db: Kysely<unknown>, { from, to }: Range): Promise<void> {
  const { rows } = await sql<Searched>`select id, dealer_group_id, vin_last_digits, po_purchase_no, notes
    from check_requests where id between ${from} and ${to} order by id`.execute(db)
  const history = await sql<{ id: number; note: string }>`select check_request_id as id, note from status_history
    where check_request_id between ${from} and ${to} and note is not null order by check_request_id, id`.execute(db)
  const notes = Map.groupBy(history.rows, ({ id }) => id)
  await storeNumbers(db, rows)
  await storeNotes(
    db,
    rows.map((row) => {
      const all = [row.notes, ...(notes.get(row.id) ?? []).map(({ note }) => note)]
      return { ...row, notes: folded(all.filter(Boolean).join('\n')) }
    }),
  )
}

async function storeNumbers(db: Kysely<unknown>, rows: readonly Searched[]): Promise<void> {
  const values = rows.map(({ id, vin_last_digits, po_purchase_no }) => {
    const numbers = [numberKey(vin_last_digits), numberKey(po_purchase_no)].filter(Boolean)
    return sql`(${id}, ${folded(numbers.join('\n'))})`
  })
  if (values.length === 0) return
  await sql`with source (id, numbers) as (values ${sql.join(values)})
    update check_request_search set numbers = source.numbers,
      purpose = case when r.purpose_other is null then '' else purpose end
    from source join check_requests r on r.id = cast(source.id as bigint)
    where check_request_search.id = r.id`.execute(db)
}

async function storeNotes(db: Kysely<unknown>, rows: readonly (Searched & { notes: string })[]): Promise<void> {
  const noted = rows.filter(({ notes }) => notes !== '')
  if (noted.length === 0) return
  const values = noted.map(({ id, dealer_group_id, notes }) => sql`(${id}, ${dealer_group_id}, ${notes})`)
  await sql`with source (id, dealer_group_id, notes) as (values ${sql.join(values)})
    insert into check_request_notes (id, dealer_group_id, notes)
    select cast(id as bigint), cast(dealer_group_id as bigint), notes from source`.execute(db)
}

// What is indexed in one go is left in many segments, which later writes would have to merge.
async function indexOnSqlite(db: Kysely<unknown>, last: number, report: (doing: string) => void): Promise<void> {
  for (const [index, table, columns] of [
    ['check_request_fts', 'check_request_search', texts],
    ['check_request_notes_fts', 'check_request_notes', ['notes']],
  ] as const) {
    const names = columns.join(', ')
    await execute(db, [
      `create virtual table ${index} using fts5
        (${names}, content = '${table}', content_rowid = 'id', tokenize = 'trigram', columnsize = 0)`,
    ])
    await inPortions(last, async ({ from, to }) => {
      report(`${table}, indexing request ${to} of ${last}`)
      await execute(db, [
        `insert into ${index} (rowid, ${names}) select id, ${names} from ${table} where id between ${from} and ${to}`,
      ])
    })
    report(`${table}, merging its index`)
    await execute(db, [`insert into ${index} (${index}) values ('optimize')`, ...keptUpToDate(index, table, columns)])
  }
}

function keptUpToDate(index: string, table: string, columns: readonly string[]): string[] {
  const names = columns.join(', ')
  const values = (row: 'old' | 'new') => columns.map((column) => `${row}.${column}`).join(', ')
  const remove = `insert into ${index} (${index}, rowid, ${names}) values ('delete', old.id, ${values('old')});`
  const add = `insert into ${index} (rowid, ${names}) values (new.id, ${values('new')});`
  return [
    `create trigger ${index}_added after insert on ${table} begin ${add} end`,
    `create trigger ${index}_removed after delete on ${table} begin ${remove} end`,
    `create trigger ${index}_changed after update of ${names} on ${table} begin ${remove} ${add} end`,
  ]
}

async function indexOnPostgres(db: Kysely<unknown>, report: (doing: string) => void): Promise<void> {
  const indexed = [
    ...texts.map((column) => ['check_request_search', column] as const),
    ['check_request_notes', 'notes'] as const,
  ]
  for (const [table, column] of indexed) {
    report(`${table}, indexing ${column}`)
    await execute(db, [
      `create index ${table}_${column} on ${table} using gin (${column} gin_trgm_ops) with (fastupdate = off)`,
    ])
  }
  await execute(db, [
    visible('visible_request_search', 'check_request_search', ['id', ...texts]),
    visible('visible_request_notes', 'check_request_notes', ['id', 'notes']),
    'grant select on visible_request_notes to check_requests_walled',
  ])
}

// Behind a policy, LIKE cannot use the trigram index; a view with the same condition lets it.
function visible(view: string, table: string, columns: readonly string[]): string {
  return `create or replace view ${view} as select ${columns.map((column) => `s.${column}`).join(', ')} from ${table} s
    where current_user <> 'check_requests_walled'
      or s.dealer_group_id = (select nullif(current_setting('check_requests.dealer_group', true), '')::bigint)`
}

// The rules as they were when this migration was written; a later change of a rule brings its own migration.
const hidden = /[\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb]/gu
const accents = /[\u0300-\u036f]/g

function folded(text: string): string {
  const visible = text.replace(hidden, '')
  const bare = visible.normalize('NFD').replace(accents, '').toLowerCase().replace(accents, '')
  return bare.normalize('NFC') || visible
}

function numberKey(text: string | null): string {
  const bare = (text ?? '')
    .replace(/[\p{Pd}\u2212]/gu, '')
    .replace(hidden, '')
    .normalize('NFC')
    .replace(/\s+/gu, '')
  return (bare.replace(/^\p{P}+|\p{P}+$/gu, '') || bare).toUpperCase().toLowerCase()
}
